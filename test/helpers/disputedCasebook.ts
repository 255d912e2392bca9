import type { GivenItem, Rated } from './ratedCasebook.ts';
import { makeRatedCasebook } from './ratedCasebook.ts';
import type { JsonObject } from '../../shared/domain/json.ts';

/** Raters whose handles stand nowhere else: a text that holds one gives somebody away. */
export const RATERS = ['zorabel', 'yannicko', 'xeniafer'] as const;

const VOCABULARY: JsonObject = {
  imageAttributes: [
    { id: 'weather', name: 'Weather', kind: 'choice', options: ['sunny', 'cloudy', 'rain'], required: true },
    { id: 'indoors', name: 'Indoors', kind: 'yesno', required: false },
    { id: 'people', name: 'People', kind: 'number', minimum: 0, maximum: 10, required: false },
    { id: 'remark', name: 'Remark', kind: 'text', required: false },
  ],
  labels: [
    { id: 'ring', name: 'ring', attributes: [] },
    { id: 'cup', name: 'cup', attributes: [] },
  ],
};

const agreed: JsonObject = { weather: 'sunny', indoors: true, people: 2, remark: 'A table by the window.' };

/** Curator and adjudicator, who rates nothing. */
export const ADJUDICATOR = 'ada';

/** Decides as well. */
export const SECOND = 'bodil';

/**
 * A casebook of three raters with disagreements in known places, by `externalId`: in `boxes` they differ in the
 * weather and in a box; in `weather` two of three in the weather alone; in `people` in a number only; `agreed-1` and
 * `agreed-2` are unanimous, `agreed-broken` too, but breaks a rule; `waiting` waits for a third.
 */
export async function makeDisputedCasebook(path: string): Promise<Rated> {
  const [a, b, c] = RATERS;
  const same = (answer: JsonObject) => RATERS.map((rater) => ({ rater, answer }));
  return makeRatedCasebook(path, {
    title: 'Disputed',
    vocabulary: VOCABULARY,
    photographs: 3,
    settled: true,
    people: { [ADJUDICATOR]: ['curator', 'adjudicator'], [SECOND]: ['adjudicator'] },
    items: withIds([
      { externalId: 'agreed-1', ratings: same(agreed) },
      {
        externalId: 'people',
        ratings: RATERS.map((rater, at) => ({ rater, answer: { ...agreed, people: 2 + at } })),
      },
      {
        externalId: 'weather',
        ratings: RATERS.map((rater, at) => ({
          rater,
          answer: {
            ...agreed,
            weather: at === 2 ? 'rain' : 'cloudy',
            remark: at === 1 ? 'A table at the open window.' : 'A table by the window.',
          },
        })),
      },
      {
        externalId: 'boxes',
        ratings: [
          {
            rater: a,
            answer: { ...agreed, weather: 'sunny' },
            boxes: [
              { label: 'ring', x: 100, y: 100, width: 80, height: 60 },
              { label: 'cup', x: 400, y: 300, width: 100, height: 100 },
            ],
          },
          {
            rater: b,
            answer: { ...agreed, weather: 'cloudy' },
            boxes: [{ label: 'ring', x: 104, y: 102, width: 84, height: 60 }],
          },
          {
            rater: c,
            answer: { ...agreed, weather: 'rain' },
            boxes: [
              { label: 'ring', x: 108, y: 98, width: 76, height: 66 },
              { label: 'cup', x: 404, y: 304, width: 100, height: 96 },
            ],
          },
        ],
      },
      { externalId: 'agreed-broken', ratings: same({ ...agreed, weather: null }) },
      { externalId: 'agreed-2', ratings: same({ ...agreed, weather: 'rain' }) },
      {
        externalId: 'waiting',
        ratings: [
          { rater: a, answer: agreed },
          { rater: b, answer: { ...agreed, weather: 'rain' } },
          { rater: c, answer: null },
        ],
      },
    ]),
  });
}

/** Items as they would be imported: each says its own id. */
function withIds(items: readonly GivenItem[]): GivenItem[] {
  return items.map((item) => ({ ...item, payload: { id: item.externalId } }));
}
