import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { argusItems } from '../helpers/argusItems.ts';
import { filesIn, put } from '../helpers/casebooks.ts';
import { resultOf } from '../helpers/participantPackages.ts';
import { firsts, present } from '../helpers/present.ts';
import {
  cluedItems,
  completeStudySession,
  goOn,
  someAnswer,
  studyCasebook,
  timing,
} from '../helpers/study.ts';

const rowsOf = (file: string): Record<string, string>[] =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(Papa.parse(readFileSync(file, 'utf8').trimEnd(), { header: true }).data);

describe('the report of a study', () => {
  it('says who, how many, when, with which texts, seeds and exclusions and why', async () => {
    await using book = await studyCasebook({
      items: cluedItems(6),
      settings: {
        attention: {
          checks: [{ prompt: 'Choose | the second.', options: ['One', '=Two'], expected: 1 }],
          every: 2,
        },
        questionnaire: [
          { prompt: 'How | old?', options: ['Under 30', '30 or over'] },
          { prompt: 'Anything unclear?', options: [] },
        ],
        texts: { consent: 'I *agree*.\n\n<b>Really</b>.', instructions: 'Look.', breaks: '', thanks: 'Bye.' },
      },
    });
    const { ana, study } = book;
    const [first, second, third] = firsts(await book.participants(3), 3);
    await completeStudySession(first.window, first.studySessionId);
    await completeStudySession(second.window, second.studySessionId);
    await third.window.studySessions.consent({ id: third.studySessionId });
    await ana.studies.exclude({ studySessionId: second.studySessionId, reason: 'Failed | every check.' });
    const target = book.folder.join('report');
    const report = await resultOf(ana.studies.report({ id: study, target, names: true }));
    expect(report.participants).toBe(3);
    expect(filesIn(target)).toEqual(report.files.toSorted());
    const text = readFileSync(join(target, 'report.md'), 'utf8');
    expect(text).toContain('3 enrolled; 2 finished, 1 under way, 0 not begun, 0 withdrew; 1 excluded.');
    expect(text).toContain('from 2026-01-05');
    expect(text).toContain('| Seed | 11 |');
    expect(text).toContain('| Items | 6 (4 clued, 2 unclued) |');
    expect(text).toMatch(/\| P02 \| excluded \| Failed \\\| every check\. \| \S+ \|/u);
    // To the letter, and nothing of it is markup.
    expect(text).toContain(String.raw`> I \*agree\*.`);
    expect(text).toContain(String.raw`> \<b\>Really\</b\>.`);
    expect(text).toContain(String.raw`Choose \| the second.`);

    // Of those who are not excluded.
    expect(text).toContain(String.raw`### How \| old?`);
    expect(text).toContain('| Under 30 | 1 |');
    expect(text).toContain('> An own answer to question');

    const participants = rowsOf(join(target, 'participants.csv'));
    expect(participants.map(({ participant, state, excluded }) => [participant, state, excluded])).toEqual([
      ['P01', 'finished', 'no'],
      ['P02', 'finished', 'yes'],
      ['P03', 'sitting', 'no'],
    ]);
    const answers = rowsOf(join(target, 'answers.csv'));
    expect(answers).toHaveLength(report.responses);
    const own = answers.filter(({ participant }) => participant === 'P01');
    // Four clued items with the claim, one perception and two reasoning questions, two unclued ones, and the checks.
    expect(own.filter(({ purpose }) => purpose === 'main')).toHaveLength(4 * 4 + 2);
    expect(own.filter(({ purpose }) => purpose === 'attention').length).toBeGreaterThan(0);
    const checks = own.filter(({ purpose }) => purpose === 'attention');
    expect(new Set(checks.map(({ answer }) => answer))).toEqual(new Set(['One']));
    expect(new Set(own.map(({ seconds }) => seconds))).toEqual(new Set(['2']));
    expect(own.map(({ position }) => Number(position))).toEqual(own.map((_, place) => place));
    expect(JSON.parse(readFileSync(join(target, 'study.json'), 'utf8'))).toMatchObject({
      title: 'Baseline',
      settings: { seed: 11 },
      sittings: [{ participant: 'P01', number: 1 }, { participant: 'P02' }, { participant: 'P03' }],
    });
    for (const figure of filesIn(target).filter((file) => file.endsWith('.svg'))) {
      const svg = readFileSync(join(target, figure), 'utf8');
      expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
      expect(svg).not.toContain('NaN');
      expect(text).toContain(`(${figure})`);
    }
    expect(filesIn(target).filter((file) => file.endsWith('.svg'))).toContain('figures/time.svg');
  });

  it('prints no figure of what nobody has judged, and leaves out who has not finished, by name and number', async () => {
    await using book = await studyCasebook({ items: cluedItems(6) });
    const { ana, study } = book;
    const [first, second] = firsts(await book.participants(2), 2);
    // On every second item there is nothing, which needs no judge; of the rest nobody has judged anything.
    let claims = 0;
    for (;;) {
      const page = await first.window.studySessions.look({ id: first.studySessionId });
      const { now } = page;
      if (now.view === 'end') break;
      if (now.view !== 'step' || now.step !== 'main_ins' || claims++ % 2 === 0) {
        await goOn(first.window, first.studySessionId, page);
        continue;
      }
      const { entry, step, answer } = now;
      const text = answer.kind === 'text' ? (answer.noEvidence ?? '') : '';
      await first.window.studySessions.answer({
        id: first.studySessionId,
        entry,
        step,
        answer: { kind: 'no_evidence', text },
        timing,
        timedOut: false,
      });
    }
    let page = await second.window.studySessions.look({ id: second.studySessionId });
    let answered = 0;
    while (answered < 3) {
      if (page.now.view === 'step') answered += 1;
      page = await goOn(second.window, second.studySessionId, page);
    }
    const read = async (name: string, unfinished: boolean): Promise<string> => {
      const target = book.folder.join(name);
      await resultOf(ana.studies.report({ id: study, target, unfinished, names: true }));
      return readFileSync(join(target, 'report.md'), 'utf8');
    };
    const text = await read('report', false);
    const line = text.split('\n').find((each) => each.startsWith('| People')) ?? '';
    expect(line).not.toContain('0.000');
    expect(line).toMatch(/^\| People \| 6 \| undefined \(a\) \|/u);
    expect(line).toMatch(/; n = 4 \|/u);
    expect(text).toMatch(/^- \(a\) No verdict counts yet on (?:the 1 answer|any of the \d answers) /mu);
    expect(text).toMatch(/^- 1 participant has not finished: 3 answers are left out \(\S+ 3\)\.$/mu);
    expect(text).toContain('| no, not finished |');
    expect(text).toContain('18 answers count. 3 answers of 1 participant who did not finish do not count.');
    const whole = await read('whole', true);
    expect(whole).toMatch(/^- 1 participant has not finished: 3 answers count anyway/mu);
    expect(whole).toContain('21 answers count, those of participants who did not finish among them.');
    expect(whole).not.toContain('not finished |');
  });

  it('gives the median of an even number of times as the mean of the two in the middle', async () => {
    await using book = await studyCasebook({ items: cluedItems(6) });
    const only = present((await book.participants(1))[0]);
    const { window, studySessionId: id } = only;
    let [page, claims] = [await window.studySessions.look({ id }), 0];
    while (page.now.view !== 'end') {
      const { now } = page;
      if (now.view !== 'step') {
        page = await goOn(window, id, page);
        continue;
      }
      const seconds = now.step === 'main_ins' ? 2 ** claims : 1;
      if (now.step === 'main_ins') claims += 1;
      const { entry, step } = now;
      const timed = { ...timing, activeMilliseconds: 1000 * seconds };
      const answer = someAnswer(now);
      page = await window.studySessions.answer({ id, entry, step, answer, timing: timed, timedOut: false });
    }
    const target = book.folder.join('report');
    await resultOf(book.ana.studies.report({ id: book.study, target }));
    // 1, 2, 4, 8, 16 and 32 seconds; numpy.quantile gives 2.5, 6 and 14.
    expect(readFileSync(join(target, 'report.md'), 'utf8')).toMatch(
      /\| main\S+ \| 6 \| 6\.0 s \| 2\.5 s to 14\.0 s \| 0 \|/u,
    );
  });

  it('draws the overall figure beside those of every domain', async () => {
    await using book = await studyCasebook({ benchmark: 'argus', items: argusItems() });
    const { ana, database, study: id, folder } = book;
    const only = present((await book.participants(1))[0]);
    await completeStudySession(only.window, only.studySessionId);
    const Answer = z.tuple([z.string(), z.string(), z.string()]);
    const lines = database
      .prepare(
        `SELECT i.external_id, r.condition, r.step FROM response r JOIN item i ON i.id = r.item_id
         WHERE r.purpose = 'main'`,
      )
      .raw()
      .all()
      .flatMap((raw) => {
        const [item, condition, step] = Answer.parse(raw);
        return ['d', 'x', 'y'].flatMap((criterion) =>
          (criterion === 'd') === (step === 'description')
            ? [
                {
                  item,
                  condition,
                  step,
                  respondent: 'P01',
                  criterion,
                  value: criterion === 'd' ? 1 : 4,
                  judge: 'gpt',
                },
              ]
            : [],
        );
      });
    const source = put(folder.join('v.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const { skipped, added } = await resultOf(ana.importExport.import({ source, format: 'verdicts-jsonl' }));
    expect([skipped, added]).toEqual([[], 3]);
    const target = folder.join('report');
    await resultOf(ana.studies.report({ id, target }));
    const svg = readFileSync(join(target, 'figures/results.svg'), 'utf8');
    expect(svg).toContain('Fire and Combustion');
    expect(svg).toContain('Overall');
  });

  it('never covers up what is there, unless it is told to, and then leaves what is not its own', async () => {
    await using book = await studyCasebook({ items: cluedItems(3) });
    const target = book.folder.join('report');
    const { ana, study: id } = book;
    await resultOf(ana.studies.report({ id, target }));
    await expect(resultOf(ana.studies.report({ id, target }))).rejects.toMatchObject({
      data: { code: 'exists' },
    });
    await expect(resultOf(ana.studies.report({ id, target, force: true }))).resolves.toMatchObject({
      responses: 0,
    });
  });
});
