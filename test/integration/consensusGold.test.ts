import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { changeSettings } from '../../electron/core/features/casebooks/changeSettings.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { freshCasebook, quietly } from '../helpers/casebooks.ts';
import { casebook as commandLine } from '../helpers/commandLine.ts';
import { present } from '../helpers/present.ts';
import { type GivenBox, type GivenRating, makeRatedCasebook, rate } from '../helpers/ratedCasebook.ts';
import { temporaryFolder } from '../helpers/core.ts';

const VOCABULARY: JsonObject = {
  imageAttributes: [
    { id: 'weather', name: 'Weather', kind: 'choice', options: ['sunny', 'rain'], required: false },
    { id: 'mood', name: 'Mood', kind: 'set', options: ['warm', 'dark', 'calm'], required: false },
    { id: 'remark', name: 'Remark', kind: 'text', required: false },
  ],
  labels: [{ id: 'cup', name: 'cup', attributes: [] }],
};
const cup = (x: number, y = 50): GivenBox => ({ label: 'cup', x, y, width: 100, height: 100 });
const TASK = 'annotate';

/** Gold of an item to the bit, without ids, which are drawn anew for every answer. */
function goldOf({ casebook }: Services, id: string): string {
  const item = present(casebook.derived.gold.read(id));
  const { answer, externalId, regions, stored, goldSource, goldParts } = item;
  const payload = stored.payload.replaceAll(JSON.stringify(externalId), '"its name"');
  const boxes = regions.map(({ id: _id, imageId: _image, ...region }) => region);
  const parts = Object.entries(goldParts ?? {}).map(([part, { annotationId: _annotation, ...from }]) => [
    part,
    from,
  ]);
  return JSON.stringify({ answer, boxes, payload, goldSource, parts });
}

/** Items of which the same was said, in these orders. */
async function ratedIn(
  book: Services,
  orders: readonly (readonly GivenRating[])[],
  name = '',
): Promise<readonly ItemId[]> {
  const { items } = await rate(book, {
    vocabulary: VOCABULARY,
    photographs: 1,
    settled: true,
    assignments: false,
    items: orders.map((ratings, at) => {
      const externalId = at === 0 ? `one${name}` : `${String(at)}${name}`;
      return { externalId, payload: book.casebook.benchmark.candidate(externalId), ratings };
    }),
  });
  return items;
}

async function rated(book: Services, ratings: readonly GivenRating[]): Promise<ItemId> {
  const [item] = await ratedIn(book, [ratings]);
  return ItemId.parse(item);
}

const boxesOf = ({ casebook }: Services, id: ItemId) =>
  casebook.derived.gold.read(id)?.regions.map(({ x, y, width, height }) => [x, y, width, height]);
const sourceOf = ({ casebook }: Services, id: ItemId) => casebook.derived.gold.read(id)?.goldSource;

const answer: fc.Arbitrary<Omit<GivenRating, 'rater'>> = fc.record({
  answer: fc.record({
    weather: fc.constantFrom('sunny', 'rain'),
    mood: fc.shuffledSubarray(['warm', 'dark']),
    remark: fc.constantFrom('', 'A cup.', 'a cup', 'Two cups on a table.'),
  }),
  boxes: fc
    .tuple(fc.constantFrom(0, 5, 9.5, 60), fc.constantFrom(0, 3), fc.boolean())
    .map(([first, second, turned]) => {
      const drawn = [cup(50 + first), cup(300 + second)];
      return turned ? drawn.toReversed() : drawn;
    }),
});

