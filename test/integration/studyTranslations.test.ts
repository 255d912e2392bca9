import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { csvLines } from '../../shared/base/csv.ts';
import type { StudySessionView } from '../../shared/domain/study.ts';
import { assignItems } from '../helpers/blindCasebook.ts';
import { casebook } from '../helpers/commandLine.ts';
import { program, resultOf } from '../helpers/participantPackages.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { present } from '../helpers/present.ts';
import {
  argusPairs,
  cluedItems,
  completeStudySession,
  goOn,
  someAnswer,
  studyCasebook,
  type StudyCasebook,
  timing,
} from '../helpers/study.ts';

type Line = Record<string, string>;
const rowsOf = (csv: string): Line[] =>
  z.array(z.record(z.string(), z.string())).parse(Papa.parse(csv.trimEnd(), { header: true }).data);

const COLUMNS = ['item', 'field', 'original', 'text', 'translator'];
const csvOf = (lines: readonly Line[]): string =>
  csvLines([COLUMNS, ...lines.map((line) => COLUMNS.map((name) => line[name] ?? ''))]);

/** A draft in German, and its table. */
async function inGerman(options: Parameters<typeof studyCasebook>[0] = {}) {
  const book = await studyCasebook({ ...options, settings: { language: 'de', ...options.settings } });
  const { ana, study: id } = book;
  const table = async () => rowsOf((await ana.studies.translationTable({ id })).csv);
  return {
    ...book,
    table,
    take: async (lines: readonly Line[]) => ana.studies.translate({ id, csv: csvOf(lines) }),
    status: async () => ana.studies.translations({ id }),
  };
}

const translated = (lines: readonly Line[]): Line[] =>
  lines.map((line) => ({ ...line, text: `DE ${line['original'] ?? ''}`, translator: 'Eva' }));

const stepsOf = (pages: readonly { readonly now: StudySessionView }[]) =>
  pages.flatMap(({ now }) => (now.view === 'step' ? [now] : []));

async function wholeSession(book: StudyCasebook) {
  const participant = present((await book.participants(1))[0]);
  return { participant, pages: await completeStudySession(participant.window, participant.studySessionId) };
}

const answersIn = ({ database }: StudyCasebook) =>
  database
    .prepare<[], { question: string; answer: string; step: string }>(
      'SELECT step, question, answer FROM current_response ORDER BY position',
    )
    .all();

