import { mkdirSync, rmSync } from 'node:fs';
import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { closeAfterWriting } from '../../electron/core/db/database.ts';
import { migrate, migrations } from '../../electron/core/db/migrate.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { assignment } from '../helpers/assignment.ts';
import { addItem, answer, base, itemBy, personBy, shelf, type Shelf, TASK } from '../helpers/branches.ts';
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