describe('gold of raters who are about the same', () => {
  it('has the median corners of their boxes, and says of how many and how far they overlap', async () => {
    await using book = await freshCasebook('generic');
    const id = await rated(book, [
      { rater: 'ada', answer: { weather: 'sunny' }, boxes: [cup(50)] },
      { rater: 'bo', answer: { weather: 'sunny' }, boxes: [cup(60)] },
    ]);
    expect(boxesOf(book, id)).toEqual([[55, 50, 100, 100]]);
    const { row } = book.items.get(id, everything);
    expect(row).toMatchObject({ goldSource: 'consensus', consensus: { raters: 2, iou: 0.8182 } });
  });

  it('is unanimous where they drew the same, in whatever order', async () => {
    await using book = await freshCasebook('generic');
    const id = await rated(book, [
      { rater: 'ada', answer: { weather: 'sunny' }, boxes: [cup(50), cup(300)] },
      { rater: 'bo', answer: { weather: 'sunny' }, boxes: [cup(300), cup(50)] },
    ]);
    expect(sourceOf(book, id)).toBe('unanimous');
    expect(boxesOf(book, id)).toHaveLength(2);
  });

  it('is nobody’s where three overlap one after the other, but not each other: that goes to adjudication', async () => {
    await using book = await freshCasebook('generic');
    const id = await rated(book, [
      { rater: 'ada', answer: {}, boxes: [cup(50), cup(84)] },
      { rater: 'bo', answer: {}, boxes: [cup(67), cup(67)] },
    ]);
    const { row } = book.items.get(id, everything);
    expect(row).toMatchObject({ goldSource: null, ratings: 'disputed', disputed: ['regions'] });
  });

  it('is the same to the bit in any order of answers, and however often it is made', async () => {
    await using book = await freshCasebook('generic');
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(answer, { minLength: 2, maxLength: 4 })
          .chain((answers) =>
            fc.tuple(
              fc.constant(answers),
              fc.shuffledSubarray([...answers.keys()], { minLength: answers.length }),
            ),
          ),
        async ([answers, order]) => {
          number += 1;
          const named = answers.map((said, at) => ({ rater: `rater-${String(at)}`, ...said }));
          const shuffled = order.flatMap((at) => named[at] ?? []);
          const renamed = shuffled.map((said, place) => ({ ...said, rater: `rater-${String(place)}` }));
          const [one, ...others] = await ratedIn(book, [named, shuffled, renamed], `-${String(number)}`);
          const item = present(one);
          const gold = goldOf(book, item);
          for (const other of others) expect(goldOf(book, other)).toBe(gold);
          book.casebook.derived.recompute.recompute(item, TASK, null);
          expect(goldOf(book, item)).toBe(gold);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('follows the threshold that the casebook sets', async () => {
    await using book = await freshCasebook('generic');
    const id = await rated(book, [
      { rater: 'ada', answer: {}, boxes: [cup(50)] },
      { rater: 'bo', answer: {}, boxes: [cup(70)] },
    ]);
    expect(sourceOf(book, id)).toBe('consensus');
    changeSettings(book.casebook, { sameBox: 0.7 }, null);
    expect(book.items.get(id, everything).row).toMatchObject({ goldSource: null, ratings: 'disputed' });
    changeSettings(book.casebook, { sameBox: 0.6 }, null);
    expect(boxesOf(book, id)).toEqual([[60, 50, 100, 100]]);
  });

  it('is told in what is handed out', async () => {
    await using book = await freshCasebook('generic');
    await rated(book, [
      { rater: 'ada', answer: { weather: 'sunny' }, boxes: [cup(50)] },
      { rater: 'bo', answer: { weather: 'sunny' }, boxes: [cup(60)] },
    ]);
    const target = book.at('out');
    await book.importExport.export(
      { target, format: 'coco', names: true, times: true, status: null },
      null,
      quietly,
    );
    const said = (name: string): string => readFileSync(`${target}/${name}`, 'utf8');
    expect(said('gold.csv')).toContain('"consensus of 2, IoU 0.82"');
    expect(said('gold.csv')).toContain('one,weather,sunny,unanimous');
    expect(said('reliability.md')).toContain(
      'The gold boxes of 1 item are a consensus: the median of the corners of raters’ boxes that overlap with an IoU of at least 0.5 (mean IoU 0.82).',
    );
  });
});

describe('gold that was made before there was a consensus', () => {
  /** A casebook whose gold has the boxes of the first answer. */
  async function older(book: Services): Promise<ItemId> {
    const id = await rated(book, [
      { rater: 'bo', answer: { remark: 'As Bo puts it.' }, boxes: [cup(60)] },
      { rater: 'ada', answer: { remark: 'As Ada puts it, at length.' }, boxes: [cup(50)] },
    ]);
    book.casebook.database.prepare('UPDATE item SET gold_kept = 2').run();
    book.casebook.derived.recompute.recompute(id, TASK, null);
    return id;
  }
  const warnings = async ({ casebook }: Services): Promise<string[]> =>
    (await checkCasebook(casebook, everything, quietly.progress, quietly.signal)).problems
      .filter(({ where }) => where === 'gold')
      .map(({ what }) => what);

  it('stays as it is, is counted by name, and is recomputed and set back on request', async () => {
    await using book = await freshCasebook('generic');
    const id = await older(book);
    const before = goldOf(book, id);
    expect(boxesOf(book, id)).toEqual([[60, 50, 100, 100]]);
    expect(sourceOf(book, id)).toBe('unanimous');
    expect(await warnings(book)).toEqual([
      expect.stringContaining('1 item has gold boxes taken from one rater’s answer: one.'),
    ]);
    const changes = book.casebook.derived.keptGold.recompute(null);
    expect(changes).toMatchObject([{ externalId: 'one', before: 'unanimous', after: 'consensus' }]);
    expect(boxesOf(book, id)).toEqual([[55, 50, 100, 100]]);
    expect(await warnings(book)).toEqual([]);
    expect(book.casebook.derived.keptGold.recompute(null)).toEqual([]);
    // The second time nothing changed: only the first is in the log.
    const { events } = book.history.list({ kinds: ['gold'], limit: 2 }, everything);
    expect(events).toHaveLength(1);
    const entry = present(events[0]);
    expect(entry).toMatchObject({
      summary: 'Recomputed the gold of 1 item by today’s rules',
      changes: [{ field: 'one', from: 'unanimous', to: 'consensus of 2, IoU 0.82' }],
      undoable: true,
    });
    await book.history.undo(entry.id, present(book.people.list()[0]).id);
    expect(goldOf(book, id)).toBe(before);
    expect(await warnings(book)).toHaveLength(1);
  });

  it('follows today’s rules once somebody answers again', async () => {
    await using book = await freshCasebook('generic');
    const id = await older(book);
    const { database } = book.casebook;
    database.exec(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, state, payload, revision, independent, created_at, updated_at, submitted_at)
       SELECT 'a-newer-answer-00000', item_id, 1, task, round, person_id, 2, 'submitted', payload, 0, 0, 9, 9, 9
       FROM annotation LIMIT 1`,
    );
    book.casebook.derived.recompute.recompute(id, TASK, null);
    expect(sourceOf(book, id)).toBe('consensus');
    expect(await warnings(book)).toEqual([]);
  });
});

describe('casebook gold', () => {
  it('says what would change, changes it on request, and sets the threshold', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    await makeRatedCasebook(path, {
      vocabulary: VOCABULARY,
      photographs: 1,
      settled: true,
      items: [
        {
          externalId: 'one',
          ratings: [
            { rater: 'ada', answer: {}, boxes: [cup(50)] },
            { rater: 'bo', answer: {}, boxes: [cup(70)] },
          ],
        },
      ],
    });
    expect((await commandLine('gold', path)).stdout).toContain('All gold follows today’s rules.');
    expect((await commandLine('gold', path, '--same-box', '0.9')).stdout).toContain('from an IoU of 0.9;');
    expect(await commandLine('gold', path, '--same-box', '2')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not a number from 0.1 to 1'),
    });
  });
});
