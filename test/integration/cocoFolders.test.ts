import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ReadImage } from '../../electron/core/formats/boxes/boxes.ts';
import type { ReadSet } from '../../electron/core/formats/boxes/boxSink.ts';
import { readCoco } from '../../electron/core/formats/boxes/coco/cocoReader.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { put } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { pick, seededRandom } from '../helpers/random.ts';

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

describe('a folder of COCO files', () => {
  const written = (files: Readonly<Record<string, object | string>>): string => {
    count += 1;
    const root = folder.join(String(count));
    for (const [name, content] of Object.entries(files))
      put(`${root}/${name}`, typeof content === 'string' ? content : JSON.stringify(content));
    return root;
  };
  const image = (id: number, name: string) => ({ images: [{ id, file_name: name }] });

  it.each([
    ['Casebook', { 'annotations.json': coco(), 'images/a.png': '' }, [['a.png', undefined]]],
    ['FiftyOne', { 'labels.json': coco(), 'data/a.png': '' }, [['a.png', undefined]]],
    [
      'COCO',
      {
        'annotations/instances_train2017.json': coco(),
        'annotations/instances_val2017.json': coco(image(1, 'b.png')),
        'train2017/a.png': '',
        'images/val2017/b.png': '',
      },
      [
        ['train2017/a.png', 'train'],
        ['images/val2017/b.png', 'val'],
      ],
    ],
    ['CVAT', { 'annotations/instances_default.json': coco(), 'images/a.png': '' }, [['a.png', undefined]]],
    [
      'Roboflow',
      {
        'test/_annotations.coco.json': coco(),
        'train/_annotations.coco.json': coco(),
        'valid/_annotations.coco.json': coco(),
        'train/a.png': '',
      },
      [
        ['test/a.png', 'test'],
        ['train/a.png', 'train'],
        ['valid/a.png', 'val'],
      ],
    ],
  ])('of %s is one data set with its splits', async (_name, files, expected) => {
    const { images, problems, warnings } = await read(written(files));
    expect([problems, warnings]).toEqual([[], []]);
    expect(images.map(({ file, split }) => [file, split])).toEqual(expected);
  });

  it('says which files of its annotations it does not read', async () => {
    const { warnings } = await read(
      written({ 'annotations/instances_val.json': coco(), 'annotations/captions_val.json': coco() }),
    );
    expect(warnings).toEqual([
      'annotations/captions_val.json: It is not read with the others. Choose the file itself to import it.',
    ]);
  });

  it('whose files number their categories differently gives each category one id', async () => {
    const other = coco({
      categories: [
        { id: 5, name: 'dog' },
        { id: 6, name: 'cup', x: 1 },
      ],
      annotations: [BOX, { ...BOX, category_id: 6 }],
    });
    const { images, set } = await read(
      written({ 'train/_annotations.coco.json': coco(), 'valid/_annotations.coco.json': other }),
    );
    expect(JSON.parse(set.foreign.source)).toMatchObject({
      categories: [
        { id: 5, name: 'cup' },
        { id: 6, name: 'dog' },
      ],
    });
    expect(
      images[1]?.boxes.map(({ category, foreign }) => [
        category,
        /"category_id":(\d+)/u.exec(foreign?.source ?? '')?.[1],
      ]),
    ).toEqual([
      ['dog', '6'],
      ['cup', '5'],
    ]);
  });

  it('without a COCO file is refused in words', async () => {
    await expect(read(written({ 'notes.txt': 'x' }))).rejects.toThrow(/holds no COCO file/u);
  });
});

const Read = z.object({
  images: z
    .array(z.looseObject({ id: z.unknown(), file_name: z.unknown() }).nullable().catch(null))
    .catch([]),
  annotations: z
    .array(z.looseObject({ image_id: z.unknown() }).nullable().catch(null))
    .nullable()
    .catch(null),
});

