import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { contentOf, freshCasebook, put, quietly, readJson, readObjects } from '../helpers/casebooks.ts';

const EXPORT = resolve(import.meta.dirname, '../fixtures/labelstudio/export.json');

const bringIn = (book: Services, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source: EXPORT, format: 'labelstudio', ...more }, null, quietly);

/** The photos that the fixture names: 200 x 100 pixels, told apart by their colour. */
async function photos(book: { at(...parts: string[]): string }): Promise<string> {
  for (const [name, background] of [
    ['1f0c-cup.png', '#804020'],
    ['table two.png', '#204080'],
  ] as const) {
    const image = sharp({ create: { width: 200, height: 100, channels: 3, background } });
    put(book.at('photos', name), await image.png().toBuffer());
  }
  return book.at('photos');
}

const Said = z.object({
  item: z.string(),
  rater: z.string(),
  answer: z.string(),
  at: z.int(),
  boxes: z.string(),
});

/** Who said what, by item and rater; boxes as label, x, y, width, height. */
const said = ({ casebook: { database } }: Services) =>
  database
    .prepare(
      `SELECT i.external_id AS item, p.handle AS rater, a.payload AS answer, a.submitted_at AS at,
         (SELECT json_group_array(json_array(label, x, y, width, height, json(attributes))) FROM region WHERE annotation_id = a.id) AS boxes
       FROM annotation a JOIN item i ON i.id = a.item_id JOIN person p ON p.id = a.person_id ORDER BY 1, 2`,
    )
    .all()
    .map((raw) => {
      const { item, rater, answer, at, boxes } = Said.parse(raw);
      return {
        item,
        rater,
        at,
        answer: JsonObject.parse(JSON.parse(answer)),
        boxes: z.array(z.unknown()).parse(JSON.parse(boxes)),
      };
    });

