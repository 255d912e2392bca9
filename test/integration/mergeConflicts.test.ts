import { mkdirSync, rmSync } from 'node:fs';
import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { closeAfterWriting } from '../../electron/core/db/database.ts';
import { migrate, migrations } from '../../electron/core/db/migrate.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { MergeConflict } from '../../shared/contract/merging.ts';
import { assignment } from '../helpers/assignment.ts';
import { RATERS, TASK, addItem, answer, base, itemBy, personBy, shelf } from '../helpers/branches.ts';
import type { Shelf } from '../helpers/branches.ts';
import { contentOf, quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { emptyDatabase } from '../helpers/newDatabases.ts';

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

describe('what is left, tried out and refused', () => {
  it('drafts stay where they are and are named; a draft here goes on behind what came in', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    const draft = (open: Services, name: string): void => {
      const person = personBy(open, 'bojan');
      const key = { itemId: itemBy(open, name), task: TASK, round: 1, personId: person.id };
      const to = { type: 'field' as const, name: 'kind', value: 'c' };
      open.annotations.edit(
        key,
        {
          revision: 0,
          diff: { added: { 'field:kind': to }, updated: {}, removed: {} },
          mark: 'd',
          activeMilliseconds: 0,
        },
        open.viewpoint(person),
      );
    };
    await on.use('ours', (open) => draft(open, 'item-1'));
    await on.use('theirs', (open) => {
      answer(open, 'bojan', itemBy(open, 'item-1'), { kind: 'a' }, null);
      draft(open, 'item-3');
    });
    const report = await on.merge('ours', 'theirs');
    expect(report.conflicts).toEqual([]);
    expect(report.sources[0]?.left).toContainEqual({
      item: 'item-3',
      reason: 'A draft, not submitted yet; it was not merged.',
    });
    expect(await on.use('ours', answers)).toEqual([
      { handle: 'bojan', version: 1, state: 'submitted', kind: 'a', boxes: 0 },
      { handle: 'bojan', version: 2, state: 'draft', kind: 'c', boxes: 0 },
    ]);
  });

  it.each<[string, string | null, string | null, [number, string, string][]]>([
    [
      'goes on as the next draft where it was edited here since',
      null,
      'b',
      [
        [1, 'submitted', 'c'],
        [2, 'draft', 'b'],
      ],
    ],
    ['gives way to it where nothing was done here', null, null, [[1, 'submitted', 'c']]],
    ['gives way to it where it was edited there alone', 'a', null, [[1, 'submitted', 'a']]],
  ])('a draft that was submitted there %s', async (_how, there, here, expected) => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await base(on);
    const write = (open: Services, value: string): void => {
      const person = personBy(open, 'bojan');
      const key = { itemId: itemBy(open, 'item-1'), task: TASK, round: 1, personId: person.id };
      const { records, revision } = open.annotations.open(key, open.viewpoint(person));
      const to = { type: 'field' as const, name: 'kind', value };
      const diff = makeDiff<DocumentRecord>(records, { ...records, 'field:kind': to });
      open.annotations.edit(
        key,
        { revision, diff, mark: value, activeMilliseconds: 0 },
        open.viewpoint(person),
      );
    };
    await on.use('base', (open) => write(open, 'c'));
    on.copy('base', 'ours');
    on.copy('base', 'theirs');
    await on.use('theirs', (open) => {
      if (there !== null) write(open, there);
      const person = personBy(open, 'bojan');
      const key = { itemId: itemBy(open, 'item-1'), task: TASK, round: 1, personId: person.id };
      const { revision } = open.annotations.open(key, open.viewpoint(person));
      open.annotations.submit(key, revision, open.viewpoint(person));
    });
    if (here !== null) await on.use('ours', (open) => write(open, here));
    await on.merge('ours', 'theirs');
    expect(await on.use('ours', answers)).toEqual(
      expected.map(([version, state, kind]) => ({ handle: 'bojan', version, state, kind, boxes: 0 })),
    );
  });

  it('what is left is told without names and judgements to somebody who has yet to answer the item', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    const mara = await on.use('ours', (open) => {
      const { id } = personBy(open, 'mara');
      open.assignments.assign(
        assignment({ items: { ids: [itemBy(open, 'item-1')] }, task: TASK, people: [id], overlap: 4 }),
        everything,
      );
      return id;
    });
    await on.use('theirs', (open) => {
      const ids = ['item-1', 'item-2'].map((name) => itemBy(open, name));
      open.items.setStatus({ ids }, 'rejected', personBy(open, 'mara').id, everything);
    });
    const report = await on.use('ours', ({ merging }) =>
      merging.merge([on.path('theirs')], { dryRun: false, by: mara }, quietly),
    );
    expect(report.sources[0]?.left).toEqual([
      { item: 'Item 1', reason: 'Its status differs there; merging leaves the status unchanged.' },
      {
        item: 'item-2',
        reason: 'Its status there is rejected, here draft; merging leaves the status unchanged.',
      },
    ]);
  });

  it('a dry run says what a merge says, and changes nothing', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs');
    await on.use('theirs', async (open) => {
      answer(open, 'ana', itemBy(open, 'item-1'), { kind: 'b' }, 5);
      await addItem(open, on, 7, 'new');
    });
    const before = await on.use('ours', contentOf);
    const dry = await on.use('ours', ({ merging }) =>
      merging.merge([on.path('theirs')], { dryRun: true, by: null }, quietly),
    );
    expect(await on.use('ours', contentOf)).toEqual(before);
    const real = await on.merge('ours', 'theirs');
    expect(dry).toEqual({ ...real, applied: false });
    expect(real.sources[0]?.taken).toMatchObject({ items: 1, images: 1, annotations: 1, assignments: 1 });
    expect(
      (
        await on.use('ours', ({ images, casebook }) =>
          images.files.displayFile(
            casebook.database
              .prepare<[], string>('SELECT id FROM image ORDER BY created_at DESC LIMIT 1')
              .pluck()
              .get() ?? '',
            'thumbnail',
          ),
        )
      ).mime,
    ).toBe('image/webp');
  });

  it('an older casebook is merged from a copy of it; it stays as old as it is', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours');
    const old = on.path('old');
    for (const name of ['images', 'thumbnails', 'backups']) mkdirSync(`${old}/${name}`, { recursive: true });
    const database = emptyDatabase(`${old}/casebook.sqlite`);
    migrate(database, migrations.slice(0, 1)); // The oldest that is read.
    database.exec(`
      INSERT INTO meta (key, value) VALUES ('benchmark', '"generic"'), ('title', '"Old"'), ('vocabulary', '{"imageAttributes":[],"labels":[]}');
      INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES ('${v7()}', 'olga', 'Olga', 'human', '["curator"]', 1);
      INSERT INTO item (id, benchmark, external_id, payload, title, created_at, updated_at) VALUES ('${v7()}', 'generic', 'old-item', '{"text":"venerable"}', '', 1, 1);`);
    closeAfterWriting(database);
    const before = fingerprint(old);
    const report = await on.merge('ours', 'old');
    expect(report.sources[0]).toMatchObject({ refused: null, taken: { people: 1, items: 1 } });
    expect(fingerprint(old)).toEqual(before);
    await on.use('ours', ({ items }) =>
      expect(
        items.list({ text: 'venerable' }, { by: 'imported', descending: false }, 0, 9, everything).total,
      ).toBe(1),
    );
  });

  it('each source is taken or refused by itself, with the reason', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder, 'ours', 'theirs', 'broken', 'imageless');
    await on.use('theirs', (open) => answer(open, 'ana', itemBy(open, 'item-1'), { kind: 'b' }, 5));
    await on.use('broken', ({ casebook: { database } }) =>
      database.exec('UPDATE image SET width = 1; UPDATE person SET roles = \'["king"]\''),
    );
    await on.use('imageless', async (open) => void (await addItem(open, on, 55, 'lost')));
    rmSync(`${on.path('imageless')}/images`, { recursive: true });
    mkdirSync(on.path('nothing'));
    const report = await on.merge('ours', 'broken', 'ours', 'nothing', 'nowhere', 'imageless', 'theirs');
    expect(report.sources.map(({ refused }) => refused)).toEqual([
      expect.stringMatching(/"person".*breaks a rule/u),
      expect.stringMatching(/this casebook itself/u),
      expect.stringMatching(/not a casebook/u),
      expect.stringMatching(/nothing at/u),
      expect.stringMatching(/file is missing/u),
      null,
    ]);
    expect(await on.use('ours', answers)).toHaveLength(1);
  });
});

