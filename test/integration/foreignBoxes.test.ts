import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { AgreementRequest } from '../../shared/contract/agreement.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { seededRandom } from '../helpers/random.ts';
import { boxesOf, bringIn, coco, handOut, HEIGHT, itemId, labelled, WIDTH } from '../helpers/drawnBoxes.ts';

describe('COCO boxes of others', () => {
  it('find their image by path, by name in any case and folder, and by another extension', async () => {
    await using book = await labelled();
    for (const name of ['a.png', './a.png', 'train2017/A.PNG', 'C:\\data\\a.jpg', 'a.jpeg']) {
      const source = put(book.at('c.json'), JSON.stringify(coco({ images: [{ id: 1, file_name: name }] })));
      const report = await bringIn(book, source, 'coco');
      expect([name, report.skipped, report.added + report.unchanged]).toEqual([name, [], 1]);
    }
    expect(boxesOf(book, 'a.png')).toEqual([{ label: 'l0', box: [1, 2, 30, 40], note: '', attributes: {} }]);
  });

  it('changed, make a new version; the same again changes nothing; the boxes that stay keep their identity', async () => {
    await using book = await labelled();
    const second = { id: 2, image_id: 1, category_id: 5, bbox: [5, 5, 5, 5] };
    const first = { id: 1, image_id: 1, category_id: 5, bbox: [1, 2, 30, 40] };
    await bringIn(
      book,
      put(book.at('c.json'), JSON.stringify(coco({ annotations: [first, second] }))),
      'coco',
    );
    const ids = (): string[] =>
      book.casebook.database
        .prepare<[], string>('SELECT id FROM region ORDER BY annotation_id DESC, position')
        .pluck()
        .all();
    const [kept] = ids();
    const before = contentOf(book);
    expect(await bringIn(book, book.at('c.json'), 'coco')).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: 1,
    });
    expect(contentOf(book)).toEqual(before);
    const report = await bringIn(
      book,
      put(book.at('c.json'), JSON.stringify(coco({ annotations: [first] }))),
      'coco',
    );
    expect(report).toMatchObject({
      updated: 1,
      changes: [{ item: 'a.png', field: 'boxes', from: '2', to: '1' }],
    });
    expect(boxesOf(book, 'a.png')).toHaveLength(1);
    expect(ids()[0]).toBe(kept);
    expect(book.annotations.versions(itemId(book, 'a.png'), 'annotate', everything)).toHaveLength(2);
  });

  it('are refused where anything does not fit, each problem named, and with keep-going the rest comes in', async () => {
    await using book = await labelled();
    const annotation = (more: object): object => ({
      id: 9,
      image_id: 1,
      category_id: 5,
      bbox: [1, 1, 5, 5],
      ...more,
    });
    const source = put(
      book.at('c.json'),
      JSON.stringify(
        coco({
          images: [
            { id: 1, file_name: 'a.png', width: WIDTH, height: HEIGHT },
            { id: 2, file_name: 'unknown.png' },
            { id: 3, file_name: 'sub/b.jpg', width: 100, height: 100 },
            { id: 1, file_name: 'twice.png' },
          ],
          annotations: [
            annotation({}),
            annotation({ id: 2, bbox: [1, 2, 3] }),
            annotation({ id: 3, bbox: [1, 2, -3, 4] }),
            annotation({ id: 4, bbox: [1, null, 3, 4] }),
            annotation({ id: 5, category_id: 77 }),
            annotation({ id: 6, category_id: 6 }),
            annotation({ id: 7, image_id: 12 }),
          ],
          categories: [
            { id: 5, name: 'cup' },
            { id: 6, name: 'elephant' },
          ],
        }),
      ),
    );
    const before = contentOf(book);
    const refused = await bringIn(book, source, 'coco');
    expect(refused).toMatchObject({ applied: false, added: 0 });
    expect(contentOf(book)).toEqual(before);
    const named = refused.skipped.map(({ item, field }) => [item, field]);
    for (const expected of [
      ['images 4 of c.json', 'id'],
      ['annotation 2 of c.json on a.png', 'bbox'],
      ['annotation 3 of c.json on a.png', 'bbox'],
      ['annotation 4 of c.json on a.png', 'bbox'],
      ['annotation 5 of c.json on a.png', 'category_id'],
      ['annotation 7 of c.json', 'image_id'],
      ['unknown.png', null],
      ['sub/b.jpg', 'images'],
    ]) {
      expect(named).toContainEqual(expected);
    }
    expect(await bringIn(book, source, 'coco', { keepGoing: true })).toMatchObject({
      added: 1,
      applied: true,
    });
    expect(boxesOf(book, 'a.png')).toHaveLength(2);
  });

  it('are refused where the benchmark has no label of that category', async () => {
    await using book = await freshCasebook('caughtcheating');
    await drawFlag(book.at('photos/a.png'), WIDTH, HEIGHT);
    await bringIn(book, book.at('photos'), 'images');
    const source = put(book.at('c.json'), JSON.stringify(coco({})));
    const report = await bringIn(book, source, 'coco');
    expect(report.applied).toBe(false);
    expect(report.skipped).toContainEqual({
      item: 'a.png',
      field: 'category',
      reason: expect.stringContaining('“cup” is no category of clues'),
    });
  });

  it('that reach beyond the image are fitted in, with a warning', async () => {
    await using book = await labelled();
    const annotations = [{ id: 1, image_id: 1, category_id: 5, bbox: [600, -5, 100, 20] }];
    const report = await bringIn(book, put(book.at('c.json'), JSON.stringify(coco({ annotations }))), 'coco');
    expect(report.warnings).toMatchObject([{ item: 'a.png', field: 'boxes' }]);
    expect(boxesOf(book, 'a.png')[0]?.box).toEqual([600, 0, 40, 15]);
  });

  it('that lie inside come in as they are, without a word, hundredths of a pixel too', async () => {
    await using book = await labelled();
    const random = seededRandom(5);
    const hundredths = (most: number): number => Math.floor(random() * most * 100) / 100;
    const annotations = Array.from({ length: 200 }, (_, index) => {
      const [x, y] = [hundredths(WIDTH - 2), hundredths(HEIGHT - 2)];
      const box = [x, y, 1 + hundredths(WIDTH - x - 1), 1 + hundredths(HEIGHT - y - 1)];
      return { id: index, image_id: 1, category_id: 5, bbox: box };
    });
    // To the very edge, as its coordinates are rounded in the file.
    annotations.push({ id: 200, image_id: 1, category_id: 5, bbox: [123.46, 7.13, 516.55, 472.88] });
    const source = put(book.at('c.json'), JSON.stringify(coco({ annotations })));
    const report = await bringIn(book, source, 'coco');
    expect(report.warnings.filter(({ field }) => field === 'boxes')).toEqual([]);
    expect(boxesOf(book, 'a.png').slice(0, 200)).toEqual(
      annotations.slice(0, 200).map(({ bbox }) => expect.objectContaining({ box: bbox })),
    );
    expect(await bringIn(book, source, 'coco')).toMatchObject({ unchanged: 1, updated: 0 });
  });

  it('of a named person are ratings where that is said, no boxes included; else it is said why not', async () => {
    await using book = await labelled();
    const images = ['a.png', 'sub/b.jpg'].map((name, index) => ({ id: index + 1, file_name: name }));
    const source = put(book.at('c.json'), JSON.stringify(coco({ images })));
    const ratingsOf = () =>
      book.casebook.database
        .prepare(
          `SELECT i.external_id AS item, p.handle AS rater, (SELECT count(*) FROM region WHERE annotation_id = a.id) AS boxes
           FROM annotation a JOIN item i ON i.id = a.item_id JOIN person p ON p.id = a.person_id
           WHERE a.independent = 1 AND a.state = 'submitted' ORDER BY 2, 1`,
        )
        .all();
    const answer = await bringIn(book, source, 'coco', { person: 'ben' });
    expect(answer.warnings).toContainEqual({
      item: null,
      field: 'person',
      message:
        'These boxes are an answer of ben, not a rating. If ben drew them as a rater, import them as ratings (--boxes ratings) to include them in agreement.',
    });
    expect(ratingsOf()).toEqual([]);
    for (const person of ['cleo', 'dan'])
      expect(await bringIn(book, source, 'coco', { person, boxes: 'ratings' })).toMatchObject({
        added: 2,
        skipped: [],
      });
    expect(ratingsOf()).toEqual([
      { item: 'a.png', rater: 'cleo', boxes: 1 },
      { item: 'sub/b.jpg', rater: 'cleo', boxes: 0 },
      { item: 'a.png', rater: 'dan', boxes: 1 },
      { item: 'sub/b.jpg', rater: 'dan', boxes: 0 },
    ]);
    const figures = await book.agreement.figures(
      AgreementRequest.parse({ task: 'annotate', field: 'regions', bootstrap: 0 }),
      everything,
      () => undefined,
      new AbortController().signal,
    );
    expect(figures).toMatchObject({ pairable: 2, coefficients: { box_f1: { value: 1 } } });
    expect(await bringIn(book, source, 'coco', { person: 'dan', boxes: 'ratings' })).toMatchObject({
      unchanged: 2,
    });
    await expect(
      book.importExport.import({ source, format: 'coco', boxes: 'ratings' }, null, quietly),
    ).rejects.toThrow(/rater of these boxes/u);
  });

  it('whose image could be several are left out by name', async () => {
    await using book = await labelled();
    await drawFlag(book.at('more/other/a.png'), WIDTH, HEIGHT);
    await bringIn(book, book.at('more'), 'images');
    const source = put(
      book.at('c.json'),
      JSON.stringify(coco({ images: [{ id: 1, file_name: 'x/a.png' }] })),
    );
    expect((await bringIn(book, source, 'coco')).skipped).toEqual([
      {
        item: 'x/a.png',
        field: null,
        reason:
          'Several images match: a.png (a.png), other/a.png (other/a.png). Use the full name of one of them in the file.',
      },
    ]);
    // With its folder it is one of them.
    const named = coco({ images: [{ id: 1, file_name: 'set/other/a.png' }] });
    expect(await bringIn(book, put(book.at('d.json'), JSON.stringify(named)), 'coco')).toMatchObject({
      added: 1,
    });
  });

  it('never cover up unsubmitted work', async () => {
    await using book = await labelled();
    const id = itemId(book, 'a.png');
    const key = { itemId: id, task: 'annotate', round: 1, personId: book.people.ensure('ana', 'human').id };
    book.annotations.edit(
      key,
      {
        revision: 0,
        diff: { added: { 'field:x': { type: 'field', name: 'x', value: 1 } }, updated: {}, removed: {} },
        mark: 'm',
        activeMilliseconds: 0,
      },
      everything,
    );
    const report = await bringIn(book, put(book.at('c.json'), JSON.stringify(coco())), 'coco');
    expect(report).toMatchObject({
      applied: false,
      skipped: [{ item: 'a.png', reason: expect.stringContaining('unsubmitted') }],
    });
    expect(await bringIn(book, book.at('c.json'), 'coco', { person: 'ben' })).toMatchObject({ added: 1 });
    expect(boxesOf(book, 'a.png', 'annotate', 'ben')).toHaveLength(1);
  });

  it.each([
    ['a list', '[]'],
    ['empty', ''],
    ['cut off', JSON.stringify(coco()).slice(0, 60)],
    ['without images', '{"annotations": []}'],
  ])('%s: are refused', async (_name, text) => {
    await using book = await labelled();
    const report = await bringIn(book, put(book.at('c.json'), text), 'coco');
    expect(report.applied).toBe(false);
    expect(report.skipped.length).toBeGreaterThan(0);
  });
});

