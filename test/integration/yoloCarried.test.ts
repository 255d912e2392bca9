import { describe, expect, it } from 'vitest';
import { readYolo } from '../../electron/core/formats/boxes/yolo/yoloReader.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import { put } from '../helpers/casebooks.ts';
import { collectBoxes, type CollectedBoxes } from '../helpers/collectedBoxes.ts';
import { temporaryFolder } from '../helpers/core.ts';
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
