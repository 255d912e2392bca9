import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOutputFolder } from '../../electron/core/files/outputFolder.ts';
import { type BoxedImage, Categories, type WrittenBox } from '../../electron/core/formats/boxes/boxes.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';
import { readYolo } from '../../electron/core/formats/boxes/yolo/yoloReader.ts';
import { YoloWriter } from '../../electron/core/formats/boxes/yolo/yoloWriter.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { collectBoxes, type CollectedBoxes } from '../helpers/collectedBoxes.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { drawFlag } from '../helpers/pictures.ts';

type Files = Readonly<Record<string, string>>;

const BOX = '0 0.5 0.5 0.2 0.2\n';

async function read(files: Files): Promise<CollectedBoxes> {
  using folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) put(folder.join('set', path), text);
  return await collectBoxes(readYolo, folder.join('set'));
}

const filesOf = ({ images }: CollectedBoxes) =>
  images.map(({ file, split }) => [file, split ?? null] as const);
const categoriesOf = ({ images }: CollectedBoxes) =>
  images.flatMap(({ boxes }) => boxes.map(({ category }) => category));

describe('labels', () => {
  it('of an image called test, and a polygon, are read; what is compared by its box is counted', async () => {
    const found = await read({
      'data.yaml': 'names:\n  - cat  # tame\n  - dog\n',
      'images/b.jpg': '',
      'images/test.jpg': '',
      'labels/b.txt': '0 0.5 0.5 0.2 0.2\n1 0.1 0.1 0.3 0.1 0.3 0.4 0.1 0.4\n',
      'labels/test.txt': BOX,
    });
    expect(found.problems).toEqual([]);
    expect(filesOf(found)).toEqual([
      ['images/b.jpg', null],
      ['images/test.jpg', null],
    ]);
    const box = found.images[0]?.boxes[1];
    expect(box).toMatchObject({
      category: 'dog',
      foreign: { shapes: ['polygon'], source: '1 0.1 0.1 0.3 0.1 0.3 0.4 0.1 0.4' },
    });
    expect([box?.x, box?.y, box?.width, box?.height].map((side) => Number(side?.toFixed(9)))).toEqual([
      0.1, 0.1, 0.2, 0.3,
    ]);
    expect(found.warnings).toEqual(['boxes: 1 polygon is compared by its box.']);
  });

  it('keep a confidence, keypoints and turned boxes with their boxes', async () => {
    const turned = '0 0.5 0.1 0.9 0.5 0.5 0.9 0.1 0.5';
    const pose = '0 0.5 0.5 0.2 0.2 0.4 0.4 2 0 0 0';
    const found = await read({
      'data.yaml': 'names: [a]\nkpt_shape: [2, 3]\n',
      'images/a.jpg': '',
      'labels/a.txt': `0 0.5 0.5 0.1 0.1 0.93\r\n${turned}\r\n${pose}\r\n`,
    });
    expect(found.images[0]?.boxes.map(({ foreign }) => foreign)).toEqual([
      { format: 'yolo', source: '0 0.5 0.5 0.1 0.1 0.93', shapes: [] },
      { format: 'yolo', source: turned, shapes: ['rotation'] },
      { format: 'yolo', source: pose, shapes: ['keypoints'] },
    ]);
    expect(found.problems).toEqual([]);
  });

  it('that are missing are no answer, an empty file is one of no boxes, a file that cannot be read is neither', async () => {
    const found = await read({
      'data.yaml': 'names: [a]\n',
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`images/${name}.jpg`, ''])),
      'labels/b.txt': '',
      'labels/c.txt': BOX.repeat(10_001),
      'labels/d.txt': '0 0.5 0.5 0.2 0.2\n0 0.5\n0 nan 0 0 0\n',
    });
    expect(found.bare.map(({ file }) => file)).toEqual(['images/a.jpg', 'images/c.jpg']);
    expect(found.images.map(({ file, boxes, isPartial = false }) => [file, boxes.length, isPartial])).toEqual(
      [
        ['images/b.jpg', 0, false],
        ['images/d.jpg', 1, true],
      ],
    );
    expect(found.problems).toHaveLength(3);
  });

  it('that jut out come in; those outside, without a size or in pixels are left out by name', async () => {
    const lines = [
      '0 0.05 0.5 0.2 0.2',
      '0 1.5 0.5 0.2 0.2',
      '0 0.5 0.5 0 0.2',
      '0 320 240 50 50',
      '0 .1 .1 .2 .2 .3 .3 .4',
    ];
    const found = await read({
      'data.yaml': 'names: [a]\n',
      'images/a.jpg': '',
      'labels/a.txt': lines.join('\n'),
    });
    expect(found.images).toMatchObject([{ isPartial: true, boxes: [{ foreign: { source: lines[0] } }] }]);
    expect(found.problems).toEqual([
      'labels/a.txt: line 2: It is outside the image.',
      'labels/a.txt: line 3: It has no size.',
      'labels/a.txt: line 4: A coordinate is far outside 0 to 1: YOLO has shares of the image, not pixels.',
      expect.stringContaining('labels/a.txt: line 5: It is not a box: it has 8 numbers.'),
    ]);
  });
});

