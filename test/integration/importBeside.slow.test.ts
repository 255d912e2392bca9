import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { expect, test } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { ImportThread } from '../../electron/core/features/import/running/importThread.ts';
import { FailureData } from '../../shared/contract/base.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { answer, type Client, clientAs } from '../helpers/blindCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { externalIdOf, syntheticItems } from '../helpers/syntheticItems.ts';
import { until } from '../helpers/until.ts';

/** Enough that the import says how far it is while it writes. */
const ITEMS = 1200;
const BEFORE = 3;

/** A casebook with three items and two clients; what is imported from `source` stops in the middle of its transaction. */
async function casebookUnderImport() {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const path = folder.join('C.casebook');
  await core.keeper.create(path, { benchmark: 'caughtcheating', title: 'C' });
  const first = folder.join('first.json');
  writeFileSync(
    first,
    JSON.stringify(
      [...syntheticItems(BEFORE, 1)].map((item) => ({
        ...item,
        data_path: `first_${externalIdOf(item)}`,
      })),
    ),
  );
  const source = folder.join('data_info.json');
  writeFileSync(source, JSON.stringify([...syntheticItems(ITEMS, 2)]));
  await drawFlag(folder.join('true_images', 'true_1.png'));
  const curator = await clientAs(core, null);
  await finish(curator, { source: first, format: 'caughtcheating' });
  const { casebook, images, importExport } = core.services();
  const thread = new ImportThread(casebook, images.files, {
    beside: new URL('../helpers/here.ts', import.meta.url).href,
    name: 'heldImport',
  });
  importExport.importBeside = (request, person, work) => thread.import(request, person?.id ?? null, work);
  importExport.close = () => thread.close();
  const stopping = new AbortController();
  const importing = safe(finish(curator, { source, format: 'caughtcheating' }, stopping.signal));
  await until(() => existsSync(`${source}.held`)).toBe(true);
  return {
    core,
    path,
    curator,
    colleague: await clientAs(core, null),
    /** What the import comes to. */
    importing,
    cancel: () => stopping.abort(),
    go: () => writeFileSync(`${source}.go`, ''),
    die: () => writeFileSync(`${source}.die`, ''),
    imageFiles: () =>
      readdirSync(join(path, 'images'), { recursive: true }).filter((name) => String(name).endsWith('.png')),
    async [Symbol.asyncDispose]() {
      writeFileSync(`${source}.go`, '');
      await importing;
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

async function finish(client: Client, request: ImportRequest, signal?: AbortSignal): Promise<number> {
  const events = await client.importExport.import(request, signal === undefined ? {} : { signal });
  for await (const event of events) if (event.type === 'result') return event.result.added;
  throw new Error('The import gave no result.');
}

const PAGE = { filter: {}, sort: { by: 'imported', descending: false }, offset: 0, limit: 10 } as const;
const total = async (client: Client): Promise<number> => (await client.items.list(PAGE)).total;

/** Changes the claim of the first item. */
const edit = async (client: Client, text: string): Promise<void> =>
  answer(client, await firstItem(client), { claim: text });

const claim = async (client: Client): Promise<unknown> => {
  const { records } = await client.annotations.open({ itemId: await firstItem(client), task: 'curate' });
  return records['field:claim'];
};

async function firstItem(client: Client): Promise<ItemId> {
  const item = present((await client.items.list(PAGE)).rows[0]);
  return item.id;
}

const failureOf = (error: unknown) =>
  FailureData.safeParse(typeof error === 'object' && error !== null && 'data' in error ? error.data : null)
    .data;

test('while an import is written, others read what was there, and their edits are saved after it', async () => {
  await using book = await casebookUnderImport();
  const { colleague } = book;
  expect(await total(colleague)).toBe(BEFORE);
  expect((await colleague.items.counts({ filter: { text: 'photo' } })).total).toBeLessThanOrEqual(BEFORE);
  let saved = false;
  const editing = edit(colleague, 'Changed meanwhile.').then(() => (saved = true));
  // Answered in order: the edit has arrived by now, and waits.
  expect(await total(colleague)).toBe(BEFORE);
  expect(saved).toBe(false);
  book.go();
  await editing;
  expect((await book.importing).data).toBe(ITEMS);
  expect(await total(colleague)).toBe(BEFORE + ITEMS);
  expect(await claim(colleague)).toMatchObject({ value: 'Changed meanwhile.' });
  expect(book.imageFiles()).toHaveLength(1);
});

test('an import that is cancelled while it writes leaves nothing', async () => {
  await using book = await casebookUnderImport();
  book.cancel();
  const editing = edit(book.colleague, 'Changed meanwhile.');
  book.go();
  expect(failureOf((await book.importing).error)).toEqual({ code: 'cancelled', hint: null });
  await editing;
  expect(await total(book.colleague)).toBe(BEFORE);
  await until(() => book.imageFiles()).toEqual([]);
});

test('an import whose thread dies leaves nothing, and says so', async () => {
  await using book = await casebookUnderImport();
  const editing = edit(book.colleague, 'Changed meanwhile.');
  book.die();
  const { error } = await book.importing;
  expect(String(error)).toContain('The import ended unexpectedly');
  expect(failureOf(error)).toMatchObject({
    code: 'internal',
    hint: expect.stringContaining('Nothing was imported.'),
  });
  await editing;
  expect(await total(book.colleague)).toBe(BEFORE);
  expect(await claim(book.colleague)).toMatchObject({ value: 'Changed meanwhile.' });
  expect(book.imageFiles()).toEqual([]);
});

test('an import during which another program took the casebook over writes nothing', async () => {
  await using book = await casebookUnderImport();
  const lock = join(book.path, 'casebook.lock');
  const owner: unknown = JSON.parse(readFileSync(lock, 'utf8'));
  writeFileSync(lock, JSON.stringify({ ...Object(owner), user: 'eve', token: 'another' }));
  book.go();
  const { error } = await book.importing;
  expect(failureOf(error)?.code).toBe('in_use');
  expect(String(error)).toMatch(/is read-only now. eve on .* opened it/u);
  expect(await total(book.colleague)).toBe(BEFORE);
});

test('closing the casebook cancels an import', async () => {
  await using book = await casebookUnderImport();
  const closing = book.core.keeper.close();
  book.go();
  await closing;
  expect(failureOf((await book.importing).error)?.code).toBe('cancelled');
  await book.core.keeper.open(book.path);
  expect(await total(book.colleague)).toBe(BEFORE);
  expect(book.imageFiles()).toEqual([]);
});

/** A casebook with items, and ratings of them in a file: enough to take a while. */
async function casebookWithRatings() {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  await core.keeper.create(folder.join('R.casebook'), { benchmark: 'caughtcheating', title: 'R' });
  const first = await clientAs(core, null);
  const cara = await first.people.add({ handle: 'cara', name: 'Cara', roles: ['curator', 'annotator'] });
  const curator = await clientAs(core, cara.id);
  const items = [...syntheticItems(ITEMS, 1)];
  const itemSource = folder.join('data_info.json');
  writeFileSync(itemSource, JSON.stringify(items));
  await finish(curator, { source: itemSource, format: 'caughtcheating' });
  const source = folder.join('ratings.csv');
  const lines = items.flatMap((item) =>
    Array.from({ length: RATERS }, (_, rater) => `${externalIdOf(item)},rater${String(rater)},label,true`),
  );
  writeFileSync(source, ['item,rater,field,value', ...lines].join('\n'));
  const { database } = core.services().casebook;
  const ratings = database
    .prepare<[], number>("SELECT count(*) FROM annotation WHERE task <> 'import'")
    .pluck();
  return {
    curator,
    colleague: await clientAs(core, cara.id),
    request: { source, format: 'ratings-csv' },
    ratings: () => ratings.get() ?? 0,
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

const RATERS = 30;

test('ratings come in in parts: others edit in between, and what is in when it is cancelled stays, each once', async () => {
  await using book = await casebookWithRatings();
  const before = book.ratings();
  const stopping = new AbortController();
  const importing = safe(finish(book.curator, book.request, stopping.signal));
  await until(() => book.ratings() > before).toBe(true);
  await edit(book.colleague, 'Changed meanwhile.');
  const whenSaved = book.ratings();
  stopping.abort();
  expect(failureOf((await importing).error)).toMatchObject({
    code: 'cancelled',
    hint: expect.stringContaining('Part of the source was imported and stays.'),
  });
  const ratings = ITEMS * RATERS;
  expect(whenSaved).toBeLessThan(before + ratings);
  expect(await claim(book.colleague)).toMatchObject({ value: 'Changed meanwhile.' });
  await finish(book.curator, book.request);
  // The edit began a document of its own.
  expect(book.ratings()).toBe(before + ratings + 1);
});
