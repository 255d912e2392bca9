import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { MergeConflict } from '../../shared/contract/merging.ts';
import {
  addItem,
  answer,
  base,
  itemBy,
  personBy,
  RATERS,
  shelf,
  type Shelf,
  TASK,
} from '../helpers/branches.ts';
import { contentOf } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';

/** A shelf with the casebook `base` and copies of it under these names. */
async function copies(
  folder: ReturnType<typeof temporaryFolder>,
  ...names: readonly string[]
): Promise<Shelf> {
  const on = shelf(folder);
  await base(on);
  for (const name of names) on.copy('base', name);
  return on;
}

const answers = ({ casebook }: Services): unknown[] =>
  casebook.database
    .prepare(
      `SELECT p.handle, a.version, a.state, a.payload ->> 'kind' AS kind, count(r.id) AS boxes FROM annotation a
       JOIN person p ON p.id = a.person_id LEFT JOIN region r ON r.annotation_id = a.id
       GROUP BY a.id ORDER BY p.handle, a.version`,
    )
    .all();

/** What counts as somebody's rating, by person and item. */
const counting = ({ casebook: { database, records } }: Services): string[] =>
  [...records.ratings.all(TASK, 1)]
    .map(({ personId, answer: { kind } }) => {
      const handle = database
        .prepare<[string], string>('SELECT handle FROM person WHERE id = ?')
        .pluck()
        .get(personId);
      return `${handle ?? ''} ${typeof kind === 'string' ? kind : ''}`;
    })
    .sort((a, b) => (a.split(' ')[0] ?? '').localeCompare(b.split(' ')[0] ?? ''));

const goldOf = ({ items }: Services, name: string) => {
  const row = items
    .list({}, { by: 'imported', descending: false }, 0, 100, everything)
    .rows.find(({ externalId }) => externalId === name);
  return [row?.goldSource ?? null, row?.ratings ?? null];
};

const only = (conflicts: readonly MergeConflict[]): MergeConflict => {
  const [conflict, ...others] = conflicts;
  if (conflict === undefined || others.length > 0) throw new Error(`${String(conflicts.length)} conflicts.`);
  return conflict;
};