/** Writes images as an export does, and gives the files. */
async function write(
  names: readonly string[],
  images: readonly (BoxedImage & { readonly split?: string })[],
  source?: string,
): Promise<{
  files: Record<string, string>;
  left: { what: string; count: number }[];
  again: CollectedBoxes;
}> {
  using folder = temporaryFolder();
  const target = folder.join('out');
  const output = await createOutputFolder(target, { force: false, owns: () => true });
  const lost = new Tally();
  const writer = new YoloWriter(output, {
    categories: new Categories(names, 0),
    foreign: source === undefined ? {} : { yolo: source },
    left: (what, count) => lost.add(what, count),
  });
  for (const image of images)
    await writer.add(`labels/${image.file.replace(/\.jpg$/u, '.txt')}`, image, image.split ?? null);
  await writer.end();
  await output.finish();
  for (const { file } of images) put(`${target}/images/${file}`, '');
  const files = Object.fromEntries(
    filesIn(target)
      .filter((path) => !path.endsWith('.jpg'))
      .map((path) => [path, readFileSync(`${target}/${path}`, 'utf8')]),
  );
  return { files, left: lost.lines(), again: await collectBoxes(readYolo, target) };
}

const boxed = (category: string, foreign?: WrittenBox['foreign']): WrittenBox => ({
  category,
  x: 10,
  y: 20,
  width: 20,
  height: 20,
  attributes: {},
  note: '',
  ...(foreign !== undefined && { foreign }),
});
const part = (
  source: string,
  isCurrent: boolean,
  shapes: NonNullable<WrittenBox['foreign']>['shapes'] = [],
) => ({
  format: 'yolo' as const,
  source,
  shapes,
  box: [10, 20, 20, 20] as const,
  isCurrent,
});
const image = (file: string, boxes: readonly WrittenBox[]): BoxedImage => ({
  file,
  width: 100,
  height: 100,
  boxes,
  foreign: null,
});

