import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFreeMemory, withMemory } from '../../electron/core/files/imageBudget.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';

const LIMIT = 5_000_000;
const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;

const bringIn = (book: Services, source: string, format: string, more: object = {}) =>
  book.importExport.import({ source, format, keepGoing: true, ...more }, null, quietly);

async function withPhotographs() {
  const book = await freshCasebook('generic');
  for (const name of ['a', 'b', 'c']) await drawFlag(book.at('photos', `${name}.png`), 64, 64);
  await bringIn(book, book.at('photos'), 'images');
  return book;
}

describe('an item beyond 5 MB', () => {
  const large = `{"image":"b.png","id":"b","text":"${'x'.repeat(LIMIT)}"}`;
  const small = (name: string) => JSON.stringify({ id: name, image: `${name}.png`, text: 'x' });

  it('is left out by name in JSON Lines, with its size and the limit, and the others come in', async () => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('items.jsonl'), [small('a'), large, small('c')].join('\n'));
    const report = await bringIn(book, source, 'generic');
    expect(report).toMatchObject({ added: 2, applied: true });
    expect(report.skipped).toEqual([
      { item: 'b, line 2', field: null, reason: 'It is 5.1 MB long; the limit is 5 MB.' },
    ]);
  });

  it('is left out in a list by its number and byte, where its name does not stand at its beginning', async () => {
    await using book = await freshCasebook('generic');
    const nameless = `{"text":"${'x'.repeat(LIMIT)}","id":"b"}`;
    const source = put(book.at('items.json'), `[${small('a')},${nameless},${small('c')}]`);
    const report = await bringIn(book, source, 'generic');
    expect(report.added).toBe(2);
    expect(report.skipped).toMatchObject([{ item: `item 2 (byte ${String(small('a').length + 2)})` }]);
  });

  it('comes in where it has the limit’s size', async () => {
    await using book = await freshCasebook('generic');
    const empty = '{"id":"a","image":"a.png","text":""}';
    const text = 'x'.repeat(LIMIT - empty.length);
    const report = await bringIn(
      book,
      put(book.at('items.jsonl'), empty.replace('""', `"${text}"`)),
      'generic',
    );
    expect(report).toMatchObject({ added: 1, skipped: [] });
  });
});

describe('what is nested too deeply', () => {
  const reason = 'It is nested more than 100 levels deep.';

  it.each([
    ['generic', 'generic', `{"id":"a","image":"a.png","x":${deep}}`],
    ['argus', 'argus', `{"id":"a","x":${deep}}`],
    ['caughtcheating', 'caughtcheating', `{"data_path":"a","x":${deep}}`],
    ['mcsbench', 'mcsbench-audit', `{"id":"a","x":${deep}}`],
    ['caughtcheating', 'verdicts-jsonl', `{"item":"a","value":${deep}}`],
    ['caughtcheating', 'answers-jsonl', `{"item":"a","answer":${deep}}`],
    ['generic', 'labelstudio', `{"id":1,"data":{"x":${deep}},"annotations":[]}`],
  ])('is named and left out: in %s, %s', async (benchmark, format, line) => {
    await using book = await freshCasebook(benchmark);
    const source = put(book.at('source.jsonl'), line);
    const more =
      format === 'verdicts-jsonl'
        ? { judge: { name: 'j' } }
        : format === 'answers-jsonl'
          ? { respondent: { name: 'm' } }
          : {};
    expect((await bringIn(book, source, format, more)).skipped).toMatchObject([
      { item: expect.any(String), reason },
    ]);
  });

  it('is named in a cell of a set, too', async () => {
    await using book = await freshCasebook('generic');
    const levels = { f: { level: 'set' } };
    const lines = ['item,rater,field,value', `a,r,f,"${deep}"`];
    const alone = await bringIn(book, put(book.at('a.csv'), lines.join('\n')), 'ratings-csv', { levels });
    expect(alone.skipped).toMatchObject([
      { field: 'f', reason: 'None of its values can be read as a list of texts.' },
    ]);
    const source = put(book.at('b.csv'), [...lines, 'b,r,f,x|y'].join('\n'));
    const beside = await bringIn(book, source, 'ratings-csv', { levels });
    expect(beside.added).toBe(1);
    expect(beside.skipped).toMatchObject([{ field: 'f', reason: `line 2: ${reason}` }]);
  });
});

