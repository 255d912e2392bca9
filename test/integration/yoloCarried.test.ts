import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOutputFolder } from '../../electron/core/files/outputFolder.ts';
import { type BoxedImage, type WrittenBox, Categories } from '../../electron/core/formats/boxes/boxes.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';
import { readYolo } from '../../electron/core/formats/boxes/yolo/yoloReader.ts';
import { YoloWriter } from '../../electron/core/formats/boxes/yolo/yoloWriter.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { type CollectedBoxes, collectBoxes } from '../helpers/collectedBoxes.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { seededRandom } from '../helpers/random.ts';

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

describe('the names of a data.yaml', () => {
  it.each<[string, string, string[]]>([
    [
      'a list on one line, quoted, with a comment',
      'names: ["traffic light, red", "dog", \'it\'\'s\'] # three\n',
      ['traffic light, red', 'dog', "it's"],
    ],
    ['a list over several lines, with a comment', 'names:\n  - cat  # tame\n  - dog\n', ['cat', 'dog']],
    ['a map on one line', 'names: {0: cat, 1: dog}\n', ['cat', 'dog']],
    ['a map over several lines, out of order', 'names:\n  1: dog\n  0: cat\n', ['cat', 'dog']],
    [
      'words that YAML takes for something else',
      'names: [no, 01, ~, 1.50, true]\n',
      ['no', '01', '~', '1.50', 'true'],
    ],
    ['a text over several lines', 'names:\n  - "two\n    lines"\n  - "a\\nb"\n', ['two lines', 'a\nb']],
    ['a reference', 'all: &all [cat, dog]\nnames: *all\n', ['cat', 'dog']],
  ])('%s', async (_name, text, names) => {
    const lines = names.map((_each, number) => `${String(number)} 0.5 0.5 0.1 0.1\n`).join('');
    const found = await read({ 'data.yaml': text, 'images/a.jpg': '', 'labels/a.txt': lines });
    expect(found.problems).toEqual([]);
    expect(categoriesOf(found)).toEqual(names);
    expect(found.sets).toEqual([{ categories: names, foreign: { format: 'yolo', source: text } }]);
  });

  it.each<[string, string, string]>([
    ['a key twice', 'nc: 1\nnames: [a]\nnc: 2\n', 'data.yaml: line 3: It has a key twice.'],
    ['a list without an end', 'names: [a, b\n', 'data.yaml: line 2: It is not YAML: '],
    ['no names', 'nc: 2\n', 'data.yaml: names: It names no classes.'],
    [
      'a list within the list',
      'names:\n- a\n- [b]\n',
      'data.yaml: line 3: Class 1 in names has no name that is a text.',
    ],
    ['a key that is no number', 'names: {a: 0}\n', 'data.yaml: line 1: a in names is not a class number.'],
    [
      'a number beyond all',
      'names: {4000000000: a}\n',
      'data.yaml: line 1: 4000000000 in names is not a class number.',
    ],
    ['ten thousand levels', '['.repeat(10_000), 'data.yaml: line 1: It is nested too deeply.'],
    [
      'references without end',
      `a: &a [${'x,'.repeat(9)}]\nnames: [${'*a,'.repeat(101)}]\n`,
      'data.yaml: It refers to its own parts 101 times; the limit is 100.',
    ],
    ['another encoding', 'names: [Gr\uFFFDn]\n', 'data.yaml: It is not UTF-8'],
  ])('that cannot be read is one reason with its line: %s', async (_name, text, reason) => {
    const found = await read({ 'data.yaml': text, 'images/a.jpg': '', 'labels/a.txt': BOX });
    expect(found.problems).toHaveLength(1);
    expect(found.problems[0]).toContain(reason);
    expect([found.images, found.bare]).toEqual([[], []]);
  });

  it('refuse a class number that none has, and leave that image’s answer partial', async () => {
    const found = await read({
      'data.yaml': 'names: [a]\n',
      'images/a.jpg': '',
      'labels/a.txt': `${BOX}1 .5 .5 .1 .1\n`,
    });
    expect(found.problems).toEqual(['labels/a.txt: line 2: There is no class 1.']);
    expect(found.images).toMatchObject([{ isPartial: true, boxes: [{ category: 'a' }] }]);
  });
});