describe('YOLO and VOC of others', () => {
  it('name classes in any of the usual ways', async () => {
    for (const [name, text] of [
      ['classes.txt', 'cup\r\ntwo words\r\n'],
      ['data.yaml', 'nc: 2\nnames: [cup, "two words"]\n'],
      ['data.yaml', "train: x\nnames:\n  0: cup\n  1: 'two words'\n"],
      ['data.yaml', 'names:\n- cup\n- two words\nnc: 2\n'],
    ] as const) {
      await using book = await labelled();
      put(book.at('y', name), text);
      put(book.at('y/labels/train/a.txt'), '1 0.5 0.5 0.25 0.5 0.9\r\n');
      expect(await bringIn(book, book.at('y'), 'yolo')).toMatchObject({ added: 1, skipped: [] });
      expect(boxesOf(book, 'a.png')).toMatchObject([{ label: 'l1', box: [240, 120, 160, 240] }]);
    }
  });

  it('say which line or element is wrong', async () => {
    await using book = await labelled();
    put(book.at('y/classes.txt'), 'cup');
    put(
      book.at('y/labels/a.txt'),
      '0 0.5 0.5 0.25 0.5\n0 0.5 0.5\n3 0.5 0.5 0.1 0.1\n0 x 0.5 0.1 0.1\n0 5 0.5 0.1 0.1',
    );
    const yolo = await bringIn(book, book.at('y'), 'yolo');
    expect(yolo.skipped.map(({ field }) => field)).toEqual(['line 2', 'line 3', 'line 4', 'line 5']);
    put(
      book.at('v/a.xml'),
      '<annotation><filename>a.png</filename><object><name>cup</name><bndbox><xmin>a</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox></object></annotation>',
    );
    put(book.at('v/b.xml'), '<annotation><object>');
    const voc = await bringIn(book, book.at('v'), 'voc');
    expect(voc.skipped.map(({ item, field }) => [item, field])).toEqual([
      ['a.xml', 'object 1 (cup)'],
      ['b.xml', 'line 1'],
    ]);
  });
});

