import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { SCHEMA, type TableName } from '../../electron/core/db/schema.ts';
import { sourceFiles } from '../helpers/importGraph.ts';

const CORE = 'electron/core';

/** The one module that writes each table, below `electron/core`. */
const WRITERS: Readonly<Record<TableName, string>> = {
  meta: 'db/meta.ts',
  person: 'records/people/personTable.ts',
  image: 'records/images/imageTable.ts',
  item: 'records/items/itemTable.ts',
  item_image: 'records/items/itemTable.ts',
  item_facet: 'derived/facets.ts',
  item_tag: 'records/items/itemTags.ts',
  item_text: 'derived/itemTexts.ts',
  assignment: 'records/answers/assignmentTable.ts',
  annotation: 'records/answers/annotationTable.ts',
  region: 'records/answers/annotationTable.ts',
  adjudication: 'access/adjudicationRows.ts',
  adjudication_claim: 'access/adjudicationRows.ts',
  rating_state: 'derived/ratingStates.ts',
  guideline: 'records/answers/guidelineTable.ts',
  comment: 'records/items/commentTable.ts',
  edition: 'features/validation/itemFixer.ts',
  validation_state: 'derived/validationStatus.ts',
  study: 'records/studies/studyRows.ts',
  study_item: 'records/studies/studyRows.ts',
  session: 'records/studies/studySessions.ts',
  session_draft: 'records/studies/studySessions.ts',
  response: 'derived/responseWriter.ts',
  exclusion: 'derived/exclusions.ts',
  judging: 'records/verdicts/judgingAssignments.ts',
  judging_assignment: 'records/verdicts/judgingAssignments.ts',
  judge_run: 'records/verdicts/judgeRuns.ts',
  judge_call: 'features/judgeRuns/calls.ts',
  judgment: 'derived/verdictWriter.ts',
  verdict_decision: 'access/verdictRows.ts',
  verdict_state: 'derived/recomputeVerdicts.ts',
  event: 'records/log.ts',
  event_item: 'records/log.ts',
  export_number: 'formats/writing/exportNumbers.ts',
  package: 'features/merging/packageWriter.ts',
  merge_conflict: 'records/sharing/conflicts.ts',
  deleted_item: 'records/sharing/deletions.ts',
  import_row: 'records/items/importedRows.ts',
  undone_row: 'records/items/importedRows.ts',
  hub: 'records/sharing/hub.ts',
  hub_outbox: 'records/sharing/hub.ts',
  hub_change: 'records/sharing/hubChanges.ts',
  hub_parcel: 'records/sharing/hub.ts',
  hub_refusal: 'records/sharing/hubRefusals.ts',
  hub_withdrawal: 'db/changes.ts',
  hub_image: 'features/hub/exchangeMerge.ts',
  hub_stimulus: 'records/sharing/hub.ts',
  recruitment: 'records/studies/arrivals.ts',
  arrival: 'records/studies/arrivals.ts',
  panel_identity: 'records/studies/arrivals.ts',
  web_link: 'records/people/webAccess.ts',
  web_session: 'records/people/webAccess.ts',
};

/**
 * Other modules that write a table, each with the tables and the reason. The list only ever gets shorter: an entry that is no
 * longer needed fails the test.
 */
const EXCEPTIONS: readonly {
  readonly module: string;
  readonly tables: readonly TableName[];
  readonly reason: string;
}[] = [
  {
    module: 'features/hub/delta.ts',
    tables: ['hub_change'],
    reason: 'Writes into a database of its own, made of what came in.',
  },
  {
    module: 'features/hub/inspectDelta.ts',
    tables: ['item', 'annotation', 'region'],
    reason: 'Writes into a database of its own, made of what came in.',
  },
  {
    module: 'merge/packageDatabase.ts',
    tables: ['item', 'item_text'],
    reason: 'Writes a fresh database: a package.',
  },
  {
    module: 'records/sharing/deletions.ts',
    tables: ['item_text'],
    reason: 'Deleting an item deletes its rows in every table.',
  },
  {
    module: 'records/studies/studySessions.ts',
    tables: ['response'],
    reason: 'Erasing a participant deletes their answers.',
  },
];

