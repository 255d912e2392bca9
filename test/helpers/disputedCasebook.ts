import { cpSync, rmSync } from 'node:fs';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { quietly } from './casebooks.ts';
import { testPorts } from './core.ts';
import { present } from './present.ts';
import { type GivenItem, makeRatedCasebook, type Rated } from './ratedCasebook.ts';
import type { JsonObject } from '../../shared/base/json.ts';

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

/**
 * The same casebook after two people decided on `weather` in copies of it, one for rain and one for clouds, and the
 * copies were merged: the decisions stand against each other.
 */
export async function makeConflictingCasebook(path: string): Promise<void> {
  await makeDisputedCasebook(path);
  const copy = `${path}.copy`;
  cpSync(path, copy, { recursive: true });
  const within = async (at: string, work: (open: Services) => Promise<void> | void): Promise<void> => {
    const open = createServices(await openCasebook(at, testPorts(`${path}.work`)));
    try {
      await work(open);
    } finally {
      await open.close();
    }
  };
  await within(path, (open) => {
    decideWeather(open, ADJUDICATOR, 'rain');
  });
  await within(copy, (open) => {
    decideWeather(open, SECOND, 'cloudy');
  });
  await within(path, async (open) => {
    await open.merging.merge([copy], { dryRun: false, by: null, agreed: true }, quietly);
  });
  rmSync(copy, { recursive: true });
}

function decideWeather(open: Services, handle: string, value: string): void {
  const by = present(open.people.list().find((each) => each.handle === handle));
  const { rows } = open.items.list({}, { by: 'imported', descending: false }, 0, 100, everything);
  const item = present(rows.find(({ externalId }) => externalId === 'weather'));
  const viewpoint = open.viewpoint(by);
  const { key } = open.adjudications.open(item.id, 'annotate', by);
  const { records, revision } = open.annotations.open(key, viewpoint);
  const decided = { ...records, 'field:weather': { type: 'field' as const, name: 'weather', value } };
  const diff = makeDiff<DocumentRecord>(records, decided);
  const edited = open.annotations.edit(key, { revision, diff, mark: 'm', activeMilliseconds: 0 }, viewpoint);
  open.adjudications.decide(
    item.id,
    'annotate',
    {
      revision: edited.revision,
      fields: { weather: { how: 'written', columns: [] } },
      cause: 'image_ambiguous',
      note: '',
    },
    by,
  );
}

/** One photograph of a benchmark in which a field left blank says no: half of the raters have signed it off. */
export async function makeSignOffCasebook(path: string): Promise<void> {
  const answer = { triage: 'keep', label: false } as const;
  await makeRatedCasebook(path, {
    benchmark: 'caughtcheating',
    title: 'Signed off',
    photographs: 1,
    settled: true,
    people: { [ADJUDICATOR]: ['curator', 'adjudicator'] },
    items: [
      {
        externalId: 'photo-1',
        ratings: [
          { rater: RATERS[0], answer: { ...answer, noPersonalInformation: true } },
          { rater: RATERS[1], answer: { ...answer, noPersonalInformation: false } },
        ],
      },
    ],
  });
}

/** Items as they would be imported: each says its own id. */
function withIds(items: readonly GivenItem[]): GivenItem[] {
  return items.map((item) => ({ ...item, payload: { id: item.externalId } }));
}
