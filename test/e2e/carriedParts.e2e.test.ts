import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { z } from 'zod';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { RegionId } from '../../shared/base/ids.ts';
import { writeForeignSet } from '../../electron/core/records/answers/foreignSets.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { quietly } from '../helpers/casebooks.ts';
import { openPhotographCasebook } from '../helpers/deskCasebook.ts';
import { present } from '../helpers/present.ts';
import { until } from '../helpers/until.ts';

let app: RunningApp;
let window: AppWindow;
let page: Page;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.close();
});

/** An annotation as a COCO file has it; the polygon leaves out the corners of its box. */
const BOX = [200, 100, 200, 160] as const;
const SOURCE =
  '{"id": 41, "image_id": 1, "category_id": 1, "bbox": [200, 100, 200, 160], "segmentation": [[300, 100, 400, 180.50, 300, 260, 200, 180]], "area": 16000, "iscrowd": 0, "score": 0.93, "keypoints": [300, 120, 2, 340, 180, 1], "num_keypoints": 2}';
const HEADER = {
  info: { description: 'Street scenes' },
  categories: [{ id: 1, name: 'machine', keypoints: ['nose', 'tail'], skeleton: [[1, 2]] }],
};

/** The colour of the image under a place of it, with whatever is drawn on it; the image is fitted. */
async function colourAt(x: number, y: number, size: { width: number; height: number }): Promise<number[]> {
  return page
    .getByRole('application')
    .locator('canvas')
    .first()
    .evaluate(
      (canvas, at) => {
        if (!(canvas instanceof HTMLCanvasElement)) return [];
        const scale = Math.min((canvas.width - 24) / at.size.width, (canvas.height - 24) / at.size.height);
        const left = (canvas.width - at.size.width * scale) / 2 + at.x * scale;
        const top = (canvas.height - at.size.height * scale) / 2 + at.y * scale;
        return [...(canvas.getContext('2d')?.getImageData(left, top, 1, 1).data ?? [])];
      },
      { x, y, size },
    );
}

it('a polygon is seen in its box, is said to be lost when the box moves, comes back by undo and leaves to the letter', async () => {
  const book = await openPhotographCasebook(app, 'Carried', {
    benchmark: 'generic',
    vocabulary: { imageAttributes: [], labels: [{ id: 'machine', name: 'machine', attributes: [] }] },
    photographs: ['airplane-from-above'],
  });
  const itemId = present(book.ids[0]);
  const services = app.core.services();
  const { database } = services.casebook;
  writeForeignSet(database, 'coco', JSON.stringify(HEADER));
  const { document } = book.stored(itemId);
  const [person] = services.people.list();
  const image = document.records['image:0'];
  if (person === undefined || image?.type !== 'image' || image.imageId === null)
    throw new Error('There is no image.');
  const id = RegionId.parse(v7());
  const [x, y, width, height] = BOX;
  const region: DocumentRecord = {
    type: 'region',
    id,
    imageId: image.imageId,
    label: 'machine',
    x,
    y,
    width,
    height,
    note: '',
    attributes: {},
    order: 1,
    foreign: { format: 'coco', source: SOURCE, shapes: ['polygon', 'keypoints'], box: BOX },
  };
  services.annotations.edit(
    { itemId, task: 'annotate', round: 1, personId: person.id },
    {
      revision: document.revision,
      diff: makeDiff<DocumentRecord>(document.records, { ...document.records, [`region:${id}`]: region }),
      mark: v7(),
      activeMilliseconds: 1,
    },
    everything,
  );
  window = await app.open();
  page = window.page;
  await page.goto(`${page.url().split('#')[0] ?? ''}#/desk/${itemId}`);
  const boxes = page.getByRole('list', { name: 'Boxes' });
  await boxes.getByRole('img', { name: 'Polygon and keypoints from COCO' }).waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);

  // Inside the polygon is tinted, inside the box alone is not.
  const size = document.images.find(({ id: each }) => each === image.imageId) ?? { width: 1, height: 1 };
  const inside = await colourAt(260, 180, size);
  const corner = await colourAt(210, 110, size);
  await page.getByRole('application').focus();
  await page.keyboard.press('Shift+H');
  await until(() => colourAt(260, 180, size)).not.toEqual(inside);
  expect(await colourAt(210, 110, size)).toEqual(corner);
  await page.keyboard.press('Shift+H');
  await until(() => colourAt(260, 180, size)).toEqual(inside);

  // What the file says of it, in its words; nothing is lost yet.
  await boxes.getByRole('button').click();
  const carried = page.getByRole('region', { name: 'From its file' });
  await carried
    .getByText(/^COCO: polygon of 4 points, 2 keypoints \(nose, tail \(hidden\)\), .*score 0\.93/u)
    .waitFor();
  expect(await carried.getByRole('status').count()).toBe(0);

  await page.getByRole('application').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await carried
    .getByText(
      'The polygon and keypoints no longer fit this box. COCO files get the box without them. Undo brings them back.',
    )
    .waitFor();
  await boxes.getByRole('img', { name: 'Polygon and keypoints from COCO, no longer fits' }).waitFor();
  // Not tinted any more; the outline is faint.
  await until(() => colourAt(260, 180, size)).not.toEqual(inside);
  await until(() => book.stored(itemId).regions[0]?.x).toBe(x + 10);
  expect(book.stored(itemId).regions[0]?.foreign?.source).toBe(SOURCE);

  await page.keyboard.press('Control+z');
  await until(() => carried.getByRole('status').count()).toBe(0);
  await boxes.getByRole('img', { name: 'Polygon and keypoints from COCO', exact: true }).waitFor();
  await until(() => book.stored(itemId).regions[0]?.x).toBe(x);

  // A duplicate is another box: the file says nothing of it.
  await page.keyboard.press('Control+d');
  await until(() => book.stored(itemId).regions.map(({ foreign }) => foreign?.source)).toEqual([
    SOURCE,
    undefined,
  ]);
  await page.keyboard.press('Control+z');
  await until(() => book.stored(itemId).regions.length).toBe(1);

  await page.getByRole('application').focus();
  await page.keyboard.press('Control+Enter');
  await until(() => book.stored(itemId).document.state).toBe('submitted');
  const target = join(app.folder, 'coco.json');
  await services.importExport.export(
    { target, format: 'coco', images: 'none', status: null },
    person,
    quietly,
  );
  const text = readFileSync(target, 'utf8');
  const { annotations } = z
    .object({ annotations: z.array(z.looseObject({ segmentation: z.unknown() })) })
    .parse(JSON.parse(text));
  expect(annotations).toHaveLength(1);
  expect(text).toContain('[[300, 100, 400, 180.50, 300, 260, 200, 180]]');
  expect(text).toContain('[300, 120, 2, 340, 180, 1]');
  expect(window.complaints).toEqual([]);
});