describe('written again', () => {
  it('an unmoved box is its line to the letter; a moved one is a box with its confidence, its loss counted', async () => {
    const polygon = '1  0.1 0.1 0.3 0.1 0.3 0.4 0.1 0.4';
    const { files, left } = await write(
      ['cat', 'dog', 'fox'],
      [
        image('a.jpg', [
          boxed('dog', part(polygon, true, ['polygon'])),
          boxed('fox', part(polygon, true, ['polygon'])),
          boxed('dog', part(polygon, false, ['polygon'])),
          boxed('cat', part('0 0.5 0.5 0.2 0.2 0.930', false)),
          boxed('cat'),
        ]),
      ],
    );
    expect(files['labels/a.txt']?.split('\n')).toEqual([
      polygon,
      polygon.replace('1', '2'),
      '1 0.2 0.3 0.2 0.2',
      '0 0.2 0.3 0.2 0.2 0.930',
      '0 0.2 0.3 0.2 0.2',
      '',
    ]);
    expect(left).toEqual([{ what: 'polygon of a box that was moved', count: 1 }]);
  });

  it('classes keep their numbers, a renamed one as well, and data.yaml its further keys', async () => {
    const source =
      'path: ../x\ntrain: images/train\nkpt_shape: [1, 3] # one\nroboflow: {license: CC BY 4.0}\nnames: {0: cat, 2: dog, 3: dog}\n';
    const { files } = await write(
      ['Cat', 'dog', 'new'],
      [image('a.jpg', [boxed('dog', part('3 .2 .3 .2 .2', true)), boxed('Cat'), boxed('new')])],
      source,
    );
    expect(files['labels/a.txt']).toBe('3 .2 .3 .2 .2\n0 0.2 0.3 0.2 0.2 0 0 0\n1 0.2 0.3 0.2 0.2 0 0 0\n');
    expect(files['data.yaml']).toBe(
      'path: .\ntrain: images\nkpt_shape: [ 1, 3 ] # one\nroboflow: { license: CC BY 4.0 }\nval: images\nnc: 4\nnames:\n  0: "Cat"\n  1: "new"\n  2: "dog"\n  3: "dog"\n',
    );
    expect(files['classes.txt']).toBe('Cat\nnew\ndog\ndog\n');
  });

  it('any name of a class comes back', async () => {
    const names = [
      'a, b',
      '"quoted"',
      "it's",
      'two\nlines',
      '# no comment',
      'yes',
      '01',
      '🐈',
      'e\u0301',
      ' blank ',
      '\u0085\u2028\u007f',
      '- x: [y]',
      '\\n',
      '*a',
      '~',
    ];
    const { again, files } = await write(names, [
      image(
        'a.jpg',
        names.map((name) => boxed(name)),
      ),
    ]);
    expect(again.problems).toEqual([]);
    expect(categoriesOf(again)).toEqual(names);
    expect(again.sets[0]?.categories).toEqual(names);
    const second = await write(
      names,
      [
        image(
          'a.jpg',
          names.map((name) => boxed(name)),
        ),
      ],
      files['data.yaml'],
    );
    expect(second.files).toEqual(files);
  });

  it('splits come back, those that training programs do not know as well', async () => {
    const splits = ['train', 'validation', 'val', 'pilot', 'names', 'Train', 'über/2'];
    const images = splits.map((split, at) => ({ ...image(`${String(at)}.jpg`, [boxed('a')]), split }));
    const { again, files } = await write(['a'], [...images, image('none.jpg', [])]);
    expect(files['train.txt']).toBe('./images/0.jpg\n');
    expect(files['data.yaml']).toContain('val:\n  - validation.txt\n  - val.txt\n');
    expect(filesOf(again)).toEqual([
      ...splits.map((split, at) => [`images/${String(at)}.jpg`, split === 'names' ? 'split names' : split]),
      ['images/none.jpg', null],
    ]);
    expect(again.warnings).toEqual([]);
  });
});

describe('in a casebook', () => {
  it('boxes leave as they came; an image that nobody has answered gets no label file', async () => {
    await using book = await freshCasebook('generic');
    for (const name of ['a.jpg', 'sub/b.jpg', 'c.jpg']) await drawFlag(book.at('photos', name), 64, 48);
    await book.importExport.import({ source: book.at('photos'), format: 'images' }, null, quietly);
    const lines = '1 0.1 0.1 0.3 0.1 0.3 0.4 0.1 0.4\n0 0.95 0.5 0.2 0.2 0.93\n';
    put(book.at('set/data.yaml'), 'names: [cat, dog]\n');
    put(book.at('set/labels/a.txt'), lines);
    put(book.at('set/labels/sub/b.txt'), '');
    const request = { source: book.at('set'), format: 'yolo', boxes: 'ratings' as const, person: 'ana' };
    const report = await book.importExport.import(request, null, quietly);
    expect(report).toMatchObject({ skipped: [], added: 2 });
    for (const format of ['yolo', 'voc'])
      await book.importExport.export(
        { target: book.at(format), format, status: null, images: 'copy' },
        null,
        quietly,
      );
    const written = filesIn(book.at('yolo')).filter((path) => path.startsWith('labels/'));
    const withoutNumbers = (text: string): string => text.replaceAll(/^\d+/gmu, '');
    expect(
      written.map((path) => [path, withoutNumbers(readFileSync(book.at('yolo', path), 'utf8'))]),
    ).toEqual([
      ['labels/a.txt', withoutNumbers(lines)],
      ['labels/sub/b.txt', ''],
    ]);
    expect(filesIn(book.at('voc')).filter((path) => path.endsWith('.xml'))).toEqual([
      'Annotations/a.xml',
      'Annotations/sub/b.xml',
    ]);
    const again = await collectBoxes(readYolo, book.at('yolo'));
    expect(again.bare).toEqual([{ file: 'images/c.jpg' }]);
  });
});
