import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { RegionId } from '../../shared/base/ids.ts';
import { oddText } from '../helpers/arbitraries.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { regionRecord } from '../helpers/regions.ts';
import { runs } from '../helpers/runs.ts';
import {
  boxesOf,
  bringIn,
  type Drawn,
  handOut,
  HEIGHT,
  itemId,
  labelled,
  WIDTH,
} from '../helpers/drawnBoxes.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');

function draw(book: Services, externalId: string, boxes: readonly Drawn[], task = 'annotate'): void {
  const id = itemId(book, externalId);
  const key = { itemId: id, task, round: 1, personId: book.people.ensure('ana', 'human').id };
  const imageId = present(book.items.get(id, everything).images[0]?.imageId ?? null);
  const added: Record<string, DocumentRecord> = {};
  boxes.forEach(({ label, box: [x, y, width, height], note = '', attributes = {} }, order) => {
    const region = RegionId.parse(v7());
    added[`region:${region}`] = regionRecord({
      id: region,
      imageId,
      label,
      x,
      y,
      width,
      height,
      note,
      attributes,
      order,
    });
  });
  const { revision } = book.annotations.edit(
    key,
    {
      revision: book.annotations.open(key, everything).revision,
      diff: { added, updated: {}, removed: {} },
      mark: v7(),
      activeMilliseconds: 0,
    },
    everything,
  );
  book.annotations.submit(key, revision, everything);
}

const sixteenth = (most: number) => fc.integer({ min: 0, max: most * 16 }).map((value) => value / 16);
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    label: fc.constantFrom('l0', 'l1', 'l2'),
    x: sixteenth(WIDTH - 1),
    y: sixteenth(HEIGHT - 1),
    width: sixteenth(WIDTH),
    height: sixteenth(HEIGHT),
    note: oddText,
    attributes: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,5}$/u),
      fc.oneof(oddText, fc.integer(), fc.boolean()),
      { maxKeys: 2 },
    ),
  })
  .map(({ x, y, width, height, ...rest }) => ({
    ...rest,
    box: [x, y, Math.max(1, Math.min(width, WIDTH - x)), Math.max(1, Math.min(height, HEIGHT - y))] as const,
  }));
const wellFormed = (each: Drawn): Drawn => ({ ...each, note: (each.note ?? '').toWellFormed() });