describe('one person who answered the same thing in two places', () => {
  async function answeredTwice(folder: ReturnType<typeof temporaryFolder>): Promise<Shelf> {
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('ours', (open) => answer(open, 'ana', itemBy(open, 'item-1'), { kind: 'a' }, null));
    await on.use('theirs', (open) => answer(open, 'ana', itemBy(open, 'item-1'), { kind: 'b' }, 5));
    return on;
  }

  it('is a conflict with both sides in words, once, however often it is merged', async () => {
    using folder = temporaryFolder();
    const on = await answeredTwice(folder);
    const report = await on.merge('ours', 'theirs');
    expect(report.sources[0]).toMatchObject({ refused: null, conflicts: 1, taken: { annotations: 1 } });
    const conflict = only(report.conflicts);
    expect(conflict).toMatchObject({ kind: 'answer', item: 'item-1' });
    expect(conflict.differences).toEqual([
      { field: 'kind', ours: 'a', theirs: 'b' },
      { field: 'Boxes', ours: 'nothing', theirs: 'thing at 5, 5, 10 x 10' },
    ]);
    const before = await on.use('ours', contentOf);
    expect(only((await on.merge('ours', 'theirs')).conflicts).id).toBe(conflict.id);
    expect(await on.use('ours', contentOf)).toEqual(before);
    // Until it is resolved the later answer counts, whichever casebook takes in the other.
    expect(await on.use('ours', answers)).toEqual([
      { handle: 'ana', version: 1, state: 'submitted', kind: 'a', boxes: 0 },
      { handle: 'ana', version: 2, state: 'submitted', kind: 'b', boxes: 1 },
    ]);
    expect(await on.use('ours', counting)).toEqual(['ana b']);
    const other = only((await on.merge('theirs', 'ours')).conflicts);
    expect(other.differences[0]).toEqual({ field: 'kind', ours: 'b', theirs: 'a' });
    expect(await on.use('theirs', counting)).toEqual(['ana b']);
  });

  it('is none where they came to the same: of nine answers only the three that differ', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    for (const name of ['ours', 'theirs'])
      await on.use(name, (open) => {
        for (const rater of RATERS)
          for (const item of ['item-1', 'item-2', 'item-3']) {
            const differs = item === 'item-2' && name === 'theirs';
            answer(open, rater, itemBy(open, item), { kind: differs ? 'b' : 'a' }, 5);
          }
      });
    for (const [into, from] of [
      ['ours', 'theirs'],
      ['theirs', 'ours'],
    ] as const) {
      const { conflicts, sources } = await on.merge(into, from);
      expect(sources[0]?.conflicts).toBe(3);
      expect(conflicts.map(({ item, differences }) => [item, differences.length])).toEqual(
        RATERS.map(() => ['item-2', 1]),
      );
      expect(await on.use(into, counting)).toEqual(
        RATERS.flatMap((rater) => [`${rater} a`, `${rater} b`, `${rater} a`]),
      );
    }
  });

  it('is none any more once the person has answered anew, having seen the later answer', async () => {
    using folder = temporaryFolder();
    const on = await answeredTwice(folder);
    expect((await on.merge('ours', 'theirs')).conflicts).toHaveLength(1);
    await on.use('ours', (open) => {
      answer(open, 'ana', itemBy(open, 'item-1'), { kind: 'c' }, null);
      expect(open.merging.conflicts()).toEqual([]);
    });
    expect((await on.merge('theirs', 'ours')).conflicts).toEqual([]);
    expect(await on.use('theirs', counting)).toEqual(['ana c']);
  });

  it('that was found before answers were compared, and says the same on both sides, is none', async () => {
    using folder = temporaryFolder();
    const on = await answeredTwice(folder);
    await on.merge('ours', 'theirs');
    await on.use('ours', ({ casebook: { database }, merging }) => {
      database.exec(
        "UPDATE merge_conflict SET theirs = json_set(ours, '$.answers[0].annotation.id', json_extract(theirs, '$.answers[0].annotation.id'))",
      );
      expect(merging.conflicts()).toEqual([]);
    });
  });

  it('is resolved for ours by keeping it, and stays resolved', async () => {
    using folder = temporaryFolder();
    const on = await answeredTwice(folder);
    const { id } = only((await on.merge('ours', 'theirs')).conflicts);
    await on.use('ours', (open) => {
      expect(open.merging.resolve(id, 'ours', personBy(open, 'mara').id)).toEqual([]);
      expect(() => open.merging.resolve(id, 'theirs', personBy(open, 'mara').id)).toThrow(
        /already resolved/u,
      );
    });
    const again = await on.merge('ours', 'theirs');
    expect([again.conflicts, again.sources[0]?.conflicts]).toEqual([[], 0]);
    expect(await on.use('ours', counting)).toEqual(['ana a']);
    // What was chosen comes after both wherever it is merged.
    expect((await on.merge('theirs', 'ours')).conflicts).toEqual([]);
    expect(await on.use('theirs', counting)).toEqual(['ana a']);
  });

  it('is resolved for theirs as a next version; what was submitted stays', async () => {
    using folder = temporaryFolder();
    const on = await answeredTwice(folder);
    const { id } = only((await on.merge('ours', 'theirs')).conflicts);
    await on.use('ours', (open) => {
      expect(open.merging.resolve(id, 'theirs', personBy(open, 'mara').id)).toEqual([]);
      expect(answers(open)).toEqual([
        { handle: 'ana', version: 1, state: 'submitted', kind: 'a', boxes: 0 },
        { handle: 'ana', version: 2, state: 'submitted', kind: 'b', boxes: 1 },
      ]);
      // It is what counts when the others have answered.
      const item = itemBy(open, 'item-1');
      for (const rater of ['bojan', 'cleo']) answer(open, rater, item, { kind: 'b' }, 5);
      expect(goldOf(open, 'item-1')).toEqual(['unanimous', 'unanimous']);
      expect(open.history.list({ limit: 50 }, everything).events.map(({ kind }) => kind)).toContain('merge');
    });
    expect((await on.merge('ours', 'theirs')).conflicts).toEqual([]);
  });
});

