import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { contentOf, filesIn, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { casebook, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { present } from '../helpers/present.ts';
import { completeStudySession, studyCasebook } from '../helpers/study.ts';
import { generatedItems, mcsBenchItem, mcsBenchItems } from '../helpers/mcsBenchItems.ts';

/** Items as nobody would write them and somebody will, one a line. */
const ODD: readonly string[] = [
  ...mcsBenchItems().map((item) => JSON.stringify(item)),
  JSON.stringify({ _note: null, ...mcsBenchItem(), id: 7, 'with space': [1.5, { deep: [[]] }], '': true }),
  JSON.stringify({ ...mcsBenchItem(), id: 'proto', question: '\u0000\ud800\r\n “é 😀”' }).replace(
    '{',
    '{"__proto__":{"x":1},',
  ),
  JSON.stringify({ ...mcsBenchItem(), id: 'bare', image: null, rc_items: null, evidence: null, strategy: 3 }),
];

const METRICS = z.looseObject({
  respondents: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ value: z.number().nullable(), n: z.number() })),
  ),
});

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line)));

describe('the format mcsbench', () => {
  it('goes in and out through the command line to the letter', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const source = put(folder.join('mcsbench.jsonl'), `\uFEFF${ODD.join('\r\n')}\r\n`);
    await casebook('new', path, '--benchmark', 'mcsbench');
    const report = await json(shapes.import, 0, 'import', path, source, '--format', 'mcsbench');
    expect(report).toMatchObject({ added: ODD.length, skipped: [] });
    const again = await json(shapes.import, 0, 'import', path, source, '--format', 'mcsbench');
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: ODD.length });
    const words = ['export', path, folder.join('out'), '--format', 'mcsbench', '--images', 'none'];
    await json(shapes.export, 0, ...words, '--status', 'any');
    expect(linesOf(folder.join('out', 'mcsbench.jsonl'))).toEqual(
      ODD.map((text) => JSON.stringify(JSON.parse(text))),
    );
  });

  it('takes images along in their order, and comes in again as it was handed out', async () => {
    await using book = await freshCasebook('mcsbench');
    const source = putPhotographs(book.at('source'));
    put(
      book.at('source', 'mcsbench.jsonl'),
      mcsBenchItems()
        .map((item) => JSON.stringify(item))
        .join('\n'),
    );
    expect(await formats.recognise(source)).toEqual(['mcsbench']);
    expect(await formats.recognise(book.at('source', 'mcsbench.jsonl'))).toEqual(['mcsbench']);
    const report = await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
    expect(report).toMatchObject({ added: 2, images: { added: 3, missing: 0 } });
    const { rows } = book.items.list({}, { by: 'imported', descending: false }, 0, 9, everything);
    const [, second] = rows;
    expect(
      second === undefined ? [] : book.items.get(second.id, everything).images.map(({ name }) => name),
    ).toEqual(['locomotion-house-cat.jpg', 'allium-oreophilum.jpg', 'french-alpine-landscape.jpg']);
    await book.importExport.export(
      { target: book.at('out'), format: 'mcsbench', images: 'copy', status: ['draft'] },
      null,
      quietly,
    );
    // What one of two items that share an image says of its rights concerns both.
    expect(filesIn(book.at('out', 'images'))).toHaveLength(2);
    await using other = await freshCasebook('mcsbench');
    const back = await other.importExport.import(
      { source: book.at('out'), format: 'mcsbench' },
      null,
      quietly,
    );
    expect(back).toMatchObject({ added: 2, images: { added: 2, missing: 1 } });
  });

  it('holds 661 generated items over the seven tasks', async () => {
    await using book = await freshCasebook('mcsbench');
    const source = put(book.at('items.json'), JSON.stringify(generatedItems(661)));
    const report = await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
    expect(report).toMatchObject({ added: 661, skipped: [] });
    // What nobody has answered yet is no news of any of them.
    expect(report.warnings.filter(({ field }) => field === 'verdict' || field === 'shortcut')).toEqual([]);
    await book.importExport.export(
      { target: book.at('all.json'), format: 'mcsbench', images: 'none', status: ['draft'] },
      null,
      quietly,
    );
    expect(readObjects(book.at('all.json'))).toEqual(generatedItems(661));
  });

  it('says in a dry run what the import would say, damaged images and kept edits included', async () => {
    await using book = await freshCasebook('mcsbench');
    const photographs = putPhotographs(book.at('source'));
    const folder = (...lines: JsonObject[]): void => {
      put(book.at('source', 'mcsbench.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    };
    put(book.at('source', 'torn.jpg'), 'no image');
    const { id: _, ...item } = mcsBenchItem();
    folder(
      { id: 'a', ...item },
      { id: 'b', ...item, question: 'It isnâ€™t what? (Answer: B)', split: 'train' },
      { id: 'c', ...item, image: 'torn.jpg' },
    );
    const request = { source: photographs, format: 'mcsbench' } as const;
    const dry = await book.importExport.import({ ...request, dryRun: true }, null, quietly);
    const run = await book.importExport.import(request, null, quietly);
    expect(run.warnings.map(({ item: name, field }) => [name, field])).toEqual([
      ['c', 'images'],
      ['b', 'question'],
      ['b', 'question'],
    ]);
    expect(dry).toEqual({ ...run, applied: false, similar: [] });
    // An edit that stays, and a split.
    const b = present(book.items.list({}, { by: 'imported', descending: false }, 0, 3, everything).rows[1]);
    book.casebook.derived.items.setPayload(b.id, { ...item, id: 'b', question: 'Mine?', split: 'train' });
    book.casebook.derived.items.setImported(b.id, { ...item, id: 'b', question: 'Theirs?', split: 'train' });
    book.casebook.derived.items.setSplit(b.id, 'test');
    folder({ id: 'b', ...item, question: 'Theirs, again?', split: 'dev' });
    const before = await book.importExport.import({ ...request, dryRun: true }, null, quietly);
    expect(before.warnings.map(({ field }) => field)).toEqual(['question', 'split']);
    expect((await book.importExport.import(request, null, quietly)).warnings).toEqual(
      expect.arrayContaining(before.warnings),
    );
  });

  it('checks what it holds: once that nobody has reviewed it, and every fault by itself', async () => {
    await using book = await freshCasebook('mcsbench');
    const lines = generatedItems(40).map((item, number) =>
      number === 7 ? { ...item, question: 'What isnâ€™t there?' } : item,
    );
    const source = put(book.at('items.json'), JSON.stringify(lines));
    await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
    const check = async () =>
      (await checkCasebook(book.casebook, everything, quietly.progress, quietly.signal)).problems;
    const told = (await check()).filter(({ where }) => !where.endsWith(', Images'));
    expect(told).toEqual([
      {
        where: '40 items',
        what: 'Nobody has reviewed them yet. The first: generated-0, generated-1, generated-2.',
        severity: 'warning',
      },
      {
        where: 'generated-7, Question',
        what: 'The question has characters of a wrong encoding (“isnâ€™t”).',
        severity: 'warning',
      },
    ]);
    // An accepted item that nobody has reviewed is an error of its own.
    const first = present(
      book.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0],
    );
    book.casebook.derived.items.setStatus(first.id, 'accepted');
    const after = await check();
    expect(after[0]?.where).toBe('39 items');
    expect(after).toContainEqual({
      where: 'generated-0, Verdict',
      what: 'Nobody has accepted, sent back or rejected the item yet.',
      severity: 'error',
    });
  });

  it('takes a generator’s output apart: a list of questions for each concept and image', async () => {
    await using book = await freshCasebook('mcsbench');
    const { question = '', options = [], answer = '', strategy = null } = mcsBenchItem();
    const generated = { question, options, answer, strategy };
    const wrapper = {
      concept: 'ornamental onion',
      task: 'C-A Discr.',
      image: 'pictures/allium.jpg',
      references: ['a', 'b', 'c'],
    };
    const source = put(
      book.at('generated.json'),
      JSON.stringify([
        { ...wrapper, questions: [generated, { ...generated, answer: 'C' }] },
        {
          ...wrapper,
          image: 'pictures/other.jpg',
          questions: [generated, { ...generated, options: ['one'] }, 7],
        },
      ]),
    );
    expect(await formats.recognise(source)).toEqual(['mcsbench']);
    const request = { source, format: 'mcsbench' } as const;
    const report = await book.importExport.import(request, null, quietly);
    expect(report.skipped.map(({ item, field }) => [item, field])).toEqual([
      ['ornamental onion/other-2', 'options'],
      ['item 2, question 3', null],
    ]);
    expect(await book.importExport.import({ ...request, keepGoing: true }, null, quietly)).toMatchObject({
      added: 3,
    });
    await book.importExport.export(
      { target: book.at('all.json'), format: 'mcsbench', images: 'none', status: ['draft'] },
      null,
      quietly,
    );
    expect(readObjects(book.at('all.json'))).toEqual([
      { id: 'ornamental onion/allium-1', ...wrapper, ...generated },
      { id: 'ornamental onion/allium-2', ...wrapper, ...generated, answer: 'C' },
      { id: 'ornamental onion/other-1', ...wrapper, image: 'pictures/other.jpg', ...generated },
    ]);
    const again = await book.importExport.import({ ...request, keepGoing: true }, null, quietly);
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
  });

  it('scores a model’s imported answers: accuracy, and SAI where every probe is answered', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const items = generatedItems(7);
    await casebook('new', path, '--benchmark', 'mcsbench');
    const source = put(folder.join('items.json'), JSON.stringify(items));
    await json(shapes.import, 0, 'import', path, source, '--format', 'mcsbench');
    // Every base item right but the last; of the probes, whose gold chains are F, G and H, the first two.
    const lines = items.flatMap(({ id = null, answer = null, rc_items }, number) => [
      {
        item: id,
        step: 'base',
        answer: number === 6 ? 'none of them' : `The answer is ${typeof answer === 'string' ? answer : ''}.`,
      },
      ...(rc_items === undefined ? [] : ['F', 'G', 'J']).map((chain, at) => ({
        item: id,
        step: `rc/${String(at)}`,
        answer: chain,
      })),
    ]);
    const answers = put(
      folder.join('answers.jsonl'),
      lines.map((line) => JSON.stringify({ ...line, respondent: 'model-x' })).join('\n'),
    );
    await json(shapes.import, 0, 'import', path, answers, '--format', 'answers-jsonl');
    const { respondents } = await json(METRICS, 0, 'metrics', path);
    expect(respondents['model-x']).toMatchObject({
      // What names no option is wrong until a judge finds the gold one in it.
      accuracy: { value: 6 / 7, n: 7 },
      sai: { n: 5 },
      hypo: { value: 1, n: 1 },
      mi_match: { value: 0, n: 1 },
    });
    expect(respondents['model-x']?.['sai']?.value).toBeCloseTo((4 * 2) / 3 / 5, 12);
    const readable = (await json(METRICS, 0, 'metrics', path, '--readable')).respondents['model-x'];
    expect(readable).toMatchObject({
      accuracy: { value: 1, n: 6, coverage: { covered: 6, of: 7 } },
      sai: { n: 4 },
      mi_match: { value: null, n: 0 },
    });
    expect(readable?.['sai']?.value).toBeCloseTo(2 / 3, 12);
  });

  it('names what is wrong and changes nothing', async () => {
    await using book = await freshCasebook('mcsbench');
    const item = mcsBenchItem();
    const { question: _, ...unasked } = item;
    const lines = [
      item,
      unasked,
      { ...item, id: 'four', options: ['a', 'b', 'c', 'd'] },
      { ...item, id: 'key', answer: 'F' },
      { ...item, id: 'task', task: 'Something' },
      { base_id: 'mcs-0001', question: 'Which chain?', options: ['a', 'b', 'c', 'd', 'e'], answer: 'F' },
      item,
    ].map((each) => JSON.stringify(each));
    const source = put(book.at('a.jsonl'), lines.join('\n'));
    const before = contentOf(book);
    const report = await book.importExport.import({ source, format: 'mcsbench' }, null, quietly);
    expect(report.skipped.map(({ item: name, field }) => [name, field])).toEqual([
      ['mcs-0001', 'question'],
      ['four', 'options'],
      ['key', 'answer'],
      ['task', 'task'],
      ['line 6', 'base_id'],
      ['mcs-0001', null],
    ]);
    expect(contentOf(book)).toEqual(before);
  });
});

