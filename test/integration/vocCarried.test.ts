import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createOutputFolder } from '../../electron/core/files/outputFolder.ts';
import type { BoxedImage, ReadImage, WrittenBox } from '../../electron/core/formats/boxes/boxes.ts';
import { Tally } from '../../electron/core/formats/reading/tally.ts';
import { readVoc } from '../../electron/core/formats/boxes/voc/vocReader.ts';
import { writeVocAnnotation } from '../../electron/core/formats/boxes/voc/vocWriter.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import { put } from '../helpers/casebooks.ts';
import { collectBoxes, type CollectedBoxes } from '../helpers/collectedBoxes.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { seededRandom } from '../helpers/random.ts';

type Files = Readonly<Record<string, string>>;

async function read(files: Files): Promise<CollectedBoxes> {
  using folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) put(folder.join('set', path), text);
  return await collectBoxes(readVoc, folder.join('set'));
}

const PERSON =
  '<object><name>person</name><pose>Left</pose><truncated>1</truncated><occluded>0</occluded><difficult>1</difficult><bndbox><xmin>11</xmin><ymin>11</ymin><xmax>60</xmax><ymax>90</ymax></bndbox><part><name>head</name><bndbox><xmin>20</xmin><ymin>12</ymin><xmax>40</xmax><ymax>30</ymax></bndbox></part></object>';
const HEAD =
  '<annotation><filename>c.jpg</filename><size><width>200</width><height>100</height><depth>3</depth></size>';
const edges = (xmin: number | string, ymin: number, xmax: number, ymax: number): string =>
  `<bndbox><xmin>${String(xmin)}</xmin><ymin>${String(ymin)}</ymin><xmax>${String(xmax)}</xmax><ymax>${String(ymax)}</ymax></bndbox>`;
const object = (name: string, box: string, more = ''): string =>
  `<object><name>${name}</name>${box}${more}</object>`;