/** Modules that name the table when they run, from the description of the schema or a list of their own. */
const BY_DESCRIPTION: Readonly<Record<string, string>> = {
  'features/history/undoAnswers.ts':
    'Undoing an import of answers deletes the rows that it added, table by table.',
  'records/sharing/deletions.ts':
    'Deleting an item deletes its rows in every table that names it, and restoring one inserts them again.',
  'records/sharing/hub.ts': 'A new link to a hub empties the tables of the former one.',
  'records/studies/studySessions.ts': 'Erasing a participant deletes their rows in a list of tables.',
};

/** Modules whose database is no casebook, though its tables have names that a casebook's have. */
const OF_ANOTHER_DATABASE: ReadonlySet<string> = new Set([
  'features/import/additions/additionStaging.ts',
  'formats/ratings/ratingStaging.ts',
]);

const STATEMENT =
  /\b(?:INSERT(?: OR [A-Z]+)? INTO|REPLACE INTO|UPDATE(?: OR [A-Z]+)?|DELETE FROM)\s+(?<target>\$\{|[a-z_.]+)/gu;

/** What the SQL of a module writes: names of tables, and `${` where the name is filled in when it runs. */
function writtenBy(text: string, file: string): ReadonlySet<string> {
  const texts = textsIn(parseSync(file, text).program);
  return new Set(
    texts.flatMap((each) => [...each.matchAll(STATEMENT)].map(({ groups }) => groups?.['target'] ?? '')),
  );
}

/** The strings and templates of a syntax tree, with `${}` for what is filled in. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(textsIn);
  if (!('type' in node)) return inside;
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string')
    return [node.value, ...inside];
  if (node.type === 'TemplateLiteral' && 'quasis' in node && Array.isArray(node.quasis))
    return [node.quasis.map(rawOf).join('${}'), ...inside];
  return inside;
}

function rawOf(quasi: unknown): string {
  if (typeof quasi !== 'object' || quasi === null || !('value' in quasi)) return '';
  const { value } = quasi;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}

const isTable = (name: string): name is TableName => Object.hasOwn(SCHEMA, name);

/** Which modules of the core write which tables; `db/` is below them all and writes by the description of the schema. */
function writersOfTables(): readonly { readonly module: string; readonly target: string }[] {
  return sourceFiles(CORE).flatMap((file) => {
    const module = file.slice(CORE.length + 1);
    if (module.startsWith('db/') || OF_ANOTHER_DATABASE.has(module)) return [];
    const written = writtenBy(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'), file);
    return [...written].map((target) => ({ module, target }));
  });
}

describe('each table', () => {
  const found = writersOfTables();

  it('is written by one module', () => {
    const others = found.filter(
      ({ module, target }) =>
        isTable(target) &&
        WRITERS[target] !== module &&
        !EXCEPTIONS.some((each) => each.module === module && each.tables.includes(target)),
    );
    expect(others).toEqual([]);
  });

  it('is named where it is written, but by modules that go by a description', () => {
    const dynamic = found.flatMap(({ module, target }) => (target === '${' ? [module] : []));
    expect(dynamic.toSorted()).toEqual(Object.keys(BY_DESCRIPTION).toSorted());
  });

  it('has no exception that is no longer needed', () => {
    const unneeded = EXCEPTIONS.flatMap(({ module, tables }) =>
      tables
        .filter((table) => !found.some((each) => each.module === module && each.target === table))
        .map((table) => `${module} no longer writes ${table}`),
    );
    const idle = Object.entries(WRITERS).flatMap(([table, module]) =>
      found.some((each) => each.module === module && each.target === table) || module.startsWith('db/')
        ? []
        : [`${module} does not write ${table}`],
    );
    expect([...unneeded, ...idle]).toEqual([]);
  });
});

describe('the search for statements', () => {
  it.each<[string, readonly string[]]>([
    ['prepare("INSERT INTO item (id) VALUES (?)")', ['item']],
    ['prepare(`INSERT OR IGNORE INTO item_tag (tag) VALUES (?)`)', ['item_tag']],
    ['prepare(`UPDATE item SET split = ${"?"} WHERE id = ?`)', ['item']],
    ['prepare(`INSERT INTO item (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = 1`)', ['item']],
    ['const f = () => [`DELETE FROM ${table}`]', ['${']],
    ['prepare(`${first}; DELETE FROM region WHERE id = ?`)', ['region']],
    ['// DELETE FROM item\nprepare("SELECT id FROM item")', []],
    ['prepare("INSERT INTO temp.person (id) VALUES (?)")', ['temp.person']],
  ])('%s', (text, expected) => {
    expect([...writtenBy(text, 'x.ts')]).toEqual(expected);
  });
});
