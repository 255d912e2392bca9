import { cpSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { ResponseId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { answerFile, plantAnswers, plantVerdicts, verdictLines } from '../helpers/answerFiles.ts';
import { contentOf, put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

type Folder = ReturnType<typeof temporaryFolder>;

/** UTC milliseconds. */
const MONDAY = Date.UTC(2026, 0, 5, 9);
const TUESDAY = Date.UTC(2026, 0, 6, 9);
const WEDNESDAY = Date.UTC(2026, 0, 7, 9);

const items = [...syntheticItems(12, 7)];
const planted = plantAnswers(items, { seed: 5 });
const RESPONDENT = { respondent: { name: 'm', version: '1' } };

const Unit = z.object({ response: ResponseId, criterion: z.string(), subject: z.string() });

const linesIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const lines = (rows: readonly JsonObject[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Opens a casebook at a time, which stands still. */
async function at<T>(
  folder: Folder,
  name: string,
  now: number,
  work: (services: Services) => Promise<T> | T,
): Promise<T> {
  const ports = testPorts(folder.path, { now: () => now });
  const services = createServices(await openCasebook(folder.join(`${name}.casebook`), ports));
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

const bringIn = async (book: Services, format: string, source: string, more: object = {}): Promise<void> => {
  const report = await book.importExport.import({ source, format, ...more }, null, quietly);
  expect(report).toMatchObject({ applied: true, skipped: [] });
};

const copy = (folder: Folder, from: string, to: string): void =>
  cpSync(folder.join(`${from}.casebook`), folder.join(`${to}.casebook`), { recursive: true });

/** A casebook of items, and of the people who judge them. */
async function base(folder: Folder): Promise<void> {
  const services = createServices(
    await createCasebook(
      folder.join('base.casebook'),
      { benchmark: 'caughtcheating', title: 'Base' },
      testPorts(folder.path, { now: () => MONDAY }),
    ),
  );
  for (const handle of ['jo', 'ana']) services.people.add({ handle, name: handle, roles: ['judge'] }, null);
  for (const handle of ['ada', 'bodil'])
    services.people.add({ handle, name: handle, roles: ['adjudicator'] }, null);
  await bringIn(services, 'caughtcheating', put(folder.join('data_info.json'), JSON.stringify(items)));
  await services.close();
}

const BOTH_WAYS = [
  ['one', 'two'],
  ['two', 'one'],
] as const;
const MADE_AND_READ = [
  ['made', 'read'],
  ['read', 'made'],
] as const;

const disputed = planted.units.filter(({ criterion }) => criterion === 'cue_match').slice(0, 2);

/** What a line says a verdict or a decision is about. */
const about = ({ item, step, criterion, subject }: (typeof planted.units)[number]): JsonObject => ({
  item,
  step,
  criterion,
  subject,
  respondent: 'm',
  respondent_version: '1',
  respondent_kind: 'model',
});

/** The files of answers, of verdicts and of decisions between them. */
function files(folder: Folder) {
  const said = (judge: string, seed: number, more: JsonObject) =>
    verdictLines(planted, plantVerdicts(planted, { seed, errors: 0.2 }), { respondent: 'm', judge, more });
  const decisions = disputed.map((unit) => ({
    ...about(unit),
    record: 'decision',
    judge: 'ada',
    value: 'NO',
    cause: 'human_slip',
    rationale: 'It says so.',
  }));
  return {
    answers: put(folder.join('m.json'), JSON.stringify(answerFile(items, planted))),
    verdicts: put(
      folder.join('verdicts.jsonl'),
      said('jo', 1, { judge_kind: 'human' }) + said('gpt', 2, { judge_kind: 'model' }) + lines(decisions),
    ),
  };
}

async function bringInAll(folder: Folder, name: string, now: number): Promise<void> {
  const { answers, verdicts } = files(folder);
  await at(folder, name, now, async (book) => {
    await bringIn(book, 'caughtcheating-answers', answers, RESPONDENT);
    await bringIn(book, 'verdicts-jsonl', verdicts);
  });
}

/** What counts: the accepted verdicts on everything judged, and between whom judges differ. */
const itemStatus = ({ casebook: { database } }: Services): unknown[] =>
  database
    .prepare(
      `SELECT response_id, criterion, subject, state, value, source, judges, human_human, human_model, model_model
       FROM verdict_state ORDER BY response_id, criterion, subject`,
    )
    .all();

const rowsOf = ({ casebook: { database } }: Services): Record<string, unknown> =>
  Object.fromEntries(
    ['person', 'response', 'judgment', 'verdict_decision'].map((table) => [
      table,
      database.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ]),
  );

const decided = ({ casebook: { database } }: Services): unknown[] =>
  database.prepare("SELECT value FROM verdict_state WHERE state = 'decided'").pluck().all();

/** Merges, and once more, which finds nothing new. */
async function merge(folder: Folder, into: string, ...sources: readonly string[]): Promise<void> {
  await at(folder, into, WEDNESDAY, async (book) => {
    const paths = sources.map((source) => folder.join(`${source}.casebook`));
    const { merging } = book;
    const report = await merging.merge(paths, { dryRun: false, by: null, agreed: true }, quietly);
    for (const source of report.sources)
      expect(source).toMatchObject({ refused: null, conflicts: 0, left: [] });
    expect(report.conflicts).toEqual([]);
    const once = contentOf(book);
    await merging.merge(paths, { dryRun: false, by: null, agreed: true }, quietly);
    expect(contentOf(book)).toEqual(once);
  });
}

it('the same answers, verdicts and decisions read in two copies at different times are there once', async () => {
  using folder = temporaryFolder();
  await base(folder);
  for (const name of ['one', 'two', 'none']) copy(folder, 'base', name);
  await bringInAll(folder, 'one', MONDAY);
  await bringInAll(folder, 'two', TUESDAY);
  const alone = await at(folder, 'one', WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)]);
  expect(await at(folder, 'one', WEDNESDAY, decided)).toEqual(['"NO"', '"NO"']);
  for (const [number, [into, ...sources]] of (
    [
      ['one', 'two'],
      ['two', 'one'],
      ['none', 'one', 'two'],
      ['none', 'two', 'one'],
    ] as const
  ).entries()) {
    const name = `merged-${String(number)}`;
    copy(folder, into, name);
    await merge(folder, name, ...sources);
    expect(await at(folder, name, WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)])).toEqual(alone);
  }
});

it('a later file read in one copy holds in both, also where the item was changed there before', async () => {
  using folder = temporaryFolder();
  await base(folder);
  for (const name of ['one', 'two']) copy(folder, 'base', name);
  await bringInAll(folder, 'one', TUESDAY);
  await at(folder, 'two', MONDAY, ({ casebook: { database } }) =>
    database.exec('UPDATE item SET revision = revision + 1'),
  );
  const unit = present(planted.units.find(({ criterion }) => criterion === 'false_match'));
  const said = { ...about(unit), judge: 'mia', judge_kind: 'model' };
  const verdict = (name: string, value: string, rationale: string | null) =>
    put(folder.join(name), lines([{ ...said, value, rationale }]));
  await at(folder, 'one', TUESDAY, (book) =>
    bringIn(book, 'verdicts-jsonl', verdict('plain.jsonl', 'YES', null)),
  );
  await bringInAll(folder, 'two', MONDAY);
  await at(folder, 'two', MONDAY, (book) =>
    bringIn(book, 'verdicts-jsonl', verdict('reasoned.jsonl', 'YES', 'It looks so.')),
  );
  await at(folder, 'two', MONDAY + 1, (book) =>
    bringIn(book, 'verdicts-jsonl', verdict('later.jsonl', 'NO', 'It does not.')),
  );
  const later = await at(folder, 'two', WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)]);
  for (const [into, source] of BOTH_WAYS) {
    const name = `${into}-with-${source}`;
    copy(folder, into, name);
    await merge(folder, name, source);
    expect(await at(folder, name, WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)])).toEqual(later);
  }
});

