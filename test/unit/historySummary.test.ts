import { expect, it, test } from 'vitest';
import {
  changesOf,
  inBursts,
  isDerived,
  summaryOf,
  type Names,
} from '../../electron/core/features/history/describe.ts';
import { caughtCheating } from '../../shared/benchmarks/caughtcheating/index.ts';
import type { HistoryEvent } from '../../shared/contract/history.ts';
import { EventId, ItemId, PersonId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { v7 } from 'uuid';

const item = v7();
const names: Names = {
  fields: caughtCheating.tasks.flatMap((task) => task.fields(caughtCheating.vocabulary.initial)),
  item: (id) => (id === item ? 'true_1.png' : null),
  format: (id) => (id === 'verdicts-jsonl' ? 'Verdicts of judges' : id),
};

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
  const shown = inBursts(events);
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
  expect(isDerived('settle', diff)).toBe(true);
  expect(summaryOf('settle', diff, null, 1, names)).toBe('The raters agree');
  const detail = { conflict: 'answer', choice: 'theirs', source: 'Desk two' };
  expect(isDerived('settle', null)).toBe(false);
  expect(summaryOf('settle', null, detail, 1, names)).toBe(
    'Resolved a conflict with Desk two: took what Desk two has',
  );
  expect(summaryOf('settle', null, { ...detail, choice: 'ours' }, 1, names)).toBe(
    'Resolved a conflict with Desk two: kept what was here',
  );
});