/** The images as they would be written after they were read: what came in as Pascal VOC is carried. */
function boxed(
  image: ReadImage,
  change: (box: WrittenBox, at: number) => WrittenBox = (box) => box,
): BoxedImage {
  return {
    file: image.file.replace(/^.*\//u, ''),
    width: image.width ?? 200,
    height: image.height ?? 100,
    foreign: image.foreign === undefined ? null : { format: 'voc', source: image.foreign },
    boxes: image.boxes.map(({ foreign, ...box }, at) =>
      change(
        {
          ...box,
          ...(foreign !== undefined && {
            foreign: { ...foreign, box: [box.x, box.y, box.width, box.height], isCurrent: true },
          }),
        },
        at,
      ),
    ),
  };
}

async function write(image: BoxedImage): Promise<{ xml: string; left: { what: string; count: number }[] }> {
  using folder = temporaryFolder();
  const output = await createOutputFolder(folder.join('out'), { force: false, owns: () => true });
  const lost = new Tally();
  await writeVocAnnotation(await output.text('a.xml'), image, {
    description: 'Set',
    left: (what, count) => lost.add(what, count),
  });
  await output.finish();
  return { xml: readFileSync(folder.join('out/a.xml'), 'utf8'), left: lost.lines() };
}

const moved = (box: WrittenBox): WrittenBox => ({
  ...box,
  x: box.x + 5,
  ...(box.foreign !== undefined && { foreign: { ...box.foreign, isCurrent: false } }),
});

describe('an annotation of Pascal VOC', () => {
  it('keeps its objects to the letter; a box that cannot be is named, and the answer is partial', async () => {
    const found = await read({
      'Annotations/c.xml': `${HEAD}${PERSON}${object('dog', edges(90, 20, 70, 40))}</annotation>`,
      'JPEGImages/c.jpg': '',
    });
    expect(found.problems).toEqual(['Annotations/c.xml: object 2 (dog): xmax is smaller than xmin.']);
    expect(found.images).toMatchObject([
      {
        file: 'JPEGImages/c.jpg',
        isPartial: true,
        boxes: [
          {
            category: 'person',
            x: 10,
            y: 10,
            width: 50,
            height: 80,
            foreign: { format: 'voc', source: PERSON, shapes: ['parts'] },
          },
        ],
      },
    ]);
    expect(found.warnings).toEqual(['boxes: 1 box has parts, which are not compared.']);
  });

  it.each<[string, string, string]>([
    ['without a box', object('cat', ''), 'object 1 (cat): It has no box (bndbox).'],
    ['with a text for a number', object('cat', edges('x', 1, 2, 2)), 'object 1 (cat): xmin is not a number.'],
    ['without an edge', object('cat', '<bndbox><xmin>1</xmin></bndbox>'), 'object 1 (cat): ymin is missing.'],
    ['upside down', object('cat', edges(1, 9, 2, 2)), 'object 1 (cat): ymax is smaller than ymin.'],
    [
      'outside',
      object('cat', edges(300, 1, 310, 2)),
      'object 1 (cat): It is outside the image of 200 x 100 pixels.',
    ],
    [
      'without a name',
      edges(1, 1, 2, 2).replace(/^/u, '<object>').concat('</object>'),
      'object 1: It has no name.',
    ],
  ])('refuses an object %s by name, and reads the others', async (_name, text, problem) => {
    const found = await read({ 'a.xml': `${HEAD}${text}${PERSON}</annotation>` });
    expect(found.problems).toEqual([`a.xml: ${problem}`]);
    expect(found.images).toMatchObject([{ isPartial: true, boxes: [{ category: 'person' }] }]);
  });

  it('reads decimals, polygons, turned boxes, and texts in every notation', async () => {
    const polygon = '<polygon><x1>10</x1><y1>10</y1><x2>30</x2><y2>10</y2><x3>20</x3><y3>40</y3></polygon>';
    const turned = '<robndbox><cx>50</cx><cy>50</cy><w>20</w><h>10</h><angle>0.5</angle></robndbox>';
    const found = await read({
      'a.xml': `<?xml version="1.0"?><!DOCTYPE annotation><annotation verified="yes"><!-- <object> --><filename>a &amp; b &#x1F408;.jpg</filename>
        ${object('a&#10;b', edges(1.5, 2.25, 9.5, 9))}${object('<![CDATA[<b>&amp;]]>', polygon)}${object('r', turned)}</annotation>`,
      'a & b 🐈.jpg': '',
    });
    expect(found.problems).toEqual([]);
    expect(found.images[0]?.file).toBe('a & b 🐈.jpg');
    expect(found.images[0]?.boxes).toMatchObject([
      { category: 'a\nb', x: 0.5, y: 1.25, width: 9, height: 7.75 },
      { category: '<b>&amp;', x: 10, y: 10, width: 20, height: 30, foreign: { shapes: ['polygon'] } },
      { category: 'r', foreign: { shapes: ['rotation'] } },
    ]);
  });

  it.each([
    ['an entity', '<!DOCTYPE a [<!ENTITY x "y">]><annotation/>', 'It defines entities'],
    ['no end', '<annotation><object>', 'line 1: It is not XML'],
    ['another root', '<root/>', 'It is about “root”'],
    [
      'a thousand levels',
      `<annotation>${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}</annotation>`,
      'It is nested more than 100 levels deep.',
    ],
  ])('with %s is one reason, and no answer', async (_name, text, reason) => {
    const found = await read({ 'Annotations/a.xml': text, 'JPEGImages/a.jpg': '' });
    expect([found.images, found.problems.length]).toEqual([[], 1]);
    expect(found.problems[0]).toContain(reason);
    expect(found.bare).toEqual([{ file: 'JPEGImages/a.jpg' }]);
  });
});

describe('the images of a folder of Pascal VOC', () => {
  const about = (name: string, more = ''): string =>
    `<annotation><filename>${name}</filename>${more}</annotation>`;

  it('are found by what their annotation calls them, their splits by ImageSets; others have no answer', async () => {
    const found = await read({
      'VOC/Annotations/a.xml': about('a.jpg'),
      'VOC/Annotations/sub/b.xml': about('b', '<path>/home/jo/b.png</path>'),
      'VOC/Annotations/back.xml': about('back\\slash.jpg'),
      'VOC/JPEGImages/back\\slash.jpg': '',
      'VOC/Annotations/c.xml': about('..\\x\\wrong name.jpg'),
      'VOC/JPEGImages/a.jpg': '',
      'VOC/JPEGImages/sub/b.png': '',
      'VOC/JPEGImages/c.jpg': '',
      'VOC/JPEGImages/d..1 .jpg': '',
      'VOC/SegmentationClass/a.png': '',
      'VOC/ImageSets/Main/train.txt': 'a\nsub/b\n',
      'VOC/ImageSets/Main/val.txt': 'c\nd..1 .jpg\r\n',
      'VOC/ImageSets/Main/trainval.txt': 'a\nc\n',
      'VOC/ImageSets/Main/cat_train.txt': 'a  1\nc -1\n',
    });
    expect(found.problems).toEqual([]);
    expect(found.images.map(({ file, split }) => [file, split])).toEqual([
      ['VOC/JPEGImages/a.jpg', 'train'],
      ['VOC/JPEGImages/back\\slash.jpg', undefined],
      ['VOC/JPEGImages/c.jpg', 'val'],
      ['VOC/JPEGImages/sub/b.png', 'train'],
    ]);
    expect(found.bare).toEqual([{ file: 'VOC/JPEGImages/d..1 .jpg', split: 'val' }]);
  });

  it('that are not there are called as their annotation calls them', async () => {
    const found = await read({
      'a.xml': about('photo.jpg', '<path>train/photo.jpg</path>'),
      'b.xml': about('../../etc/passwd'),
      'c.xml': '<annotation/>',
    });
    expect(found.images.map(({ file }) => file)).toEqual(['train/photo.jpg', 'passwd', 'c']);
  });
});

describe('written again', () => {
  const FILE = `<annotation verified="yes">
\t<folder>photos</folder>
\t<filename>c.jpg</filename>
\t<path>/home/jo/c.jpg</path>
\t<source>
\t\t<database>Mine &amp; yours</database>
\t</source>
\t<owner><name>Jo</name></owner>
\t<size>
\t\t<width>200</width>
\t\t<height>100</height>
\t\t<depth>1</depth>
\t</size>
\t<segmented>1</segmented>
\t${PERSON}
\t<object>
\t\t<name>cup</name>
\t\t<bndbox>
\t\t\t<xmin>1.5</xmin>
\t\t\t<ymin>1</ymin>
\t\t\t<xmax>20.25</xmax>
\t\t\t<ymax>30</ymax>
\t\t</bndbox>
\t\t<attributes>
\t\t\t<attribute><name>rotation</name><value>0.0</value></attribute>
\t\t</attributes>
\t</object>
</annotation>
`;

  it('unchanged is the same file to the letter, without objects as well', async () => {
    for (const text of [
      FILE,
      `${HEAD}${PERSON}</annotation>`,
      FILE.replace(/\t<object>[\s\S]*<\/object>\n/u, ''),
    ]) {
      const image = present((await read({ 'c.xml': text })).images[0]);
      expect(await write(boxed(image))).toEqual({ xml: text, left: [] });
    }
  });

  it('a moved box keeps its values and loses its parts, counted; a new label and note are in their place', async () => {
    const image = present((await read({ 'c.xml': FILE })).images[0]);
    const { xml, left } = await write(
      boxed(image, (box, at) =>
        at === 0
          ? moved(box)
          : { ...box, category: 'mug & "co"', note: 'a\nb', attributes: { colour: 'red' } },
      ),
    );
    expect(left).toEqual([{ what: 'box with parts of a box that was moved', count: 1 }]);
    expect(xml).toBe(
      FILE.replace(/<part>.*<\/part>/u, '')
        .replace('<xmin>11</xmin>', '<xmin>16</xmin>')
        .replace('<xmax>60</xmax>', '<xmax>65</xmax>')
        .replace('<name>cup</name>', '<name>mug &amp; &quot;co&quot;</name>')
        .replace(
          '\t\t</attributes>\n',
          '\t\t</attributes>\n\t\t<attributes>{&quot;colour&quot;:&quot;red&quot;}</attributes>\n\t\t<note>a&#10;b</note>\n',
        ),
    );
    const again = (await read({ 'c.xml': xml })).images[0]?.boxes[1];
    expect(again).toMatchObject({ category: 'mug & "co"', note: 'a\nb', attributes: { colour: 'red' } });
  });

  it('under another name its image is named anew', async () => {
    const image = present((await read({ 'c.xml': FILE })).images[0]);
    const { xml } = await write({ ...boxed(image), file: 'sub/d.jpg', width: 150 });
    expect(xml).toBe(
      FILE.replace('<filename>c.jpg', '<filename>d.jpg')
        .replace('<path>/home/jo/c.jpg', '<path>sub/d.jpg')
        .replace('<width>200', '<width>150'),
    );
  });

  it('any text comes back; what XML cannot hold is counted', async () => {
    const texts = [
      'a\nb',
      '\t x \r\n',
      '<&>"\'',
      ']]>',
      '🐈',
      'e\u0301',
      '..\\x',
      '\u0085\u2028',
      '&#10;',
      '<!-- x -->',
    ];
    const boxes = texts.map((text): WrittenBox => ({
      category: text,
      x: 1,
      y: 2,
      width: 3,
      height: 4,
      attributes: { text },
      note: text,
    }));
    const image = { file: 'sub/a & "b" ..\'🐈.jpg', width: 200, height: 100, foreign: null, boxes };
    const { xml, left } = await write(image);
    expect(left).toEqual([]);
    const found = await read({ 'Annotations/sub/x.xml': xml, [`JPEGImages/${image.file}`]: '' });
    expect(found.problems).toEqual([]);
    expect(found.images[0]?.file).toBe(`JPEGImages/${image.file}`);
    expect(
      found.images[0]?.boxes.map(({ category, note, attributes }) => [category, note, attributes]),
    ).toEqual(texts.map((text) => [text, text, { text }]));
    const first = present(found.images[0]);
    expect((await write({ ...boxed(first), file: image.file })).xml).toBe(xml);
    const odd = await write({
      ...image,
      boxes: [{ ...moved(present(boxes[0])), category: 'a\0b\ud800' }],
    });
    expect(odd.left).toEqual([{ what: 'characters that XML cannot hold', count: 2 }]);
    expect(odd.xml).toContain('<name>ab</name>');
  });

  it('what came from elsewhere is counted', async () => {
    const foreign = {
      format: 'coco' as const,
      source: '{}',
      shapes: ['polygon' as const],
      box: [1, 2, 3, 4] as const,
      isCurrent: true,
    };
    const box = { category: 'a', x: 1, y: 2, width: 3, height: 4, attributes: {}, note: '', foreign };
    const { left } = await write({ file: 'a.jpg', width: 9, height: 9, foreign: null, boxes: [box, box] });
    expect(left).toEqual([
      { what: 'polygons', count: 2 },
      { what: 'boxes with further values from COCO', count: 2 },
    ]);
  });
});

it('files that are damaged in any way crash nothing and make no answer of what was not read', async () => {
  const random = seededRandom(34);
  const draw = (below: number): number => Math.floor(random() * below);
  const sound = `<?xml version="1.0"?>${HEAD}${PERSON}${object('cup &amp; co', edges(1, 1, 20, 20))}<!-- end --></annotation>`;
  const letters = [
    '<',
    '>',
    '/',
    '</object>',
    '<object>',
    '&',
    '&#0;',
    '"',
    '<!--',
    '<![CDATA[',
    '<?',
    '\0',
    '-',
    '9',
    'e9',
    'x',
    '<!DOCTYPE x [',
    ']',
  ];
  const inNumbers = ['-', '9', '.', 'e9', 'x', ' '];
  using folder = temporaryFolder();
  put(folder.join('JPEGImages/c.jpg'), '');
  let partial = 0;
  let refused = 0;
  for (let run = 0; run < 1000; run += 1) {
    let text = sound;
    for (let times = 1 + draw(3); times > 0; times -= 1) {
      const at = draw(text.length + 1);
      const letter =
        (run % 2 === 0 ? letters : inNumbers)[draw(run % 2 === 0 ? letters.length : inNumbers.length)] ?? '';
      text = text.slice(0, at) + (draw(2) === 0 ? letter : '') + text.slice(at + draw(run % 2 === 0 ? 4 : 2));
    }
    put(folder.join('Annotations/c.xml'), text);
    try {
      const { images, problems } = await collectBoxes(readVoc, folder.path);
      const [image] = images;
      if (image === undefined) {
        expect([text, problems.length]).toEqual([text, 1]);
        refused += 1;
        continue;
      }
      const { isPartial = false, boxes } = image;
      if (isPartial) partial += 1;
      expect([text, isPartial]).toEqual([text, problems.length > 0]);
      if (!isPartial)
        expect([text, boxes.length]).toEqual([text, text.match(/<object>(?![^<]*<!--)/gu)?.length ?? 0]);
      if (run % 10 > 0) continue;
      const written = await write(boxed(image, moved));
      expect([text, written.xml.includes('<annotation')]).toEqual([text, true]);
    } catch (error) {
      expect(error).toBeInstanceOf(CasebookError);
    }
  }
  expect([refused > 100, partial > 5]).toEqual([true, true]);
});