describe('items, people and decisions that differ', () => {
  it('an item that reads differently is shown and taken only when somebody says so', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('theirs', ({ casebook: { database } }) =>
      database.exec(
        `UPDATE item SET payload = json_set(payload, '$.text', 'What else?') WHERE external_id = 'item-2'`,
      ),
    );
    const conflict = only((await on.merge('ours', 'theirs')).conflicts);
    expect(conflict).toMatchObject({
      kind: 'item',
      item: 'item-2',
      differences: [{ field: 'text', ours: 'What is it? item-2', theirs: 'What else?' }],
    });
    await on.use('ours', (open) => {
      expect(open.merging.resolve(conflict.id, 'theirs', personBy(open, 'mara').id)).toEqual([]);
      const { rows } = open.items.list(
        { text: 'else' },
        { by: 'imported', descending: false },
        0,
        9,
        everything,
      );
      expect(rows.map(({ externalId, title }) => [externalId, title])).toEqual([['item-2', 'What else?']]);
    });
    expect((await on.merge('ours', 'theirs')).conflicts).toEqual([]);
  });

  it('two items of one name stay apart: theirs and the answers to it are left', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    for (const name of ['ours', 'theirs'])
      await on.use(name, async (open) => {
        const id = await addItem(open, on, 9, 'same-name');
        answer(open, 'mara', id, { kind: name === 'ours' ? 'a' : 'b' }, null);
      });
    const report = await on.merge('ours', 'theirs');
    expect(only(report.conflicts)).toMatchObject({ kind: 'item', item: 'same-name' });
    expect(report.sources[0]?.taken).toMatchObject({ items: 0, annotations: 0 });
    expect(await on.use('ours', answers)).toHaveLength(1);
  });

  it('two people of one name are both kept, and one of them can have the name', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    for (const name of ['ours', 'theirs'])
      await on.use(name, ({ people }) =>
        people.add({ handle: 'dora', name: `Dora of ${name}`, roles: ['annotator'] }, null),
      );
    const conflict = only((await on.merge('ours', 'theirs')).conflicts);
    expect(conflict.kind).toBe('person');
    const names = (open: Services): string[] =>
      open.people
        .list()
        .flatMap(({ handle, name }) => (name.startsWith('Dora') ? [`${handle.slice(0, 5)} ${name}`] : []));
    await on.use('ours', (open) => {
      expect(names(open).sort()).toEqual(['dora Dora of ours', 'dora- Dora of theirs']);
      expect(open.merging.resolve(conflict.id, 'theirs', personBy(open, 'mara').id)).toEqual([]);
      expect(names(open).sort()).toEqual(['dora Dora of theirs', 'dora- Dora of ours']);
    });
    expect((await on.merge('ours', 'theirs')).conflicts).toEqual([]);
  });

  it('two decisions leave an item without gold until one of them is taken back', async () => {
    for (const choice of ['ours', 'theirs'] as const) {
      using folder = temporaryFolder();
      const on = await copies(folder);
      await on.use('base', (open) => {
        for (const [rater, kind] of [
          ['ana', 'a'],
          ['bojan', 'b'],
          ['cleo', 'c'],
        ] as const)
          answer(open, rater, itemBy(open, 'item-1'), { kind }, null);
      });
      for (const name of ['ours', 'theirs']) {
        on.copy('base', name);
        await on.use(name, (open) => decide(open, 'item-1', name === 'ours' ? 'a' : 'b'));
      }
      const conflict = only((await on.merge('ours', 'theirs')).conflicts);
      expect(conflict).toMatchObject({
        kind: 'decision',
        item: 'item-1',
        differences: [{ field: 'kind', ours: 'a', theirs: 'b' }],
      });
      await on.use('ours', (open) => {
        expect(goldOf(open, 'item-1')).toEqual([null, 'conflict']);
        expect(open.merging.resolve(conflict.id, choice, personBy(open, 'mara').id)).toEqual([]);
        expect(goldOf(open, 'item-1')).toEqual(['adjudicated', 'decided']);
        const gold = open.casebook.database
          .prepare<[], string>(
            "SELECT a.payload ->> 'kind' FROM item i JOIN annotation a ON a.id = i.gold_annotation_id WHERE i.external_id = 'item-1'",
          )
          .pluck()
          .get();
        expect(gold).toBe(choice === 'ours' ? 'a' : 'b');
      });
      expect((await on.merge('ours', 'theirs')).conflicts).toEqual([]);
    }
  });
});

describe('the same decision made in two places', () => {
  it('is no conflict: one of them holds, the same one on either side', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder);
    await on.use('base', (open) => {
      for (const [rater, kind] of [
        ['ana', 'a'],
        ['bojan', 'b'],
        ['cleo', 'c'],
      ] as const)
        answer(open, rater, itemBy(open, 'item-1'), { kind }, null);
    });
    for (const name of ['ours', 'theirs']) {
      on.copy('base', name);
      await on.use(name, (open) => decide(open, 'item-1', 'a'));
    }
    const holding = ({ casebook: { database } }: Services): unknown[] =>
      database
        .prepare(
          "SELECT id FROM adjudication a WHERE kind = 'decision' AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id)",
        )
        .all();
    on.copy('ours', 'other');
    expect((await on.merge('ours', 'theirs')).conflicts).toEqual([]);
    expect(await on.use('ours', (open) => goldOf(open, 'item-1'))).toEqual(['adjudicated', 'decided']);
    expect((await on.merge('theirs', 'other')).conflicts).toEqual([]);
    expect((await on.merge('theirs', 'ours')).conflicts).toEqual([]);
    const held = await on.use('ours', holding);
    expect(held).toHaveLength(1);
    expect(await on.use('theirs', holding)).toEqual(held);
  });
});

function decide(open: Services, name: string, kind: string): void {
  const by = personBy(open, 'mara');
  const itemId = itemBy(open, name);
  const { key } = open.adjudications.open(itemId, TASK, by);
  const viewpoint = open.viewpoint(by);
  const document = open.annotations.open(key, viewpoint);
  const from = document.records['field:kind'];
  const to = { type: 'field' as const, name: 'kind', value: kind };
  const { revision } = open.annotations.edit(
    key,
    {
      revision: document.revision,
      diff:
        from === undefined
          ? { added: { 'field:kind': to }, updated: {}, removed: {} }
          : { added: {}, updated: { 'field:kind': [from, to] }, removed: {} },
      mark: 'm',
      activeMilliseconds: 0,
    },
    viewpoint,
  );
  open.adjudications.decide(
    itemId,
    TASK,
    { revision, fields: { kind: { how: 'written', columns: [] } }, cause: 'slip', note: '' },
    by,
  );
}
