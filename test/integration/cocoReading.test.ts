import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ReadImage } from '../../electron/core/formats/boxes/boxes.ts';
import type { ReadSet } from '../../electron/core/formats/boxes/boxSink.ts';
import { readCoco } from '../../electron/core/formats/boxes/coco/cocoReader.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';
import { put } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';

const CASES = resolve(import.meta.dirname, '../fixtures/cases/coco');
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

/** All that a source says, as a sink gets it. */
async function read(source: string) {
  const images: ReadImage[] = [];
  const bare: string[] = [];
  const problems: [item: string, field: string | null, reason: string][] = [];
  const leftOut: typeof problems = [];
  const warnings: string[] = [];
  const tally = new Tally();
  let set: ReadSet | null = null;
  await readCoco(
    source,
    { signal: new AbortController().signal, progress: () => undefined },
    {
      image: (image) => images.push(image),
      bareImage: ({ file }) => bare.push(file),
      problem: (...problem) => problems.push(problem),
      warn: (item, _field, message) => warnings.push(`${item ?? ''}: ${message}`),
      left: (...loss) => tally.add(...loss),
      leaveOut: (...problem) => leftOut.push(problem),
      set: (said) => {
        set = said;
      },
    },
  );
  return { images, bare, problems, leftOut, warnings, left: tally.lines(), set: ReadSetShape.parse(set) };
}
const ReadSetShape = z.object({
  categories: z.array(z.string()),
  foreign: z.object({ format: z.literal('coco'), source: z.string() }),
});

let count = 0;
/** Writes a COCO file and reads it. */
function readText(text: string | Uint8Array, name = 'c.json') {
  count += 1;
  return read(put(folder.join(String(count), name), text));
}

const IMAGE = { id: 1, file_name: 'a.png', width: 100, height: 80 };
const BOX = { id: 7, image_id: 1, category_id: 5, bbox: [1, 2, 30, 40] };
const coco = (more: object = {}): object => ({
  images: [IMAGE],
  annotations: [BOX],
  categories: [{ id: 5, name: 'cup' }],
  ...more,
});
const readObject = (more: object) => readText(JSON.stringify(coco(more)));
const annotated = (...annotations: object[]) =>
  readObject({ annotations: annotations.map((each) => ({ ...BOX, ...each })) });