describe('the layout of', () => {
  const images = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, '']));
  const labels = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, BOX]));

  it.each<[string, Files, [string, string | null][]]>([
    [
      'Ultralytics, with a path elsewhere',
      {
        'coco8.yaml': 'path: ../datasets/coco8\ntrain: images/train\nval: images/val\ntest:\nnames: {0: a}\n',
        ...images('images/train/a.jpg', 'images/val/b.jpg'),
        ...labels('labels/train/a.txt', 'labels/val/b.txt'),
      },
      [
        ['images/train/a.jpg', 'train'],
        ['images/val/b.jpg', 'val'],
      ],
    ],
    [
      'Roboflow',
      {
        'data.yaml':
          'train: ../train/images\nval: ../valid/images\ntest: ../test/images\nnc: 1\nnames: [a]\n',
        'README.dataset.txt': 'About this data set',
        ...images('train/images/a.jpg', 'valid/images/b.jpg', 'test/images/c.jpg'),
        ...labels('train/labels/a.txt', 'valid/labels/b.txt', 'test/labels/c.txt'),
      },
      [
        ['train/images/a.jpg', 'train'],
        ['valid/images/b.jpg', 'val'],
        ['test/images/c.jpg', 'test'],
      ],
    ],
    [
      'CVAT',
      {
        'obj.names': 'a\nb\n',
        'obj.data':
          'classes = 2\ntrain = data/train.txt\nvalid = data/valid.txt\nnames = data/obj.names\nbackup = backup/\n',
        'train.txt': 'data/obj_train_data/a.jpg\n',
        'valid.txt': 'data/obj_valid_data/b.jpg\n',
        ...images('obj_train_data/a.jpg', 'obj_valid_data/b.jpg'),
        ...labels('obj_train_data/a.txt', 'obj_valid_data/b.txt'),
      },
      [
        ['obj_train_data/a.jpg', 'train'],
        ['obj_valid_data/b.jpg', 'valid'],
      ],
    ],
    [
      'FiftyOne',
      {
        'dataset.yaml': 'names:\n  0: a\npath: /home/jo/out\ntrain: ./images/train/\nval: ./images/val/\n',
        ...images('images/train/a.jpg', 'images/val/b.jpg'),
        ...labels('labels/train/a.txt', 'labels/val/b.txt'),
      },
      [
        ['images/train/a.jpg', 'train'],
        ['images/val/b.jpg', 'val'],
      ],
    ],
    [
      'a flat folder with classes.txt',
      { 'classes.txt': 'a\r\nb\r\n', ...images('a.jpg', 'test.png'), ...labels('a.txt', 'test.txt') },
      [
        ['a.jpg', null],
        ['test.png', null],
      ],
    ],
    [
      'lists of images, and several at once',
      {
        'data.yaml': 'train: [one.txt, two.txt]\nval: [images/c, images/d]\nnames: [a]\n',
        'one.txt': './images/a.jpg\n',
        'two.txt': 'C:\\data\\set\\images\\b.jpg\n',
        ...images('images/a.jpg', 'images/b.jpg', 'images/c/c.jpg', 'images/d/d.jpg'),
        ...labels('labels/a.txt', 'labels/b.txt', 'labels/c/c.txt', 'labels/d/d.txt'),
      },
      [
        ['images/a.jpg', 'train'],
        ['images/b.jpg', 'train'],
        ['images/c/c.jpg', 'val'],
        ['images/d/d.jpg', 'val'],
      ],
    ],
    [
      'labels without images',
      {
        'data.yaml': 'train: images/train\nval: images/val\nnames: [a]\n',
        ...labels('labels/train/a.txt', 'labels/val/b.txt'),
      },
      [
        ['train/a', 'train'],
        ['val/b', 'val'],
      ],
    ],
    [
      'a folder within the folder',
      {
        'set/data.yaml': 'train: images/train\nval: images/train\nnames: [a]\n',
        ...images('set/images/train/a.jpg'),
        ...labels('set/labels/train/a.txt'),
      },
      [['set/images/train/a.jpg', null]],
    ],
  ])('%s: each image with its boxes and its split', async (_name, files, expected) => {
    const found = await read(files);
    expect(found.problems).toEqual([]);
    expect(found.bare).toEqual([]);
    expect(new Map(filesOf(found))).toEqual(new Map(expected));
    expect(categoriesOf(found)).toEqual(expected.map(() => 'a'));
  });

  it('paths that lead out of the folder is told once, and nothing outside is read', async () => {
    using folder = temporaryFolder();
    put(folder.join('images/x.jpg'), '');
    put(folder.join('list.txt'), 'images/x.jpg\n');
    put(folder.join('set/data.yaml'), 'path: ..\ntrain: images\nval: ../list.txt\ntest: /etc\nnames: [a]\n');
    put(folder.join('set/images/a.jpg'), '');
    const found = await collectBoxes(readYolo, folder.join('set'));
    expect(found.bare).toEqual([{ file: 'images/a.jpg', split: 'train' }]);
    expect(found.warnings).toEqual([
      'data.yaml: val: It names “../list.txt”, which is not in this folder.',
      'data.yaml: test: It names “/etc”, which is not in this folder.',
      'data.yaml: It names “../images”, which is not in this folder; “images” in this folder is used.',
    ]);
  });
});

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