describe('boxes handed out and brought in again', () => {
  it('as COCO are the same, any text and any sixteenth of a pixel', async () => {
    await using book = await labelled();
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 4 }), async (boxes) => {
        await using other = await labelled();
        draw(other, 'a.png', boxes);
        await handOut(other, other.at('out'), 'coco');
        const coco = readCocoFile(other.at('out/annotations.json'));
        expect(coco.boxes.map(({ bbox }) => bbox)).toEqual(boxes.map(({ box }) => box));
        expect(coco.files).toEqual(['a.png', 'sub/b.jpg']);
        expect(await bringIn(other, other.at('out'), 'coco')).toMatchObject({
          unchanged: 2,
          updated: 0,
          skipped: [],
        });
        await using third = await labelled();
        expect(await bringIn(third, other.at('out/annotations.json'), 'coco')).toMatchObject({
          added: 1,
          unchanged: 1,
          skipped: [],
        });
        expect(boxesOf(third, 'a.png').map(wellFormed)).toEqual(boxes.map(wellFormed));
        await handOut(third, third.at('again'), 'coco');
        expect(readFileSync(third.at('again/annotations.json'), 'utf8')).toBe(
          readFileSync(other.at('out/annotations.json'), 'utf8'),
        );
      }),
      { numRuns: runs(6) },
    );
    expect(boxesOf(book, 'a.png')).toEqual([]);
  });

  it('as YOLO are the same boxes under the same classes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 4 }), async (boxes) => {
        await using book = await labelled();
        draw(book, 'sub/b.jpg', boxes);
        await handOut(book, book.at('out'), 'yolo');
        const lines = readFileSync(book.at('out/labels/sub/b.txt'), 'utf8').trimEnd().split('\n');
        // Read straight from the format's definition: class, centre, size as shares.
        const read = lines.map((line) => line.split(' ').map(Number));
        read.forEach(([, x = 0, y = 0, width = 0, height = 0], index) => {
          const [left, top, across = 0, down = 0] = boxes[index]?.box ?? [];
          expect((x - width / 2) * WIDTH).toBeCloseTo(left ?? 0, 6);
          expect((y - height / 2) * HEIGHT).toBeCloseTo(top ?? 0, 6);
          expect([width * WIDTH, height * HEIGHT].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
            across,
            down,
          ]);
        });
        await using other = await labelled();
        expect(await bringIn(other, book.at('out'), 'yolo')).toMatchObject({ added: 1, skipped: [] });
        expect(boxesOf(other, 'sub/b.jpg').map(({ label, box }) => ({ label, box }))).toEqual(
          boxes.map(({ label, box }) => ({ label, box })),
        );
      }),
      { numRuns: runs(4) },
    );
  });

  it('as Pascal VOC are the same on whole pixels', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 4 }), async (boxes) => {
        const whole = boxes.map((each) => ({
          ...each,
          note: (each.note ?? '').replaceAll(/[^\p{L}\p{N} ]/gu, ''),
          box: [
            Math.floor(each.box[0]),
            Math.floor(each.box[1]),
            Math.max(1, Math.floor(each.box[2])),
            Math.max(1, Math.floor(each.box[3])),
          ] as const,
        }));
        await using book = await labelled();
        draw(book, 'sub/b.jpg', whole);
        await handOut(book, book.at('out'), 'voc');
        const xml = readFileSync(book.at('out/Annotations/sub/b.xml'), 'utf8');
        const edges = [
          ...xml.matchAll(
            /<xmin>(\d+)<\/xmin>\s*<ymin>(\d+)<\/ymin>\s*<xmax>(\d+)<\/xmax>\s*<ymax>(\d+)<\/ymax>/gu,
          ),
        ];
        expect(edges.map(([, ...numbers]) => numbers.map(Number))).toEqual(
          whole.map(({ box: [x, y, width, height] }) => [x + 1, y + 1, x + width, y + height]),
        );
        await using other = await labelled();
        expect(await bringIn(other, book.at('out'), 'voc')).toMatchObject({ added: 1, skipped: [] });
        expect(
          boxesOf(other, 'sub/b.jpg').map(({ label, box, attributes }) => ({ label, box, attributes })),
        ).toEqual(whole.map(({ label, box, attributes }) => ({ label, box, attributes })));
      }),
      { numRuns: runs(4) },
    );
  });

  it('of a data set come onto its items through the file beside it', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    await drawFlag(book.at('in/true_images/true_1.png'), WIDTH, HEIGHT);
    await bringIn(book, book.at('in'), 'caughtcheating');
    const boxes: Drawn[] = [
      { label: 'clue-1', box: [1, 2, 3.5, 4] },
      { label: 'clue-2', box: [10, 20, 30, 40] },
    ];
    draw(book, 'true_images/true_1.png', boxes, 'curate');
    await handOut(book, book.at('out'), 'caughtcheating');
    await using other = await freshCasebook();
    await other.importExport.import(
      { source: book.at('out'), format: 'caughtcheating', imagesFolder: book.at('in') },
      null,
      quietly,
    );
    expect(await bringIn(other, book.at('out/clue_boxes.json'), 'coco')).toMatchObject({
      added: 1,
      skipped: [],
    });
    expect(
      boxesOf(other, 'true_images/true_1.png', 'curate').map(({ label, box }) => ({ label, box })),
    ).toEqual(boxes);
    await handOut(other, other.at('out'), 'caughtcheating');
    expect(readFileSync(other.at('out/clue_boxes.json'), 'utf8')).toBe(
      readFileSync(book.at('out/clue_boxes.json'), 'utf8'),
    );
  });
});