describe('a COCO file', () => {
  it('gives boxes with their records to the letter, images with licences, and what it says of the data set', async () => {
    const { images, problems, leftOut, warnings, set } = await read(resolve(CASES, 'instances.json'));
    expect(problems).toEqual([]);
    const [street, yard] = images;
    expect(images.map(({ file, isPartial }) => [file, isPartial])).toEqual([
      ['street.jpg', undefined],
      ['yard.jpg', true],
    ]);
    expect(street?.rights).toEqual({
      licence: 'CC BY 4.0',
      attribution: null,
      redistributable: null,
      url: null,
    });
    expect(yard?.rights).toBeUndefined();
    expect(JSON.parse(street?.foreign ?? '')).toMatchObject({ id: 10, license: 1 });
    const boxes = images.flatMap((image) => image.boxes);
    expect(boxes.map(({ category, foreign }) => [category, foreign?.shapes])).toEqual([
      ['car', ['polygon']],
      ['person', ['keypoints']],
      ['person', ['mask']],
      ['car', ['polygon']],
    ]);
    expect(boxes[0]?.foreign?.source).toBe(
      '{"id":1,"image_id":10,"category_id":0,"bbox":[20,30,60,40],"segmentation":[[20,70,50,30,80,70]],"area":1200,"iscrowd":0,"score":0.81}',
    );
    expect(yard?.boxes[1]).toMatchObject({ x: 10, y: 10, width: 30, height: 40 });
    expect(warnings).toEqual([
      'annotation 4 of instances.json on yard.jpg: It has no box that can be used: it gets that of its polygon or mask.',
    ]);
    expect(leftOut).toEqual([
      ['annotation 6 of instances.json on yard.jpg', 'bbox', 'Its box has no size.'],
      [
        'annotation 5 of instances.json on yard.jpg',
        'bbox',
        'Its box lies outside its image of 400 x 200 pixels.',
      ],
    ]);
    expect(set.categories).toEqual(['car', 'person']);
    expect(JSON.parse(set.foreign.source)).toMatchObject({
      info: { description: 'case' },
      licenses: [{ id: 1, name: 'CC BY 4.0' }],
      categories: [
        { id: 0, supercategory: 'vehicle' },
        { id: 3, skeleton: [[1, 2]] },
      ],
    });
  });

  it('with two categories of one id is refused, both names told', async () => {
    await expect(read(resolve(CASES, 'two-categories-one-id.json'))).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Two categories of two-categories-one-id.json have the id 2: “dog” and “wolf”.',
    });
  });

  it('says the same whatever the order of its lists', async () => {
    const { images, annotations, categories } = z
      .record(z.string(), z.unknown())
      .parse(coco({ annotations: [BOX, { ...BOX, id: 8, bbox: [0, 0, 0, 0] }] }));
    const first = await readText(JSON.stringify({ images, categories, annotations }));
    const second = await readText(JSON.stringify({ annotations, categories, images }));
    expect(second).toEqual(first);
    expect(first.leftOut).toEqual([['annotation 8 of c.json on a.png', 'bbox', 'Its box has no size.']]);
  });

  it('keeps numbers, keys and unknown members as they are written', async () => {
    const record =
      '{ "bbox": [1.0, 2e0, 30.50, 40], "image_id": 1, "id": 7, "category_id": 5, "x": {"é": "a  b"} }';
    const { images, set } = await readText(
      `{"images": [{"file_name": "a.png", "id": 1, "height": 80.0, "x": 1.50}], "annotations": [${record}],
        "categories": [{"name": "cup", "id": 5, "supercategory": "x"}], "info": {"year": 2017.0}, "videos": [{"id": 1.0}, 2], "odd": 600.0}`,
    );
    expect(images[0]?.boxes[0]?.foreign?.source).toBe(record);
    expect(images[0]?.foreign).toBe('{"file_name": "a.png", "id": 1, "height": 80.0, "x": 1.50}');
    expect(set.foreign.source).toBe(
      '{"info":{"year": 2017.0},"licenses":[],"categories":[{"name": "cup", "id": 5, "supercategory": "x"}],"odd":600.0,"videos":[{"id": 1.0},2]}',
    );
  });

  it.each([
    ['no category', { category_id: undefined }, 'It does not say its category.'],
    ['an unknown category', { category_id: 6 }, 'The file has no category with the id 6.'],
    ['a box of three numbers', { bbox: [1, 2, 3] }, 'Its box is not four numbers that fit a picture.'],
    ['a box of words', { bbox: ['1', '2', '3', '4'] }, 'Its box is not four numbers that fit a picture.'],
    ['a box beyond all', { bbox: [1e300, 2, 3, 4] }, 'Its box is not four numbers that fit a picture.'],
    ['a negative box', { bbox: [1, 2, -3, 4] }, 'Its box has a width or a height below zero.'],
    ['a box outside', { bbox: [100, 2, 3, 4] }, 'Its box lies outside its image of 100 x 80 pixels.'],
    [
      'neither box nor polygon',
      { bbox: undefined, segmentation: [] },
      'It has no box, and no polygon or mask to take one from.',
    ],
  ])(
    'names an annotation with %s, once and in words, and its image is partial',
    async (_name, more, reason) => {
      const { images, problems, leftOut } = await annotated(more, { id: 8 });
      expect([...problems, ...leftOut].map(([item, , said]) => [item, said])).toEqual([
        ['annotation 7 of c.json on a.png', reason],
      ]);
      expect(images).toMatchObject([{ isPartial: true, boxes: [{ x: 1 }] }]);
    },
  );

  it.each([
    ['of an unknown image', { ...BOX, image_id: 3 }],
    ['of no image', { ...BOX, image_id: undefined }],
    ['that is no object', 7],
  ])('leaves no image without boxes as rated where an annotation %s may be its own', async (_name, other) => {
    const { images, problems } = await readObject({ annotations: [other] });
    expect(problems).toHaveLength(1);
    expect(images).toMatchObject([{ isPartial: true, boxes: [] }]);
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, -60)],
    ['has an annotation that is no JSON', (text: string) => text.replace('"bbox":[1', '"bbox":[1 1')],
    [
      'has no list of annotations',
      (text: string) => text.replace('"annotations":[', '"annotations":{"a":[').replace('],"cat', ']},"cat'),
    ],
  ])('that %s rates no image', async (_name, change) => {
    const { images, problems } = await readText(change(JSON.stringify(coco())));
    expect(problems.length).toBeGreaterThan(0);
    for (const image of images) expect(image.isPartial).toBe(true);
  });

  it('with a number that JSON does not have is partial for that image alone', async () => {
    const text = JSON.stringify(
      coco({
        images: [IMAGE, { ...IMAGE, id: 2, file_name: 'b.png' }],
        annotations: [BOX, { ...BOX, image_id: 2 }],
      }),
    );
    const { images } = await readText(text.replace('[1,2,30,40]', '[NaN,2,30,40]'));
    expect(images.map(({ file, isPartial }) => [file, isPartial])).toEqual([
      ['a.png', true],
      ['b.png', undefined],
    ]);
  });

  it('of captions or panoptic segments counts them, and says of no image that it has no boxes', async () => {
    const captions = await readObject({
      annotations: [
        { id: 1, image_id: 1, caption: 'a cup' },
        { id: 2, image_id: 1, caption: 'a mug' },
      ],
    });
    expect(captions).toMatchObject({ images: [], bare: ['a.png'], problems: [] });
    expect(captions.left).toEqual([{ what: 'captions', count: 2 }]);
    const panoptic = await readObject({
      annotations: [{ image_id: 1, file_name: 'a.png', segments_info: [{ id: 1, category_id: 5 }] }],
    });
    expect(panoptic).toMatchObject({ images: [], bare: ['a.png'], problems: [] });
    expect(panoptic.left).toEqual([{ what: 'panoptic segment', count: 1 }]);
  });

  it('without annotations leaves its images open; with an empty list it says that they have none', async () => {
    const none = await readObject({ annotations: undefined });
    expect(none).toMatchObject({ images: [], bare: ['a.png'], problems: [] });
    const empty = await readObject({ annotations: [] });
    expect(empty).toMatchObject({ images: [{ file: 'a.png', boxes: [] }], bare: [], problems: [] });
  });

  it('with a mask of a thousand million pixels takes no memory for it', async () => {
    const before = process.memoryUsage().heapUsed;
    const { images } = await annotated({
      bbox: undefined,
      segmentation: { size: [100_000, 10_000], counts: [0, 1_000_000_000] },
    });
    expect(images[0]?.boxes[0]).toMatchObject({ x: 0, y: 0, width: 10_000, height: 100_000 });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50_000_000);
  });
});
