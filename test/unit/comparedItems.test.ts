import { expect, it } from 'vitest';
import { basisOf } from '../../electron/core/features/metrics/basis.ts';
import { basisNotes } from '../../electron/core/features/metrics/basisNotes.ts';
import { RowWriter } from '../../electron/core/features/metrics/rowWriter.ts';
import type { MetricsTable } from '../../electron/core/features/metrics/table.ts';
import { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { ComparedItems } from '../../shared/contract/counting.ts';

/** A table of items of tasks; models answered some in some conditions. */
function tableOf(
  tasks: readonly string[],
  conditions: readonly string[],
  models: Readonly<Record<string, readonly (readonly [item: number, condition: number])[]>>,
): MetricsTable {
  const nothing = {
    counted: [1],
    rests: null,
    missing: [],
    ifPresentAlone: null,
    ifReadableAlone: null,
    ifAllJudged: null,
    ifJudgedAlone: null,
  };
  return {
    items: tasks.map((task, place) => ({
      id: ItemId.parse(`00000000-0000-7000-8000-00000000000${String(place)}`),
      externalId: String(place),
      label: null,
      group: '',
      facets: new Map([['task', task]]),
    })),
    conditions,
    rows: Object.entries(models).map(([name, units], place) => {
      const writer = new RowWriter();
      for (const [item, condition] of units) writer.add(item, condition, nothing);
      const id = PersonId.parse(`00000000-0000-7000-8000-00000000001${String(place)}`);
      const respondent = { id, handle: name, name, kind: 'model' as const, version: null };
      return { ...writer.close(), key: name, name, kind: 'model' as const, respondent, participants: 0 };
    }),
    people: [],
    missing: new Map(),
    unread: new Map(),
    undecided: [],
    nameOf: (id) => Object.keys(models)[Number(id.slice(-1))] ?? id,
  };
}

const keptOf = (
  table: MetricsTable,
  asked: ComparedItems,
  facets: readonly string[] = [],
): { all: string[]; each: string[] } => {
  const { keep, keepIn } = basisOf(table, asked, facets);
  const units = table.items.flatMap((_, item) =>
    table.conditions.map((_name, condition) => [item, condition] as const),
  );
  const named = (of: (item: number, condition: number) => boolean): string[] =>
    units.filter(([item, condition]) => of(item, condition)).map((unit) => unit.join(':'));
  return { all: named(keep), each: named(keepIn) };
};

it('are those that everybody answered in the same version', () => {
  const table = tableOf(['t', 't', 't'], ['basic', 'deceptive'], {
    a: [
      [0, 0],
      [0, 1],
      [1, 0],
    ],
    b: [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
  });
  // In the version that a alone met nobody is compared with a.
  expect(keptOf(table, 'common')).toEqual({ all: ['0:0', '1:0'], each: ['0:0', '0:1', '1:0'] });
  expect(keptOf(table, 'own').all).toEqual(['0:0', '0:1', '1:0', '2:0']);
});

it('are those of each task where no figure is of several: who did one of them takes no other away', () => {
  const table = tableOf(['grid', 'grid', 'match', 'match'], [''], {
    a: [
      [0, 0],
      [1, 0],
      [2, 0],
    ],
    b: [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
    c: [[1, 0]],
  });
  expect(keptOf(table, 'common').all).toEqual(['1:0']);
  expect(keptOf(table, 'common', ['task']).all).toEqual(['1:0', '2:0']);
  expect(basisNotes(basisOf(table, 'common', ['task']))).toEqual([
    'Everybody is compared on the items that everybody answered: 1 of grid; 1 of match.',
    'grid: b has no answer to 1 item that others lack, too. c has no answer to 1 item that others lack, too.',
    'match: a has no answer to 1 item; without a there would be 2 items in place of 1.',
  ]);
});

it('are each one’s own in a task alone where nothing is common', () => {
  const table = tableOf(['grid', 'grid', 'match'], [''], {
    a: [
      [0, 0],
      [2, 0],
    ],
    b: [
      [1, 0],
      [2, 0],
    ],
  });
  expect(keptOf(table, 'common', ['task']).all).toEqual(['0:0', '1:0', '2:0']);
  expect(basisNotes(basisOf(table, 'common', ['task']))).toEqual([
    'grid: No item has everybody’s answers: the figures cannot be compared. Each covers the items that its respondent answered: a 1, b 1.',
    'match: Everybody is compared on the 1 item that everybody answered.',
  ]);
});

it('speak of all people in the plural', () => {
  const table = tableOf(['grid', 'grid'], [''], {
    a: [
      [0, 0],
      [1, 0],
    ],
    b: [[1, 0]],
  });
  const basis = basisOf(table, 'common', []);
  const asPeople = basis.parts.map((part) => ({
    ...part,
    shrinks: part.shrinks.map((each) => ({ ...each, key: 'people', called: 'People' })),
  }));
  expect(basisNotes({ ...basis, parts: asPeople })).toContain(
    'People have no answer to 1 item; without People there would be 2 items in place of 1.',
  );
});