describe('a JSON export of Label Studio', () => {
  it('is read with every annotator’s and model’s answers, boxes in pixels', async () => {
    await using book = await freshCasebook('generic');
    const report = await bringIn(book, { imagesFolder: await photos(book) });
    expect(report).toMatchObject({ added: 4, skipped: [], images: { added: 2, missing: 0 }, applied: true });
    expect(said(book)).toEqual([
      {
        item: '41',
        rater: 'ada@example.org',
        at: Date.UTC(2024, 2, 5, 10, 5, 0, 250),
        answer: {
          place: 'indoor',
          mood: ['warm', 'dark'],
          quality: '4',
          metres: 2.5,
          remark: 'two cups\none table',
        },
        boxes: [['Cup', 20, 20, 50, 50, { state: 'broken' }]],
      },
      {
        item: '41',
        rater: 'detector-2024-02',
        at: Date.UTC(2024, 1, 20),
        answer: { place: 'indoor' },
        boxes: [],
      },
      {
        item: '41',
        rater: 'user 4',
        at: Date.UTC(2024, 2, 6, 8, 1),
        answer: { place: 'outdoor', mood: ['dark'], quality: '3', metres: 3 },
        boxes: [['Cup', 24, 20, 50, 50, {}]],
      },
      {
        item: '42',
        rater: 'ada@example.org',
        at: Date.UTC(2024, 2, 7, 10),
        answer: { place: 'indoor', quality: '5' },
        boxes: [],
      },
    ]);
    expect(
      book.casebook.database.prepare('SELECT handle, name, kind, version FROM person ORDER BY handle').all(),
    ).toEqual([
      { handle: 'ada@example.org', name: 'Ada Byron', kind: 'human', version: null },
      { handle: 'detector-2024-02', name: 'detector-2024-02', kind: 'model', version: 'detector-2024-02' },
      { handle: 'user 4', name: 'user 4', kind: 'human', version: null },
    ]);
    expect(report.fields.map(({ name, level }) => [name, level])).toEqual(
      expect.arrayContaining([
        ['place', 'nominal'],
        ['mood', 'set'],
        ['quality', 'ordinal'],
        ['metres', 'interval'],
        ['remark', 'text'],
        ['regions', 'boxes'],
      ]),
    );
    // What has no place here is counted by its kind.
    expect(report.not_carried).toEqual(
      expect.arrayContaining([
        { what: 'answer of the type “taxonomy”', count: 1 },
        { what: 'annotation that its annotator skipped', count: 1 },
        { what: 'mark as ground truth', count: 1 },
      ]),
    );
  });

  it('says by name which boxes have no image to be on; the rest comes in where that is wanted', async () => {
    await using book = await freshCasebook('generic');
    const before = contentOf(book);
    const report = await bringIn(book);
    expect(report.applied).toBe(false);
    expect(report.skipped.map(({ item, field }) => [item, field])).toEqual([
      ['41, ada@example.org', 'boxes'],
      ['41, user 4', 'boxes'],
    ]);
    expect(report.skipped[0]?.reason).toContain('data/upload/7/1f0c-cup.png is missing');
    expect(contentOf(book)).toEqual(before);
    expect(await bringIn(book, { keepGoing: true })).toMatchObject({ added: 4, images: { missing: 2 } });
    // Once the images are there, so are the boxes: a new version of the same answers.
    const again = await bringIn(book, { imagesFolder: await photos(book) });
    expect(again).toMatchObject({ skipped: [], applied: true });
    expect(said(book).filter(({ boxes }) => boxes.length > 0)).toHaveLength(2);
  });

  it('changes nothing the second time', async () => {
    await using book = await freshCasebook('generic');
    const imagesFolder = await photos(book);
    await bringIn(book, { imagesFolder });
    const before = contentOf(book);
    expect(await bringIn(book, { imagesFolder })).toMatchObject({ added: 0, updated: 0, unchanged: 4 });
    expect(contentOf(book)).toEqual(before);
  });

  it.each([
    ['the short form', [{ id: 1, image: 'a.png', choice: 'x' }], /JSON-MIN/u],
    ['no list', { id: 1 }, /list of tasks/u],
    ['one task twice', [1, 1].map((id) => ({ id, data: {}, annotations: [] })), /another task/u],
    ['a result that is none', [{ id: 1, data: {}, annotations: [{ result: 'none' }] }], /must be a list/u],
  ])('is refused with words where it is %s', async (_name, content, reason) => {
    await using book = await freshCasebook('generic');
    const source = put(book.at('tasks.json'), JSON.stringify(content));
    const report = await bringIn(book, { source });
    expect(report.applied).toBe(false);
    expect(report.skipped.map((each) => each.reason).join(' ')).toMatch(reason);
  });

  it('never reads a file outside of its folder', async () => {
    await using book = await freshCasebook('generic');
    put(
      book.at('secret.png'),
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const task = {
      id: 1,
      data: { image: '/data/local-files/?d=../secret.png' },
      annotations: [
        { completed_by: 1, result: [{ from_name: 'f', type: 'choices', value: { choices: ['x'] } }] },
      ],
    };
    const source = put(book.at('in/tasks.json'), JSON.stringify([task]));
    expect(await bringIn(book, { source })).toMatchObject({ added: 1, images: { added: 0, missing: 1 } });
  });

  it('is recognised', async () => {
    expect(await formats.recognise(EXPORT)).toEqual(['labelstudio']);
  });
});

describe('what is handed out to Label Studio', () => {
  it('comes in again the same, from its own folder', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, { imagesFolder: await photos(book) });
    const out = book.at('out');
    const report = await book.importExport.export(
      { target: out, names: true, times: true, format: 'labelstudio' },
      null,
      quietly,
    );
    expect(report.files).toEqual(
      expect.arrayContaining(['config.xml', 'tasks.json', 'labels.csv', 'reliability.json']),
    );
    await using second = await freshCasebook('generic');
    const again = await second.importExport.import(
      { source: `${out}/tasks.json`, format: 'labelstudio' },
      null,
      quietly,
    );
    expect(again).toMatchObject({ added: 4, skipped: [], images: { added: 2, missing: 0 } });
    const plain = (services: Services) =>
      said(services).map(({ item, rater, at, answer, boxes }) => ({
        item,
        rater,
        at,
        answer,
        boxes: boxes.map((box) => z.array(z.unknown()).parse(box).slice(0, 5)),
      }));
    expect(plain(second)).toEqual(plain(book));
  });

  it('has percent coordinates, gold as ground truth, and a control for every answer', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, { imagesFolder: await photos(book) });
    await book.importExport.export(
      { target: book.at('out'), names: true, times: true, format: 'labelstudio' },
      null,
      quietly,
    );
    const [first, second] = readObjects(book.at('out/tasks.json'));
    expect(first).toMatchObject({ data: { item: '41' } });
    const Annotations = z.array(
      z.looseObject({
        ground_truth: z.boolean(),
        result: z.array(z.looseObject({ from_name: z.string(), type: z.string(), value: JsonObject })),
      }),
    );
    const answers = Annotations.parse(first?.['annotations']);
    expect(answers[0]?.result.find(({ type }) => type === 'rectanglelabels')).toMatchObject({
      original_width: 200,
      original_height: 100,
      value: { x: 10, y: 20, width: 25, height: 50, rectanglelabels: ['Cup'] },
    });
    // Two people and a model differ on the first; what one said of the second is its gold.
    expect(answers.map(({ ground_truth: truth }) => truth)).toEqual([false, false]);
    expect(Annotations.parse(second?.['annotations']).map(({ ground_truth: truth }) => truth)).toEqual([
      false,
      true,
    ]);
    expect(readJson(book.at('out/tasks.json'))).toMatchObject([
      { predictions: [{ model_version: 'detector-2024-02' }] },
      {},
    ]);
    expect(existsSync(book.at('out', z.object({ image: z.string() }).parse(first?.['data']).image))).toBe(
      true,
    );

    const xml = readFileSync(book.at('out/config.xml'), 'utf8');
    expect(XMLValidator.validate(xml)).toBe(true);
    const controls = JSON.stringify(
      new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml),
    );
    for (const { result } of answers)
      for (const { from_name: name } of result)
        expect(controls).toContain(`"name":"${name}","toName":"image"`);
    expect(controls).toContain('"maxRating":"5"');
    expect(controls).toContain('{"value":"outdoor"}');
    expect(controls).toContain('"choice":"multiple"');
  });
});
