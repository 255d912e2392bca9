import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ImageGenerationService } from '../../electron/core/benchmarks/observatory/imageGeneration/service.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Work } from '../../electron/core/base/work.ts';
import { asCasebookError } from '../../electron/core/base/errors.ts';
import type { ImageGenerationReport } from '../../shared/contract/imageGeneration.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord, DocumentRecords } from '../../shared/domain/document.ts';
import { contentOf, filesIn, put, quietly } from '../helpers/casebooks.ts';
import { observatoryItems, putObservatory } from '../helpers/observatoryItems.ts';
import { firsts, present } from '../helpers/present.ts';
import { type Book, leftovers, opened, regionsOfItem, resultOf, rowsOf } from '../helpers/contractBook.ts';

async function withEntities(book: Book, variants = 2): Promise<string> {
  const source = await putObservatory(book.at('source'), observatoryItems(variants));
  await book.services.importExport.import({ source, format: 'observatory' }, book.person, quietly);
  return source;
}

const Entity = z.looseObject({
  variants: z.array(
    z.looseObject({
      image: z.string(),
      transformation: z.string(),
      family: z.string(),
      exception: z.string().optional(),
    }),
  ),
});

function entity({ services }: Book, id: ItemId) {
  const { payload, images } = services.items.get(id, everything);
  return { variants: Entity.parse(payload).variants, payload, images };
}

/** Submits, as the curator, that the boxes do not hold on the entity's first variant. */
function submitException({ services, person }: Book, itemId: ItemId): void {
  const key = { itemId, task: 'localise', round: 1, personId: person.id };
  const { records, revision } = services.annotations.open(key, everything);
  const after: DocumentRecords = {
    ...records,
    'field:exceptions': { type: 'field', name: 'exceptions', value: { 1: 'the layout has changed' } },
  };
  const { revision: edited } = services.annotations.edit(
    key,
    {
      revision,
      diff: makeDiff<DocumentRecord>(records, after),
      mark: 'a mark',
      activeMilliseconds: 0,
    },
    everything,
  );
  services.annotations.submit(key, edited, everything);
}

/** What of images is on disk. */
const filesOf = ({ services }: Book) => filesIn(services.casebook.folders.images);

const all = async ({ client }: Book): Promise<string[]> =>
  (await client.imageGeneration.options()).transformations.map(({ name }) => name);

const variantsOf = async (
  book: Book,
  more: { readonly transformations?: string[]; readonly seed?: number } = {},
): Promise<{ result: ImageGenerationReport; phases: string[] }> =>
  resultOf(
    book.client.imageGeneration.variants({
      items: { filter: {} },
      transformations: more.transformations ?? (await all(book)),
      seed: more.seed ?? 7,
      target: { kind: 'casebook' },
    }),
  );