describe('boxes from elsewhere with categories of their own', () => {
  it('bring their labels into an open label set, once', async () => {
    await using book = await freshCasebook('generic');
    await drawFlag(book.at('photos/a.png'), WIDTH, HEIGHT);
    await bringIn(book, book.at('photos'), 'images');
    const coco = {
      images: [{ id: 1, file_name: 'a.png', width: WIDTH, height: HEIGHT }],
      categories: [
        { id: 1, name: 'spoon' },
        { id: 2, name: 'cup' },
      ],
      annotations: [
        { id: 1, image_id: 1, category_id: 2, bbox: [1, 2, 30, 40] },
        { id: 2, image_id: 1, category_id: 1, bbox: [5, 6, 7, 8] },
      ],
    };
    const source = put(book.at('in/boxes.json'), JSON.stringify(coco));
    const first = await bringIn(book, source, 'coco');
    expect(first).toMatchObject({ added: 1, skipped: [], warnings: [{ field: 'labels' }] });
    const labels = JSON.stringify(book.settings.vocabulary()['labels']);
    expect(labels).toContain('"spoon"');
    expect(labels).toContain('"cup"');
    // The label that a casebook begins with gives way.
    expect(labels).not.toContain('"object"');
    expect(await bringIn(book, source, 'coco')).toMatchObject({ added: 0, unchanged: 1, warnings: [] });
    const vocabularyChange = book.history.list({ kinds: ['vocabulary'], limit: 5 }, everything).events;
    expect(vocabularyChange).toHaveLength(1);
    await handOut(book, book.at('out'), 'coco');
    const { boxes } = readCocoFile(book.at('out/annotations.json'));
    expect(boxes.map(({ category, bbox }) => [category, bbox])).toEqual([
      ['cup', [1, 2, 30, 40]],
      ['spoon', [5, 6, 7, 8]],
    ]);
  });
});