describe('folders of boxes', () => {
  const annotation = (name: string, more = '') =>
    `${more}<annotation><filename>${name}.png</filename><object><name>cup</name><bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`;

  it('name each VOC file that cannot be read, and the others come in', async () => {
    await using book = await withPhotographs();
    put(book.at('v/a.xml'), annotation('a'));
    put(book.at('v/b.xml'), annotation('b', '<!DOCTYPE annotation SYSTEM "voc.dtd">'));
    put(book.at('v/deep.xml'), `<annotation>${'<x>'.repeat(5000)}${'</x>'.repeat(5000)}</annotation>`);
    put(book.at('v/entity.xml'), annotation('c', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'));
    put(book.at('v/large.xml'), annotation('c') + ' '.repeat(LIMIT));
    put(book.at('v/name.xml'), '<annotation><__proto__>x</__proto__></annotation>');
    const report = await bringIn(book, book.at('v'), 'voc');
    expect(report).toMatchObject({ added: 2, applied: true });
    expect(Object.fromEntries(report.skipped.map(({ item, reason }) => [item, reason]))).toEqual({
      'deep.xml': 'It is nested more than 100 levels deep.',
      'entity.xml': 'It defines entities in its document type (DTD), which Casebook does not read.',
      'large.xml': 'It is 5.1 MB long; the limit for one file is 5 MB.',
      // Its element is a name like any other; there is no image of the file's name.
      name: expect.stringContaining('No item of this casebook has an image of this name'),
    });
  });

  it('name each YOLO file that cannot be read, and the others come in', async () => {
    await using book = await withPhotographs();
    const line = '0 0.5 0.5 0.25 0.5\n';
    put(book.at('y/classes.txt'), 'cup');
    put(book.at('y/a.txt'), line);
    put(book.at('y/b.txt'), line.repeat(10_001));
    put(book.at('y/c.txt'), line.repeat(300_000));
    put(book.at('y/d.txt'), 'no box\n'.repeat(25));
    const report = await bringIn(book, book.at('y'), 'yolo');
    expect(report.added).toBe(1);
    const reasons = report.skipped.map(({ item, reason }) => `${item}: ${reason}`);
    expect(reasons).toContain('b.txt: It has more than 10,000 boxes, the limit for one image.');
    expect(reasons).toContain('c.txt: It is 5.7 MB long; the limit for one file is 5 MB.');
    expect(reasons).toContain('d.txt: It has 5 more problems.');
    expect(reasons.filter((each) => each.startsWith('d.txt: It is not a box'))).toHaveLength(20);
  });

  it('name each COCO entry that cannot be read by its list', async () => {
    await using book = await withPhotographs();
    const source = put(
      book.at('coco.json'),
      `{"images":[{"id":1,"file_name":"a.png"},{"id":2,"x":${deep}}],"categories":[{"id":1,"name":"cup"}],
        "annotations":[{"image_id":1,"category_id":1,"bbox":[1,1,9,9]},{"image_id":2,"note":"${'x'.repeat(LIMIT)}"}]}`,
    );
    const report = await bringIn(book, source, 'coco');
    expect(report.added).toBe(1);
    expect(
      report.skipped.map(({ item, reason }) => `${item.replace(/byte \d+/u, 'byte')}: ${reason}`),
    ).toEqual([
      'images 2 (byte) of coco.json: It is nested more than 100 levels deep.',
      'annotations 2 (byte) of coco.json: It is 5.1 MB long; the limit is 5 MB.',
    ]);
  });

  it('of more boxes than one import takes are refused in words, no matter who they belong to', async () => {
    await using book = await withPhotographs();
    const box = ',{"image_id":9,"category_id":1,"bbox":[1,1,9,9]}';
    const source = put(
      book.at('coco.json'),
      `{"images":[],"annotations":[${box.slice(1)}${box.repeat(500_000)}]}`,
    );
    await expect(bringIn(book, source, 'coco')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The source has more than 500,000 boxes, the limit of one import.',
    });
  }, 60_000);
});

describe('ratings', () => {
  it('of more raters than one import takes are refused in words before anything is written', async () => {
    await using book = await freshCasebook('generic');
    const lines = Array.from({ length: 5001 }, (_, at) => `item,rater ${String(at)},f,yes`);
    const source = put(book.at('ratings.csv'), ['item,rater,field,value', ...lines].join('\n'));
    await expect(bringIn(book, source, 'ratings-csv')).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The source names more than 5,000 raters, the limit of one import.',
    });
    expect(book.people.list()).toEqual([]);
  });
});

describe('the memory for pictures', () => {
  /** The head of a PNG that claims to be interlaced, with hardly any pixels behind it. */
  function interlacedClaim(side: number): Buffer {
    const chunk = (kind: string, content: Buffer): Buffer => {
      const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(content.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(side, 0);
    header.writeUInt32BE(side, 4);
    header.set([8, 2, 0, 0, 1], 8);
    return Buffer.concat([
      Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(1000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  /** The head of a BMP, which takes four bytes a pixel. */
  function bmpClaim(side: number): Buffer {
    const bytes = Buffer.alloc(64);
    bytes.write('BM', 'latin1');
    bytes.writeInt32LE(side, 18);
    bytes.writeInt32LE(side, 22);
    return bytes;
  }

  it('refuses a picture that takes more than all may have, in words', async () => {
    await using book = await freshCasebook('generic');
    put(book.at('in/bomb.png'), interlacedClaim(15_000));
    await drawFlag(book.at('in/good.png'));
    const report = await bringIn(book, book.at('in'), 'images');
    expect(report.added).toBe(1);
    expect(report.skipped).toMatchObject([
      { item: 'bomb.png', reason: 'The image takes about 676 MB of memory; the limit is 500 MB.' },
    ]);
  });

  it('is waited for while others have it', async () => {
    await using book = await freshCasebook('generic');
    const large = put(book.at('large.bmp'), bmpClaim(9000));
    const small = put(book.at('small.bmp'), bmpClaim(10));
    const free = createFreeMemory();
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const first = withMemory(free, [large], 'reduced', async () => {
      begun.resolve();
      await gate.promise;
      order.push('first');
    });
    await begun.promise;
    const second = withMemory(free, [large], 'reduced', () => Promise.resolve(order.push('second')));
    for (let at = 0; at < 20; at += 1)
      await withMemory(free, [small], 'reduced', () => Promise.resolve(order.length));
    expect(order).toEqual([]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });

  it('is free again after work that failed', async () => {
    await using book = await freshCasebook('generic');
    const large = put(book.at('large.bmp'), bmpClaim(9000));
    const free = createFreeMemory();
    const failing = withMemory(free, [large], 'reduced', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withMemory(free, [large], 'reduced', () => Promise.resolve('done'))).toBe('done');
  });
});