describe('who may', () => {
  it('package, merge and resolve: curators, and in a package its person for themselves', async () => {
    using folder = temporaryFolder();
    const on = await copies(folder);
    const core = createCore(testPorts(folder.join('program')));
    await core.keeper.open(on.path('base'));
    const clientAs = (handle: string) => {
      const session = core.createSession();
      session.personId = personBy(core.services(), handle).id;
      return createRouterClient(core.router, { context: core.contextOf(session) });
    };
    const whole = async (stream: Promise<AsyncIterable<unknown>>): Promise<void> => {
      for await (const event of await stream) void event;
    };
    const ana = personBy(core.services(), 'ana').id;
    const target = folder.join('ana.casebook-package');
    await expect(whole(clientAs('ana').merging.package({ personId: ana, target }))).rejects.toThrow(
      /for curators/u,
    );
    await expect(whole(clientAs('ana').merging.merge({ sources: [target] }))).rejects.toThrow(
      /for curators/u,
    );
    await expect(clientAs('ana').merging.conflicts()).rejects.toThrow(/for curators/u);
    await expect(clientAs('ana').merging.resolve({ id: v7(), choice: 'ours' })).rejects.toThrow();
    await whole(clientAs('mara').merging.package({ personId: ana, target }));

    // Anybody who opens the package is the current user at once.
    const session = core.createSession();
    const alone = createRouterClient(core.router, { context: core.contextOf(session) });
    const opened = await alone.casebooks.openPackage({ path: target, target: folder.join('ana.casebook') });
    expect([opened.person?.handle, opened.packageFor?.name]).toEqual(['ana', 'ana']);
    await whole(alone.merging.package({ personId: ana, target: folder.join('back.casebook-package') }));
    await expect(whole(alone.merging.merge({ sources: [target] }))).rejects.toThrow(/for curators/u);
    await core.close();
  });
});