describe('variants', () => {
  it('are added to the items that lack them, in one action, boxes and answers staying as they are', async () => {
    await using book = await opened();
    await withEntities(book);
    const [face, word] = firsts(rowsOf(book), 2);
    submitException(book, face.id);
    const boxes = regionsOfItem(book, face.id);
    const transformations = await all(book);
    expect(transformations).toHaveLength(15);
    const setting = { items: { filter: {} }, transformations };
    // Each has a Gaussian blur from elsewhere already.
    expect(await book.client.imageGeneration.census(setting)).toEqual({
      originals: 2,
      others: 0,
      there: 2,
      missing: 28,
      withoutBoxes: 0,
    });
    const { result, phases } = await variantsOf(book);
    expect(result).toMatchObject({ made: 28, kept: 2, added: 0, updated: 2, left_out: [] });
    expect(phases).toContain('Making variants');
    const { variants, images } = entity(book, face.id);
    expect(variants.map(({ transformation }) => transformation)).toEqual([
      'gaussian_blur',
      'watercolour',
      ...transformations.filter((each) => each !== 'gaussian_blur'),
    ]);
    expect(variants[0]?.exception).toBe('the layout has changed');
    expect(variants.slice(1).map(({ exception }) => exception)).toEqual(Array(15).fill(undefined));
    expect(images.map(({ name }) => name).slice(1)).toEqual(variants.map(({ image }) => image));
    expect(images.every(({ imageId }) => imageId !== null)).toBe(true);
    expect(regionsOfItem(book, face.id)).toEqual(boxes);
    for (const { imageId } of images) {
      const file = book.services.images.files.original(imageId ?? '').path;
      expect(await sharp(file).metadata()).toMatchObject({ width: 256, height: 256 });
    }
    // What somebody answers afterwards leaves them where they are.
    submitException(book, word.id);
    expect(entity(book, word.id).variants).toHaveLength(16);
    expect(leftovers(book)).toEqual([]);
  });

  it('come again as nothing, whatever the seed; another file of the source takes none away', async () => {
    await using book = await opened();
    const source = await withEntities(book);
    await variantsOf(book);
    const before = contentOf(book.services);
    expect((await variantsOf(book)).result).toMatchObject({ made: 0, kept: 30, updated: 0 });
    expect((await variantsOf(book, { seed: 8 })).result).toMatchObject({ made: 0, kept: 30, updated: 0 });
    const again = await book.services.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(contentOf(book.services)).toEqual(before);
    // A source that has more to say is heard, its new variant behind those that are there.
    const [first = {}, second = {}] = observatoryItems(3);
    await putObservatory(book.at('source'), [{ ...first, gender: 'male' }, second]);
    const report = await book.services.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(report.skipped).toEqual([]);
    const face = present(rowsOf(book)[0]);
    const { variants, images, payload } = entity(book, face.id);
    expect(payload['gender']).toBe('male');
    expect(variants).toHaveLength(17);
    expect(variants.at(-1)?.image).toBe('variants/0001_3.png');
    expect(images.map(({ name }) => name).slice(1)).toEqual(variants.map(({ image }) => image));
    expect(images.every(({ imageId }) => imageId !== null)).toBe(true);
  });

  it.each(['Making variants', 'Images', 'Writing'])(
    'leave nothing where the work is cancelled while it is at “%s”',
    async (phase) => {
      await using book = await opened();
      await withEntities(book);
      const transformations = await all(book);
      const before = { content: contentOf(book.services), files: filesOf(book) };
      const controller = new AbortController();
      const work = book.services.imageGeneration.variants(
        { items: { filter: {} }, transformations, seed: 7, target: { kind: 'casebook' } },
        { person: book.person, viewpoint: everything },
        {
          progress: (at) => {
            if (at === phase) controller.abort();
          },
          signal: controller.signal,
        },
      );
      await expect(work).rejects.toThrow();
      expect(controller.signal.aborted).toBe(true);
      expect(contentOf(book.services)).toEqual(before.content);
      expect(filesOf(book)).toEqual(before.files);
      expect(leftovers(book)).toEqual([]);
    },
  );

  it.each(['Making variants', 'Reading items'])(
    'and questions end before their casebook closes, at “%s”',
    async (phase) => {
      await using book = await opened();
      await withEntities(book);
      const { services } = book;
      const before = { content: contentOf(services), files: filesOf(book) };
      const closing: Promise<void>[] = [];
      let ended = false;
      const work: Work = {
        progress: (at, done, total) => {
          // The last of it: there is nothing left to be cancelled but what comes after.
          if (at === phase && (done === total || at === 'Reading items'))
            closing.push(book.core.keeper.close());
        },
        signal: new AbortController().signal,
      };
      const variants = { items: { filter: {} }, transformations: ['gamma'], seed: 7 };
      const doing = (
        phase === 'Making variants'
          ? services.imageGeneration.variants(
              { ...variants, target: { kind: 'casebook' } },
              { person: book.person, viewpoint: everything },
              work,
            )
          : services.querySets.add(
              { kind: 'guided', count: 2, seed: 1, distances: null },
              book.person,
              work,
              everything,
            )
      ).finally(() => (ended = true));
      await expect(
        doing.catch((error: unknown) => Promise.reject(asCasebookError(error))),
      ).rejects.toMatchObject({
        code: 'cancelled',
      });
      expect(closing).not.toEqual([]);
      await Promise.all(closing);
      expect(ended).toBe(true);
      expect(leftovers(book)).toEqual([]);
      const again = await book.core.keeper.open(services.casebook.path);
      expect(contentOf(again)).toEqual(before.content);
      expect(filesOf({ ...book, services: again })).toEqual(before.files);
    },
  );

  it('that cannot be noted end the work in words, and leave nothing', async () => {
    await using book = await opened();
    await withEntities(book);
    const { casebook: own, images, importExport } = book.services;
    const before = contentOf(book.services);
    const original = (id: string) => {
      // The disk goes away before anything is written.
      for (const name of leftovers(book)) rmSync(name, { recursive: true });
      return images.files.original(id);
    };
    const imageGeneration = new ImageGenerationService({
      casebook: own,
      images: { pool: images.files.pool, original },
      importer: importExport,
    });
    const work = imageGeneration.variants(
      { items: { filter: {} }, transformations: ['gamma'], seed: 7, target: { kind: 'casebook' } },
      { person: book.person, viewpoint: everything },
      quietly,
    );
    await expect(work).rejects.toMatchObject({ code: 'ENOENT' });
    expect(contentOf(book.services)).toEqual(before);
  });

  it('end with the stream that they were asked for by', async () => {
    await using book = await opened();
    await withEntities(book);
    const before = contentOf(book.services);
    const controller = new AbortController();
    const stream = await book.client.imageGeneration.variants(
      { items: { filter: {} }, transformations: await all(book), seed: 7, target: { kind: 'casebook' } },
      { signal: controller.signal },
    );
    for await (const event of stream) {
      expect(event.type).toBe('progress');
      break;
    }
    controller.abort();
    await expect.poll(() => leftovers(book)).toEqual([]);
    expect(contentOf(book.services)).toEqual(before);
  });

  it('of a selection go to a folder with the boxes that hold, and leave the casebook as it was', async () => {
    await using book = await opened();
    await withEntities(book);
    const before = contentOf(book.services);
    const face = present(rowsOf(book)[0]);
    const { result } = await resultOf(
      book.client.imageGeneration.variants({
        items: { ids: [face.id] },
        transformations: ['gamma', 'sharpen'],
        seed: 3,
        target: { kind: 'folder', folder: book.at('out') },
      }),
    );
    expect(result).toMatchObject({ made: 2, kept: 0, left_out: [] });
    const lines = readFileSync(book.at('out', 'observatory.jsonl'), 'utf8').trimEnd().split('\n');
    const [line = ''] = lines;
    expect(lines).toHaveLength(1);
    const value: unknown = JSON.parse(line);
    expect(value).toMatchObject({
      id: '0001',
      boxes: { nose: { x1: 112, y1: 100.5, x2: 144, y2: 148.25 } },
      variants: [
        { transformation: 'sharpen', family: 'ID' },
        { transformation: 'gamma', family: 'ID' },
      ].toSorted((a, b) => a.transformation.localeCompare(b.transformation)),
    });
    expect(contentOf(book.services)).toEqual(before);
  });

  it('are shown beforehand, each of one original', async () => {
    await using book = await opened();
    await withEntities(book);
    const preview = await book.client.imageGeneration.previewVariants({
      items: { filter: {} },
      transformations: ['posterize', 'median_filter'],
      seed: 1,
    });
    expect(preview).toMatchObject({ title: 'Ada Lovelace', width: 256, height: 256 });
    const pictures = [preview?.original ?? '', ...(preview?.variants ?? []).map(({ picture }) => picture)];
    expect(preview?.variants.map(({ transformation }) => transformation)).toEqual([
      'median_filter',
      'posterize',
    ]);
    expect(new Set(pictures).size).toBe(3);
    for (const picture of pictures)
      expect(await sharp(Buffer.from(picture.split(',')[1] ?? '', 'base64')).metadata()).toMatchObject({
        width: 256,
      });
  });

  it('made elsewhere come in by a list, behind those that are there, with what may stand in the way named', async () => {
    await using book = await opened();
    const source = await withEntities(book);
    const folder = book.at('stylised');
    cpSync(join(source, 'variants', '0001_1.png'), join(folder, 'a', 'sketch.png'));
    const line = { id: '0001', transformation: 'sketch', image: 'a/sketch.png' };
    const list = put(join(folder, 'list.jsonl'), `${JSON.stringify(line)}\n`);
    expect(await book.services.importExport.recognise(list)).toEqual(['observatory-variants']);
    const bringIn = () =>
      book.services.importExport.import({ source: list, format: 'observatory-variants' }, null, quietly);
    expect(await bringIn()).toMatchObject({ updated: 1, skipped: [], applied: true });
    const face = present(rowsOf(book)[0]);
    expect(entity(book, face.id).variants.at(-1)).toEqual({
      image: 'a/sketch.png',
      transformation: 'sketch',
      family: 'OOD',
    });
    const before = contentOf(book.services);
    expect(await bringIn()).toMatchObject({ updated: 0, unchanged: 1 });
    put(
      list,
      [
        { ...line, id: 'nobody', image: 'a/b.png' },
        { ...line, transformation: 'other' },
      ]
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(''),
    );
    const refused = await bringIn();
    expect(refused.applied).toBe(false);
    expect(refused.skipped.map(({ reason }) => reason).toSorted()).toEqual([
      '"a/sketch.png" is the name of another image of the entity (line 2)',
      'The casebook has no item "nobody".',
    ]);
    put(list, `${JSON.stringify({ ...line, image: 'a/gone.png' })}\n`);
    expect((await bringIn()).skipped.map(({ reason }) => reason)).toEqual(['There is no file a/gone.png.']);
    expect(contentOf(book.services)).toEqual(before);
  });
});
