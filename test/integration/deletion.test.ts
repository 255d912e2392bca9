import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { answeredCasebook } from '../helpers/answeredCasebook.ts';
import { addItem, answer, base, itemBy, personBy, shelf } from '../helpers/branches.ts';
import { contentOf, freshCasebook, quietly } from '../helpers/casebooks.ts';
import { json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { DeletionPreview } from '../../shared/contract/items.ts';
import { z } from 'zod';
import { present } from '../helpers/present.ts';

/** Everything but the log and what remembers deletions. */
function contentBut(services: Services): Record<string, unknown> {
  const { event, event_item, deleted_item, ...rest } = contentOf(services);
  expect([event, event_item, deleted_item]).not.toContain(undefined);
  return rest;
}

const names = ({ items }: Services): string[] =>
  items
    .list({}, { by: 'externalId', descending: false }, 0, 100, everything)
    .rows.map(({ externalId }) => externalId);

const newest = ({ history }: Services, kind: string) =>
  present(history.list({ kinds: [kind], limit: 1 }, everything).events[0], `There is no entry "${kind}".`);

/** Three rated items in a casebook; one has boxes. */
async function rated(folder: ReturnType<typeof temporaryFolder>) {
  const on = shelf(folder);
  await base(on);
  await on.use('base', (services) => {
    for (const name of ['item-1', 'item-2'])
      for (const [index, handle] of ['ana', 'bojan'].entries())
        answer(services, handle, itemBy(services, name), { kind: 'ab'[index] ?? 'a' }, index * 20);
  });
  return on;
}

describe('deleting items', () => {
  it('takes everything about them along, says so first, and is undone to the letter', async () => {
    using folder = temporaryFolder();
    const on = await rated(folder);
    await on.use('base', async (services) => {
      const mara = personBy(services, 'mara').id;
      const before = contentBut(services);
      const ids = ['item-1', 'item-3'].map((name) => itemBy(services, name));
      expect(services.items.previewDeletion({ ids }, everything)).toMatchObject({
        items: 2,
        answers: 2,
        boxes: 2,
        assignments: 6,
        responses: 0,
        inStudies: [],
      });
      expect(contentBut(services)).toEqual(before);
      const { deleted, event } = services.items.delete({ ids }, mara, everything);
      expect(deleted).toBe(2);
      expect(names(services)).toEqual(['item-2']);
      expect(services.items.counts({}, everything).total).toBe(1);
      expect(services.casebook.database.pragma('foreign_key_check')).toEqual([]);
      expect(newest(services, 'delete')).toMatchObject({
        id: event,
        summary: 'Deleted 2 items: item-1, item-3',
        person: 'mara',
        changes: [
          { field: 'item', from: 'item-1', to: null },
          { field: 'item', from: 'item-3', to: null },
        ],
        undoable: true,
      });
      await expect(services.history.undo(event, mara)).resolves.toEqual({ changed: 2 });
      expect(contentBut(services)).toEqual(before);
      expect(
        services.items.list({ text: 'item 1' }, { by: 'imported', descending: false }, 0, 9, everything)
          .total,
      ).toBe(1);
      expect(newest(services, 'delete').undoable).toBe(false);
    });
  });

  it('takes respondents’ answers and verdicts along', async () => {
    using folder = temporaryFolder();
    const services = await answeredCasebook(folder.join('a.casebook'), testPorts(folder.path));
    try {
      const before = contentBut(services);
      const ids = [itemBy(services, 'item-1')];
      expect(services.items.previewDeletion({ ids }, everything)).toMatchObject({ responses: 2 });
      const { event } = services.items.delete({ ids }, services.curator, everything);
      expect(services.casebook.database.pragma('foreign_key_check')).toEqual([]);
      await services.history.undo(event, services.curator);
      expect(contentBut(services)).toEqual(before);
    } finally {
      await services.close();
    }
  });

  it('is for good: no old copy and no package of before brings them in again, and other copies delete them, too', async () => {
    using folder = temporaryFolder();
    const on = await rated(folder);
    on.copy('base', 'old');
    on.copy('base', 'other');
    await on.use('base', (services) => {
      services.items.delete({ ids: [itemBy(services, 'item-1')] }, personBy(services, 'mara').id, everything);
    });
    const report = await on.merge('base', 'old');
    expect(JSON.stringify(report)).toContain('It was deleted here, so nothing of it was merged.');
    await on.use('base', (services) => expect(names(services)).toEqual(['item-2', 'item-3']));
    await on.use('other', (services) => {
      answer(services, 'cleo', itemBy(services, 'item-1'), { kind: 'c' }, null);
    });
    await on.merge('other', 'base');
    await on.use('other', async (services) => {
      expect(names(services)).toEqual(['item-2', 'item-3']);
      // The answer that only this copy had is not lost.
      await services.history.undo(newest(services, 'delete').id, personBy(services, 'mara').id);
      expect(names(services)).toEqual(['item-1', 'item-2', 'item-3']);
      expect(services.items.previewDeletion({ ids: [itemBy(services, 'item-1')] }, everything).answers).toBe(
        3,
      );
    });
  });

  it.each(['here', 'there'])('lets no old item in where one of its name was made anew %s', async (where) => {
    using folder = temporaryFolder();
    const on = await rated(folder);
    on.copy('base', 'other');
    const remove = (services: Services): void => {
      services.items.delete({ ids: [itemBy(services, 'item-1')] }, personBy(services, 'mara').id, everything);
    };
    const makeAnew = async (services: Services): Promise<void> => {
      remove(services);
      await addItem(services, on, 9, 'item-1');
    };
    await on.use('base', where === 'here' ? makeAnew : remove);
    if (where === 'there') await on.use('other', makeAnew);
    const before = await on.use('base', contentBut);
    const report = await on.merge('base', 'other');
    expect(report.sources).toMatchObject([
      {
        refused: null,
        conflicts: 0,
        taken: { items: 0 },
        left: [{ item: 'item-1', reason: expect.stringContaining('It was deleted here') }],
      },
    ]);
    expect((await on.use('base', contentBut))['item']).toEqual(before['item']);
  });

  it('is undone in the other copies, too, whatever is merged into what', async () => {
    using folder = temporaryFolder();
    const on = await rated(folder);
    on.copy('base', 'other');
    const [mara, event] = await on.use('base', (services) => {
      const { id } = personBy(services, 'mara');
      const ids = [itemBy(services, 'item-1')];
      return [id, services.items.delete({ ids }, id, everything).event] as const;
    });
    await on.merge('other', 'base');
    const before = await on.use('base', async (services) => {
      await services.history.undo(event, mara);
      return contentBut(services);
    });
    // The copy, which has it as deleted still, deletes it no more.
    await on.merge('base', 'other');
    await on.use('base', (services) => expect(contentBut(services)).toEqual(before));
    await on.merge('other', 'base');
    await on.use('other', async (services) => {
      expect(names(services)).toEqual(['item-1', 'item-2', 'item-3']);
      expect(newest(services, 'revert').summary).toBe('Brought back 1 item');
      await expect(services.history.undo(newest(services, 'delete').id, mara)).rejects.toMatchObject({
        message: 'These items are here again already.',
      });
      // A later deletion counts again.
      services.items.delete({ ids: [itemBy(services, 'item-1')] }, mara, everything);
    });
    await on.merge('base', 'other');
    await on.use('base', (services) => expect(names(services)).toEqual(['item-2', 'item-3']));
  });

  it('refuses what a study asks about', async () => {
    using folder = temporaryFolder();
    const services = await answeredCasebook(folder.join('a.casebook'), testPorts(folder.path));
    try {
      const id = itemBy(services, 'item-1');
      const { database } = services.casebook;
      database
        .prepare(
          "INSERT INTO study (id, title, settings, created_by, created_at, updated_at, state) SELECT '01890000-0000-7000-8000-0000000000aa', 'S', '{}', ?, 1, 1, 'draft'",
        )
        .run(services.curator);
      database
        .prepare(
          "INSERT INTO study_item (study_id, purpose, position, item_id) VALUES ('01890000-0000-7000-8000-0000000000aa', 'main', 0, ?)",
        )
        .run(id);
      expect(() => services.items.delete({ ids: [id] }, services.curator, everything)).toThrow(
        'A study asks about item-1.',
      );
      expect(names(services)).toContain('item-1');
    } finally {
      await services.close();
    }
  });

  it('is there on the command line, which asks first', async () => {
    using folder = temporaryFolder();
    const on = await rated(folder);
    const done = z.object({ deleted: z.int(), preview: DeletionPreview });
    const asked = await json(done, 0, 'delete', on.path('base'), '--items', 'item-1');
    expect(asked).toMatchObject({ deleted: 0, preview: { answers: 2 } });
    await json(done, 0, 'delete', on.path('base'), '--items', 'item-1,item-2', '--yes');
    expect(await json(shapes.items, 0, 'list', on.path('base'), 'items')).toMatchObject({ total: 1 });
    expect(await json(shapes.check, 0, 'check', on.path('base'))).toMatchObject({ ok: true });
    expect(
      await json(shapes.error, 1, 'delete', on.path('base'), '--items', 'nobody', '--yes'),
    ).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});

describe('an import', () => {
  const source = (at: (...parts: string[]) => string): string => {
    const path = at('items.json');
    writeFileSync(
      path,
      JSON.stringify([1, 2, 3].map((n) => ({ id: `new-${String(n)}`, text: `Text ${String(n)}` }))),
    );
    return path;
  };
  const bring = (book: Services, from: string) =>
    book.importExport.import(
      { source: from, format: 'generic', link: false, dryRun: false, keepGoing: false },
      null,
      quietly,
    );

  it('is undone to the letter while nothing was built on it, and the same file adds it again', async () => {
    await using book = await freshCasebook('generic');
    const from = source(book.at);
    const mara = book.people.add({ handle: 'mara', name: 'Mara', roles: ['curator'] }, null);
    const before = contentBut(book);
    expect(await bring(book, from)).toMatchObject({ added: 3 });
    const event = newest(book, 'import');
    expect(event.undoable).toBe(true);
    await expect(book.history.undo(event.id, mara.id)).resolves.toEqual({ changed: 3 });
    expect(contentBut(book)).toEqual(before);
    expect(newest(book, 'import').undoable).toBe(false);
    expect(newest(book, 'revert').summary).toBe('Undid an import: 3 items removed');
    expect(await bring(book, from)).toMatchObject({ added: 3 });
    expect(readFileSync(from, 'utf8')).not.toBe('');
  });

  it('is not undone once people have built on it, and says on what', async () => {
    await using book = await freshCasebook('generic');
    const mara = book.people.add({ handle: 'mara', name: 'Mara', roles: ['curator', 'annotator'] }, null);
    await bring(book, source(book.at));
    const id = itemBy(book, 'new-1');
    book.items.setStatus({ ids: [id] }, 'rejected', mara.id, everything);
    const before = contentOf(book);
    await expect(book.history.undo(newest(book, 'import').id, mara.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The items of this import are in use: 1 change of status.',
      hint: expect.stringContaining('choose Delete'),
    });
    expect(contentOf(book)).toEqual(before);
  });

  it('does not add again what was deleted on purpose, and says so', async () => {
    await using book = await freshCasebook('generic');
    const from = source(book.at);
    const mara = book.people.add({ handle: 'mara', name: 'Mara', roles: ['curator'] }, null);
    await bring(book, from);
    const { event } = book.items.delete({ ids: [itemBy(book, 'new-2')] }, mara.id, everything);
    const again = await bring(book, from);
    expect(again).toMatchObject({ added: 0, unchanged: 3 });
    expect(again.warnings).toContainEqual(
      expect.objectContaining({ item: 'new-2', message: expect.stringContaining('It was deleted here') }),
    );
    expect(names(book)).toEqual(['new-1', 'new-3']);
    await book.history.undo(event, mara.id);
    expect(names(book)).toEqual(['new-1', 'new-2', 'new-3']);
  });
});
