import { expect, it, test } from 'vitest';
import { changesOf, mergeBursts, type Names } from '../../electron/core/features/history/describe.ts';
import { isDerived, summaryOf as summary } from '../../electron/core/features/history/sentences.ts';
import { caughtCheating } from '../../shared/benchmarks/caughtcheating/index.ts';
import type { HistoryEvent } from '../../shared/contract/history.ts';
import { EventId, ItemId, PersonId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { v7 } from 'uuid';

const item = v7();
const names: Names = {
  fields: caughtCheating.tasks.flatMap((task) => task.fields(caughtCheating.vocabulary.initial)),
  item: (id) => (id === item ? 'true_1.png' : null),
  format: (id) => (id === 'verdicts-jsonl' ? 'Verdicts of judges' : id),
};

const summaryOf = (kind: string, diff: JsonObject | null, detail: Json, items: number, of: Names): string =>
  summary({ kind, diff, detail, items }, of);

test('a submission says how long somebody worked on it, where that was counted', () => {
  const said = (activeMilliseconds: number): string =>
    summaryOf('submit', null, { annotation: 'a', activeMilliseconds }, 1, names);
  expect(said(41_200)).toBe('Submitted the answer in 41 s');
  expect(said(200_000)).toBe('Submitted the answer in 3 min 20 s');
  expect(said(120)).toBe('Submitted the answer in less than a second');
  expect(said(0)).toBe('Submitted the answer');
  expect(summaryOf('submit', null, { annotation: 'a' }, 1, names)).toBe('Submitted the answer');
});

const field = (name: string, value: JsonObject[string]) => ({ type: 'field', name, value });

it('calls fields and values as the form does, and shows no JSON', () => {
  const diff: JsonObject = {
    added: { 'field:discardReason': field('discardReason', 'poor quality') },
    updated: {
      'field:label': [field('label', null), field('label', true)],
      'field:clues': [
        field('clues', []),
        field('clues', [{ id: 'clue-1', text: 'Two cups.', deterministic: true }]),
      ],
      [item]: ['draft', 'in_review'],
    },
    removed: {},
  };
  const changes = changesOf(diff, names);
  expect(changes.map(({ field: title }) => title)).toEqual([
    'Discard reason',
    'Clued',
    expect.any(String),
    'true_1.png',
  ]);
  expect(changes.map(({ from, to }) => [from, to])).toEqual([
    [null, 'poor quality'],
    [null, 'clued'],
    [null, expect.stringContaining('Two cups.')],
    ['draft', 'in review'],
  ]);
  expect(JSON.stringify(changes)).not.toMatch(/\{\\"|clue-1|field:/u);
  expect(summaryOf('edit', diff, null, 1, names)).toMatch(/^Edited Discard reason, Clued, /u);
});

it('shows what changed in an item’s record, key by key', () => {
  const diff: JsonObject = {
    added: {},
    updated: {
      [item]: [
        { scene: 'hotel', url: 'a' },
        { scene: 'dining', url: 'a' },
      ],
    },
    removed: {},
  };
  expect(changesOf(diff, names)).toEqual([{ field: 'true_1.png: scene', from: 'hotel', to: 'dining' }]);
});

it('shows a burst of typing as one change, from what was there before to what is there now', () => {
  const person = PersonId.parse(v7());
  const edit = (at: number, from: string, to: string, of = 'Claim question'): HistoryEvent => ({
    id: EventId.parse(v7()),
    sequence: at,
    at: at * 1000,
    startedAt: at * 1000,
    personId: person,
    person: 'ana',
    name: 'Ana',
    kind: 'edit',
    summary: `Edited ${of}`,
    itemId: ItemId.parse(item),
    externalId: 'true_1.png',
    items: 1,
    changes: [{ field: of, from, to }],
    undoable: false,
  });
  const events = [
    edit(40, 'a', 'b', 'Scenario'),
    edit(39, 'My boy', 'My boyfriend'),
    edit(37, 'My', 'My boy'),
    edit(35, '', 'My'),
    edit(10, 'x', ''),
  ];
  const shown = mergeBursts(events);
  expect(shown.map(({ changes }) => changes)).toEqual([
    [{ field: 'Scenario', from: 'a', to: 'b' }],
    [{ field: 'Claim question', from: '', to: 'My boyfriend' }],
    [{ field: 'Claim question', from: 'x', to: '' }],
  ]);
  expect(shown[1]).toMatchObject({ at: 39_000, startedAt: 35_000, sequence: 35 });
});

test('an entry about a person says what became of them', () => {
  const said = (updated: JsonObject): string =>
    summaryOf('person', { added: {}, updated, removed: {} }, { handle: 'bo' }, 0, names);
  expect(summaryOf('person', null, { handle: 'bo' }, 0, names)).toBe('Added bo');
  expect(said({ name: ['bo', 'Bo Berg'] })).toBe('Changed the name of bo');
  expect(said({ name: ['bo', 'Bo'], roles: ['annotator', 'curator'] })).toBe(
    'Changed the name and roles of bo',
  );
  expect(said({ deactivated: ['no', 'yes'] })).toBe('Deactivated bo');
  expect(said({ deactivated: ['yes', 'no'] })).toBe('Reactivated bo');
  expect(said({ 'set aside': ['no', 'yes'] })).toBe('Set the verdicts of bo aside');
  expect(said({ 'set aside': ['yes', 'no'] })).toBe('Counted the verdicts of bo again');
});

test('imports and exports are called by the titles of their formats, ids of unknown ones stay', () => {
  const detail = { format: 'verdicts-jsonl', items: 3, added: 2, updated: 0, unchanged: 1 };
  expect(summaryOf('import', null, detail, 3, names)).toBe(
    'Imported Verdicts of judges: 2 added, 0 updated, 1 unchanged',
  );
  expect(summaryOf('export', null, { ...detail, format: 'gone' }, 3, names)).toBe('Exported gone: 3 items');
});

test('a rating status is nobody’s doing, a resolved conflict somebody’s', () => {
  const diff = { added: {}, updated: { raters: ['waiting', 'unanimous'] }, removed: {} };
  expect(isDerived({ kind: 'settle', diff })).toBe(true);
  expect(summaryOf('settle', diff, null, 1, names)).toBe('The raters agree');
  const detail = { conflict: 'answer', choice: 'theirs', source: 'Desk two' };
  expect(isDerived({ kind: 'settle', diff: null })).toBe(false);
  expect(summaryOf('settle', null, detail, 1, names)).toBe(
    'Resolved a conflict with Desk two: took what Desk two has',
  );
  expect(summaryOf('settle', null, { ...detail, choice: 'ours' }, 1, names)).toBe(
    'Resolved a conflict with Desk two: kept what was here',
  );
});

const changed = { added: {}, updated: {}, removed: {} };

test.each([
  ['skip', null, { reason: 'too dark' }, 'Skipped: too dark'],
  ['submit', null, { annotation: 'a', vouchedBy: 'ana' }, 'Signed the images off on the word of ana'],
  ['status', changed, { cause: 'image' }, 'Returned 3 items to review: the image changed'],
  ['status', changed, null, 'Set the status of 3 items'],
  ['split', changed, { split: null }, 'Changed the split of 3 items'],
  [
    'split',
    changed,
    { shares: { train: 8, test: 2 }, seed: 7, stratify: null },
    'Divided 3 items into splits: train 8, test 2; seed 7',
  ],
  ['revert', changed, { kind: 'delete' }, 'Brought back 3 items'],
  ['revert', null, { kind: 'import', removed: '2 answers' }, 'Undid an import: 2 answers removed'],
  ['revert', null, { kind: 'import', removed: '', items: 2 }, 'Undid an import: 2 items removed'],
  ['revert', null, { kind: 'import', items: 1 }, 'Undid an import: 1 item removed'],
  ['revert', changed, { kind: 'tags' }, 'Undid a change of tags (3 items)'],
  ['begin', null, { cause: 'image' }, 'Continued an answer whose image changed: the sign-off was cancelled'],
  ['begin', null, { decision: 'd' }, 'Began to decide between the raters'],
  ['begin', changed, null, 'Began again with an empty form'],
  ['reopen', changed, { note: '' }, 'Reopened the decision'],
  ['reopen', changed, { note: 'new images' }, 'Reopened the decision: new images'],
  ['decide', changed, { cause: 'rater_error', note: '' }, 'Decided between the raters: rater error'],
  [
    'guideline',
    { ...changed, added: { scene: 'a' } },
    { field: 'x', round: 2 },
    'Added a guideline on x for round 2',
  ],
  ['guideline', { ...changed, removed: { scene: 'a' } }, { field: 'x' }, 'Removed a guideline on x'],
  ['comment', null, { did: 'resolve', text: 'Why?' }, 'Resolved a comment: Why?'],
  [
    'study',
    null,
    { did: 'Opened', study: 'S', items: 20, seed: 1 },
    'Opened the study “S”: 20 items, seed 1',
  ],
  ['study', null, { did: 'Enrolled in', study: 'S', people: 1 }, 'Enrolled in the study “S”: 1 participant'],
  [
    'study',
    null,
    { did: 'Excluded', study: 'S', person: 'p1', reason: 'late' },
    'Excluded p1 (study “S”): late',
  ],
  ['delete', changed, { items: 4, names: ['a', 'b', 'c', 'd'] }, 'Deleted 4 items: a, b, c and others'],
  [
    'export',
    null,
    { format: 'x', items: 1, pseudonyms: { 'rater-1': 'bo' } },
    'Exported x: 1 items (rater-1 is bo)',
  ],
  ['settle', { ...changed, updated: { gold: ['single', null] } }, null, 'The item has no gold now'],
  ['settle', { ...changed, updated: { gold: [null, 'consensus'] } }, null, 'Gold is now consensus'],
  ['settle', { ...changed, updated: { raters: ['waiting', null] } }, null, 'Nobody rates the item now'],
])('a "%s" is told in a sentence', (kind, diff, detail, sentence) => {
  expect(summaryOf(kind, diff, detail, 3, names)).toBe(sentence);
});

test('an entry that another version wrote otherwise is told by its kind', () => {
  expect(summaryOf('submit', null, null, 1, names)).toBe('Submitted the answer');
  expect(summaryOf('import', null, { format: 3 }, 1, names)).toBe('Imported data');
  const other = { updated: { roles: [['judge'], []] } };
  expect(summaryOf('person', other, { handle: 'bo' }, 1, names)).toBe('Changed bo');
  expect(summaryOf('status', null, ['?'], 1, names)).toBe('Set the status of 1 item');
  expect(summaryOf('invented', null, null, 1, names)).toBe('invented');
});