it('files that are damaged in any way crash nothing and make no answer of what was not read', async () => {
  const random = seededRandom(33);
  const draw = (below: number): number => Math.floor(random() * below);
  const sound: Files = {
    'data.yaml':
      'path: ../set\ntrain: images/train\nval: val.txt\nnc: 2\nkpt_shape: [2, 3]\nnames:\n  0: cat # tame\n  1: "a, b"\n',
    'val.txt': './images/b.jpg\n',
    'labels/train/a.txt':
      '0 0.5 0.5 0.2 0.2\n1 0.1 0.1 0.3 0.1 0.3 0.4 0.1 0.4\n0 0.5 0.5 0.2 0.2 0.4 0.4 2 0 0 0\n',
    'labels/b.txt': '1 0.5 0.5 0.2 0.2 0.9\n',
  };
  const paths = Object.keys(sound);
  const letters = [
    '\n',
    ' ',
    '0',
    '9',
    '.',
    '-',
    ':',
    '[',
    '{',
    '"',
    '&a ',
    '*a ',
    '#',
    '\t',
    '\0',
    '\uFFFD',
    'e9',
    'NaN',
    '!!js ',
    '../',
  ];
  using folder = temporaryFolder();
  for (const name of ['images/train/a.jpg', 'images/b.jpg', 'images/c.jpg']) put(folder.join(name), '');
  let refused = 0;
  for (let run = 0; run < 1000; run += 1) {
    const path = paths[draw(paths.length)] ?? '';
    let text = sound[path] ?? '';
    for (let times = 1 + draw(3); times > 0; times -= 1) {
      const at = draw(text.length + 1);
      const letter = letters[draw(letters.length)] ?? '';
      text = text.slice(0, at) + (draw(2) === 0 ? letter : '') + text.slice(at + draw(4));
    }
    for (const each of paths) put(folder.join(each), each === path ? text : (sound[each] ?? ''));
    try {
      const { images, problems, bare } = await collectBoxes(readYolo, folder.path);
      const told = JSON.stringify([path, text]);
      for (const { file, boxes, isPartial = false } of images) {
        const label = file.replace('images', 'labels').replace('.jpg', '.txt');
        const written = (path === label ? text : (sound[label] ?? ''))
          .split(/\r\n|[\r\n]/u)
          .filter((line) => line.trim() !== '');
        expect([told, isPartial || written.length === boxes.length]).toEqual([told, true]);
        if (isPartial) expect([told, problems.length > 0]).toEqual([told, true]);
      }
      if (problems.length === 0) expect([told, images.length + bare.length]).toEqual([told, 3]);
      else refused += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(CasebookError);
    }
  }
  expect(refused).toBeGreaterThan(200);
});