describe('1,000 damaged COCO files', () => {
  const base = {
    info: { description: 'case' },
    licenses: [{ id: 1, name: 'CC0' }],
    images: [1, 2, 3].map((id) => ({
      id,
      file_name: `${String(id)}.png`,
      width: 100,
      height: 80,
      license: 1,
    })),
    categories: [
      { id: 5, name: 'cup' },
      { id: 6, name: 'dog', keypoints: ['nose'], skeleton: [[1, 1]] },
    ],
    annotations: [
      { ...BOX, id: 1, segmentation: [[1, 2, 31, 2, 31, 42]], iscrowd: 0 },
      { ...BOX, id: 2, category_id: 6, keypoints: [3, 4, 2], num_keypoints: 1 },
      { ...BOX, id: 3, image_id: 2, segmentation: { size: [80, 100], counts: [0, 50, 7950] }, iscrowd: 1 },
      { id: 4, image_id: 2, category_id: 5, segmentation: [[10, 10, 40, 10, 40, 50]] },
    ],
  } satisfies JsonObject;
  const text = JSON.stringify(base);
  const usual = new Map<string, unknown>();

  /** Why what was handed over as the whole of an image is not the whole of it; null: it is. */
  const fault = (damaged: string, image: ReadImage): string | null => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(damaged);
    } catch {
      // What is left of the file says the same as before.
      const same =
        JSON.stringify(usual.get(image.file)) === JSON.stringify(image.boxes.map(({ x, y }) => [x, y]));
      return same ? null : 'other boxes than before';
    }
    const { images, annotations } = Read.parse(parsed);
    if (annotations === null) return 'no list of annotations';
    const ids = new Set(images.flatMap((each) => (each === null ? [] : [each.id])));
    const own = images.find((each) => each?.file_name === image.file)?.id;
    const about = annotations.filter((each) => each?.image_id === own);
    const isLost = annotations.some((each) => each === null || !ids.has(each.image_id));
    if (isLost && image.boxes.length === 0) return 'no boxes, and an annotation of no image';
    return about.length === image.boxes.length ? null : `${String(about.length)} annotations`;
  };

  const damages: ((random: () => number) => string)[] = [
    // A byte is another.
    (random) => {
      const at = Math.floor(random() * text.length);
      return `${text.slice(0, at)}${String.fromCharCode(32 + Math.floor(random() * 95))}${text.slice(at + 1)}`;
    },
    // The end is missing.
    (random) => text.slice(0, Math.floor(random() * text.length)),
    // A piece is missing.
    (random) => {
      const at = Math.floor(random() * text.length);
      return `${text.slice(0, at)}${text.slice(at + 1 + Math.floor(random() * 60))}`;
    },
    // A value is another, or missing.
    (random) => {
      let at = Math.floor(random() * 90);
      const values = [null, [], {}, 'x', -1, 1e9, 1e300, true, [[]], '', undefined].map(
        (value) => [value] as const,
      );
      return (
        JSON.stringify(base, (_key, value: unknown) => (at-- === 1 ? pick(random, values)[0] : value)) ?? ''
      );
    },
  ];

  it('cause nothing but a word, and rate no image that was not read whole', async () => {
    for (const { file, boxes } of (await readText(text)).images)
      usual.set(
        file,
        boxes.map(({ x, y }) => [x, y]),
      );
    expect(usual.size).toBe(3);
    const random = seededRandom(33);
    const found: string[] = [];
    let whole = 0;
    for (let at = 0; at < 1000; at += 1) {
      const damaged = (damages[at % damages.length] ?? String)(random);
      try {
        for (const image of (await readText(damaged)).images) {
          if (image.isPartial) continue;
          whole += 1;
          const why = fault(damaged, image);
          if (why !== null) found.push(`${String(at)} ${image.file}: ${why}\n${damaged}`);
        }
      } catch (error) {
        if (!(error instanceof CasebookError)) throw error;
      }
    }
    expect(found).toEqual([]);
    // Most damage is of one place: the rest is read.
    expect(whole).toBeGreaterThan(500);
  });
});