describe('a study session over items of MCSBench', () => {
  it('asks for the reasoning only once the answer is locked, and tells nothing before', async () => {
    await using book = await studyCasebook({ benchmark: 'mcsbench', items: mcsBenchItems(), imagesEach: 3 });
    const participant = present((await book.participants(1))[0]);
    const pages = await completeStudySession(participant.window, participant.studySessionId);
    const steps = pages.flatMap(({ now }) => (now.view === 'step' ? [now] : []));
    const asked = (...prefixes: readonly string[]) =>
      steps.filter(({ prompt }) => prefixes.some((prefix) => prompt.startsWith(prefix)));
    expect(asked('Which single attribute').map(({ step }) => step)).toEqual(['base', 'rc/0', 'rc/1', 'rc/2']);
    expect(asked('Which of the images').map(({ answer }) => answer.kind)).toEqual(['choices']);
    const shown = JSON.stringify(
      pages.slice(
        0,
        pages.findIndex(({ now }) => now === asked('Which single')[1]),
      ),
    );
    expect(shown).not.toMatch(/The answer is|reasoning chain|ornamental onion|Confusing attribute/u);
    // What was chosen says by itself whether it is right.
    const verdicts = book.database
      .prepare<[], string>('SELECT source FROM verdict_state ORDER BY source')
      .pluck()
      .all();
    expect(verdicts).toEqual(['exact', 'exact', 'exact', 'exact', 'exact']);
  });
});