describe('the table of a study’s texts', () => {
  it('has every text that participants will see, practice too, and nothing of what is right', async () => {
    const clued = cluedItems(3);
    await using book = await inGerman({ items: clued });
    const practice = present(book.items[0]);
    await book.ana.studies.save({
      id: book.study,
      title: 'Baseline',
      settings: { ...book.settings, practice: [practice.id] },
    });
    const lines = await book.table();
    const fields = [...Map.groupBy(lines, ({ field }) => field)].map(([name, of]) => [name, of.length]);
    expect(Object.fromEntries(fields)).toEqual({
      main_ins: 3,
      'p_sub_ins/0': 2,
      'r_sub_ins/0': 2,
      'r_sub_ins/1': 2,
    });
    expect(lines[0]).toMatchObject({ original: clued[0]?.['main_ins'], text: '', translator: '' });
    for (const secret of ['clue', 'weaker', 'Yes', 'hotel'])
      expect(JSON.stringify(lines.map(({ original }) => original))).not.toContain(secret);
    expect(await book.status()).toMatchObject({ language: 'de', texts: 9, translated: 0, items: 3 });
  });

  it('comes back filled in by a spreadsheet, and again as it was', async () => {
    await using book = await inGerman({
      items: [{ ...cluedItems(1)[0], main_ins: '=Is she; "alone"?\nLook.' }],
    });
    const lines = translated(await book.table());
    expect(lines[0]?.['original']).toBe(`'=Is she; "alone"?\nLook.`);
    // Semicolons, a byte order mark and other line ends, as in Germany on Windows.
    const csv = `\uFEFF${Papa.unparse([COLUMNS, ...lines.map((line) => COLUMNS.map((name) => line[name]?.replace('\n', '\r\n')))], { delimiter: ';' })}\r\n`;
    expect(await book.ana.studies.translate({ id: book.study, csv })).toEqual({
      stored: 4,
      empty: 0,
      problems: [],
    });
    expect(await book.status()).toMatchObject({ texts: 4, translated: 4, outdated: 0, translatedItems: 1 });
    expect((await book.table()).map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  });

  it('is taken in whole or not at all, each problem by the line of the file', async () => {
    await using book = await inGerman({ items: cluedItems(2) });
    const [first = {}, second = {}, third = {}, ...others] = translated(await book.table());
    const wrong = [
      { ...first, text: 'Über\nzwei Zeilen' },
      { ...second, item: 'nobody' },
      { ...third, original: 'Something else' },
      ...others,
    ];
    const outcome = await book.take(wrong);
    expect(outcome).toMatchObject({ stored: 0 });
    expect(outcome.problems.map(({ line, reason }) => `${String(line)}: ${reason}`)).toEqual([
      '4: The study asks about no item "nobody".',
      '5: The original differs from the item’s text today.',
    ]);
    expect(await book.status()).toMatchObject({ translated: 0 });
    // Empty ones change nothing, and keep nothing from being stored.
    expect(await book.take([first, { ...second, text: '', translator: '' }])).toEqual({
      stored: 1,
      empty: 1,
      problems: [],
    });
    await expect(book.ana.studies.translate({ id: book.study, csv: 'item,text\n' })).rejects.toThrow(
      'The file lacks the columns field, original, translator.',
    );
  });

  it('is taken in for a draft alone, in another language than English', async () => {
    await using book = await inGerman();
    const lines = translated(await book.table());
    await book.ana.studies.save({
      id: book.study,
      title: 'B',
      settings: { ...book.settings, language: 'en' },
    });
    await expect(book.take(lines)).rejects.toThrow(
      'The pages of the study "B" are in English: there is nothing to translate.',
    );
    await book.ana.studies.save({ id: book.study, title: 'B', settings: book.settings });
    await book.ana.studies.open({ id: book.study });
    await expect(book.take(lines)).rejects.toThrow('The study "B" is open.');
    expect(await book.status()).toMatchObject({ translated: 0 });
  });

  it('leaves out what anybody who asks for it is yet to annotate, in a report, too', async () => {
    await using book = await inGerman({ items: cluedItems(3) });
    const item = present(book.items[0]);
    await book.take(translated(await book.table()));
    await book.ana.studies.open({ id: book.study });
    assignItems(book.core, [item.id], [book.anaId], 1);
    const own = (await book.table()).filter(({ original }) => / 1\b/u.test(original ?? ''));
    expect(own).toEqual([]);
    expect(await book.status()).toMatchObject({ texts: 5, items: 2 });
    const target = book.folder.join('report');
    await resultOf(book.ana.studies.report({ id: book.study, target }));
    expect(rowsOf(readFileSync(join(target, 'translations.csv'), 'utf8'))).toEqual(await book.table());
  });

  it('stays with the study through changes of its settings, and goes along into a copy', async () => {
    await using book = await inGerman({ items: cluedItems(1) });
    await book.take(translated(await book.table()));
    const { ana, study, settings } = book;
    await ana.studies.save({ id: study, title: 'Renamed', settings });
    expect(await book.status()).toMatchObject({ translated: 4 });
    // The forms do not carry it about.
    expect(JSON.stringify(await ana.studies.get({ id: study }))).not.toContain('DE Claim');
    const copy = await ana.studies.save({ title: 'Copy', settings, copyOf: study });
    expect(await ana.studies.translations({ id: copy.id })).toMatchObject({ translated: 4 });
  });
});

describe('a participant of a study whose items are translated', () => {
  it('reads them in its language; stored is the benchmark’s own, and in which language it was shown', async () => {
    await using book = await inGerman({ items: cluedItems(2) });
    const [one] = book.items;
    const lines = await book.table();
    // Of the second item one text is not translated: it is asked as it is written, all of it.
    const missing = lines.findIndex(
      ({ field, original }) => field === 'r_sub_ins/1' && original?.includes(' 2 '),
    );
    await book.take(translated(lines).filter((_, place) => place !== missing));
    expect(await book.status()).toMatchObject({ texts: 8, translated: 7, items: 2, translatedItems: 1 });
    const { pages, participant } = await wholeSession(book);
    const shown = stepsOf(pages);
    expect(shown).toHaveLength(8);
    for (const step of shown) {
      const isFirst = step.images[0]?.id === one?.images[0];
      expect(step.language).toBe(isFirst ? 'de' : 'en');
      expect(step.prompt.startsWith('DE ')).toBe(isFirst);
      for (const each of step.earlier) {
        expect(each.language).toBe(step.language);
        expect(each.prompt.startsWith('DE ')).toBe(isFirst);
      }
    }
    const answers = answersIn(book);
    expect(answers.filter(({ question }) => question.startsWith('DE '))).toEqual([]);
    expect(
      answers.map(({ answer }) => z.object({ shownIn: z.string() }).parse(JSON.parse(answer)).shownIn),
    ).toEqual(shown.map(({ language }) => language));
    // A reply that comes twice counts once, although what is stored says more.
    const last = present(shown.slice(-1)[0]);
    const again = await participant.window.studySessions.answer({
      id: participant.studySessionId,
      entry: last.entry,
      step: last.step,
      answer: someAnswer(last),
      timing,
      timedOut: false,
    });
    expect(again.now.view).toBe('end');
  });

  it('chooses among translated options, which stay the benchmark’s; practice tells the right one in the same words', async () => {
    await using book = await inGerman({
      benchmark: 'mcsbench',
      items: [mcsBenchItem(), { ...mcsBenchItem(), id: 'mcs-0002' }],
    });
    const practice = present(book.items[0]);
    await book.ana.studies.save({
      id: book.study,
      title: 'Baseline',
      settings: { ...book.settings, practice: [practice.id] },
    });
    await book.take(translated(await book.table()));
    const { pages } = await wholeSession(book);
    const [base, probe] = stepsOf(pages);
    if (base?.answer.kind !== 'choice') throw new Error('It is no choice.');
    expect(base.answer.options.map(({ text }) => text.slice(0, 3))).toEqual(
      Array.from({ length: 5 }, () => 'DE '),
    );
    expect(probe?.prompt).toMatch(/^DE Which.+\nDie Antwort ist: (?:B\. )?DE An umbel.+\nDE Which/u);
    expect(probe?.earlier[0]).toMatchObject({ answerLanguage: 'de', answer: expect.stringMatching(/^DE /u) });
    const feedback = pages.map(({ now }) => now).find((now) => now.view === 'feedback');
    expect(feedback?.answers[0]).toMatchObject({
      language: 'de',
      expected: 'DE An umbel of broad, open tepals',
      prompt: expect.stringMatching(/^DE Which/u),
    });
    const [first] = answersIn(book);
    expect(JSON.parse(first?.answer ?? '')).toEqual({
      kind: 'choice',
      option: base.answer.options[0]?.id,
      shownIn: 'de',
    });
  });

  it('reads the item as it is once its text has changed: the translation is outdated', async () => {
    await using book = await inGerman({
      benchmark: 'argus',
      items: argusPairs(2),
      settings: { conditions: ['basic'] },
    });
    await book.take(translated(await book.table()));
    const participant = present((await book.participants(1))[0]);
    const { window, studySessionId: id } = participant;
    let page = await window.studySessions.look({ id });
    while (page.now.view !== 'step' || page.now.step !== 'question') page = await goOn(window, id, page);
    expect(page.now.prompt).toMatch(/^Beantworten Sie die folgende Frage anhand des Bildes\.\n\nDE Basic/u);
    book.database.exec(
      `UPDATE item SET payload = json_set(payload, '$.basic_question', 'Now?'), revision = revision + 1`,
    );
    expect((await window.studySessions.look({ id })).now).toMatchObject({
      language: 'en',
      prompt: 'Answer the following question based on the image.\n\nNow?',
    });
    expect(await book.status()).toMatchObject({ texts: 2, translated: 0, outdated: 2 });
  });

  it('is not told in which language anything is in a study in English', async () => {
    await using book = await studyCasebook({ items: cluedItems(1) });
    const { pages } = await wholeSession(book);
    expect(stepsOf(pages).map(({ language }) => language)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(answersIn(book).filter(({ answer }) => answer.includes('shownIn'))).toEqual([]);
  });
});

it('a participant’s package has the translations of what they are asked, and none besides', async () => {
  await using book = await inGerman({ items: cluedItems(4), settings: { itemsEach: 2 } });
  await book.take(translated(await book.table()));
  const participant = present((await book.participants(1))[0]);
  // The images are no files here, and are not what this is about.
  book.database.exec('UPDATE item_image SET image_id = NULL');
  const target = book.folder.join('p.casebook-package');
  await resultOf(book.ana.merging.package({ personId: participant.personId, target }));
  const elsewhere = await program(book.folder.join('elsewhere'));
  const path = book.folder.join('elsewhere', 'p.casebook');
  await elsewhere.window.casebooks.openPackage({ path: target, target: path });
  const { database } = elsewhere.core.services().casebook;
  const asked = database.prepare<[], string>('SELECT id FROM item').pluck().all();
  const settings = database.prepare<[], string>('SELECT settings FROM study').pluck().get() ?? '';
  const packed = z
    .object({ translations: z.array(z.object({ itemId: z.string() })) })
    .parse(JSON.parse(settings)).translations;
  expect(new Set(packed.map(({ itemId }) => itemId))).toEqual(new Set(asked));
  expect(asked).toHaveLength(2);
  const pages = await completeStudySession(elsewhere.window, participant.studySessionId);
  expect(stepsOf(pages).filter(({ prompt }) => !prompt.startsWith('DE '))).toEqual([]);
  await elsewhere.close();
});

it('the report names the language of each question, and has the translations with their translator', async () => {
  await using book = await inGerman({ items: cluedItems(3) });
  const lines = translated(await book.table());
  const [left] = lines.splice(
    lines.findIndex(({ field, original }) => field === 'main_ins' && original?.includes('3:')),
    1,
  );
  await book.take(lines);
  await wholeSession(book);
  const target = book.folder.join('report');
  const { files } = await resultOf(book.ana.studies.report({ id: book.study, target, names: true }));
  expect(files).toContain('translations.csv');
  const answers = rowsOf(readFileSync(join(target, 'answers.csv'), 'utf8'));
  expect(
    answers.map(({ item, question_language: language }) => language === 'de' || item === left?.['item']),
  ).toEqual(answers.map(() => true));
  expect(answers.filter(({ question_language: language }) => language === 'en')).toHaveLength(1);
  const reported = rowsOf(readFileSync(join(target, 'translations.csv'), 'utf8'));
  expect(reported).toEqual(await book.table());
  expect(reported.filter(({ translator }) => translator === 'Eva')).toHaveLength(8);
  expect(readFileSync(join(target, 'study.json'), 'utf8')).not.toContain('DE Claim');
  // Of an item that has changed since, the report has what was shown, and what is there today.
  book.database.exec(
    `UPDATE item SET payload = json_set(payload, '$.main_ins', 'Now?') WHERE payload ->> 'main_ins' LIKE 'Claim 1:%'`,
  );
  await resultOf(book.ana.studies.report({ id: book.study, target, names: true, force: true }));
  const after = rowsOf(readFileSync(join(target, 'translations.csv'), 'utf8'));
  expect(after).toHaveLength(10);
  expect(after.filter(({ original }) => original === 'Now?')).toMatchObject([{ text: '', translator: '' }]);
});

it('the command line writes the table and takes it in, or says line by line why not', async () => {
  await using book = await inGerman({ items: cluedItems(1) });
  const { path } = book.core.services().casebook;
  await book.core.keeper.close();
  const file = book.folder.join('texts.csv');
  const study = async (...words: string[]) => casebook('study', path, ...words);
  const written = await study('translations', 'Baseline', file);
  expect(written.stdout).toBe(
    `4 texts of 1 item written to ${file}; 0 translated into German, 0 outdated.\n`,
  );
  expect((await study('translations', 'Baseline', file)).stderr).toContain('exists already');
  const [first = {}, ...others] = translated(rowsOf(readFileSync(file, 'utf8')));
  writeFileSync(file, csvOf([{ ...first, translator: '' }, ...others]));
  const refused = await study('translate', 'Baseline', file);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toBe(
    '1 line cannot be used. Nothing was imported.\nline 2: The translator is missing.\n',
  );
  writeFileSync(file, csvOf([first, ...others.slice(1), { ...others[0], text: '' }]));
  const stored = await study('translate', 'Baseline', file);
  expect(stored).toMatchObject({ code: 0, stdout: '3 translations stored; 1 line without a translation.\n' });
  expect(
    JSON.parse((await study('translations', 'Baseline', file, '--force', '--json')).stdout),
  ).toMatchObject({
    texts: 4,
    translated: 3,
    items: 1,
    translatedItems: 0,
  });
  expect(existsSync(file)).toBe(true);
});