it('a decision made in one copy and read in the other is one, and is taken back in both', async () => {
  using folder = temporaryFolder();
  await base(folder);
  const { answers, verdicts } = files(folder);
  await at(folder, 'base', MONDAY, async (book) => {
    await bringIn(book, 'caughtcheating-answers', answers, RESPONDENT);
    // The verdicts without the decisions.
    const judged = linesIn(verdicts).filter((line) => !line.includes('"decision"'));
    await bringIn(book, 'verdicts-jsonl', put(folder.join('judged.jsonl'), judged.join('\n')));
  });
  for (const name of ['made', 'read']) copy(folder, 'base', name);
  const unit = await at(folder, 'made', TUESDAY, async (book) => {
    const ada = present(book.people.called('ada'));
    const found = Unit.parse(
      book.casebook.database
        .prepare(
          `SELECT v.response_id AS response, v.criterion, v.subject FROM verdict_state v
           JOIN item i ON i.id = v.item_id JOIN response r ON r.id = v.response_id
           WHERE v.state = 'disputed' ORDER BY i.external_id, r.step, v.criterion, v.subject`,
        )
        .get(),
    );
    const decision = { value: 'NO', cause: 'human_slip', note: 'It says so.', replaces: null } as const;
    book.verdicts.decide(found, decision, ada);
    const target = folder.join('made.jsonl');
    await book.importExport.export(
      { target, names: true, times: true, format: 'verdicts-jsonl' },
      null,
      quietly,
    );
    return found;
  });
  await at(folder, 'read', WEDNESDAY, (book) => bringIn(book, 'verdicts-jsonl', folder.join('made.jsonl')));
  const made = await at(folder, 'made', WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)]);
  for (const [into, source] of MADE_AND_READ) {
    const name = `${into}-with-${source}`;
    copy(folder, into, name);
    await merge(folder, name, source);
    expect(await at(folder, name, WEDNESDAY, decided)).toEqual(['"NO"']);
    expect(await at(folder, name, WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)])).toEqual(made);
  }
  copy(folder, 'made', 'reopened');
  const reopened = await at(folder, 'reopened', WEDNESDAY, (book) => {
    const bodil = present(book.people.called('bodil'));
    book.verdicts.reopen(unit, 'Once more.', bodil);
    return [itemStatus(book), rowsOf(book)];
  });
  for (const [into, source] of [
    ['read', 'reopened'],
    ['reopened', 'read'],
    ['read-with-made', 'reopened'],
    ['read', 'made-with-read'],
  ] as const) {
    const name = `${into}-then-${source}`;
    copy(folder, into, name);
    await merge(folder, name, source, 'reopened');
    expect(await at(folder, name, WEDNESDAY, decided)).toEqual([]);
    expect(await at(folder, name, WEDNESDAY, (book) => [itemStatus(book), rowsOf(book)])).toEqual(reopened);
  }
});
