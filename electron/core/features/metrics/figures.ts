import { bcaInterval } from '../../../../shared/agreement/bootstrap/bca.ts';
import { percentileInterval } from '../../../../shared/agreement/bootstrap/bootstrap.ts';
import { byItems } from '../../../../shared/agreement/bootstrap/resample.ts';
import { FEWEST_RESAMPLED, tooFewItems } from '../../../../shared/agreement/enoughItems.ts';
import { definitionsOf, type MetricDefinition, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import { clusteredShareInterval, type ShareCell } from '../../../../shared/statistics/clusteredShare.ts';
import { wilsonInterval } from '../../../../shared/statistics/proportions.ts';
import { seededRandom } from '../../../../shared/statistics/random.ts';
import type { Bundle } from './cells.ts';
import { addInto, addItem, sumInto, sumTogether } from './cells.ts';
import type { CoverageBundles } from './coverage.ts';
import { coverageOf } from './coverage.ts';
import { accelerationsOf, itemUnits, unitResampler, type Units } from './units.ts';

/** The figures of some answers. */
export interface FiguresJob {
  readonly bundle: Bundle;
  /** One answer an item at most: plain shares then have Wilson's interval. */
  readonly single: boolean;
  /** What answers would add otherwise. */
  readonly coverage: CoverageBundles;
  /** What is drawn; left out: each item by itself. */
  readonly units?: Units;
  /** What each person adds, where several people are one line: they are a sample as well. Left out: there is one. */
  readonly people?: readonly Bundle[];
}

export interface FiguresOptions {
  readonly resamples: number;
  readonly seed: number;
}

export type NamedFigures = Record<string, Figure>;

/** With fewer people a bootstrap over people and items covers less than it says (test/bench/peopleCoverage.ts). */
export const FEWEST_PEOPLE = 10;

/** The figures of one job, with what its intervals follow from. */
interface Measured {
  readonly figures: NamedFigures;
  readonly bundle: Bundle;
  readonly units: Units;
  readonly people: readonly Bundle[];
  /** Figures that need a bootstrap, and what it takes as sampled. */
  readonly wanted: readonly string[];
  readonly sampled: NonNullable<Figure['sampled']>;
}

/**
 * The figures of each job with their 95 % intervals. Shares: Wilson's (1927), over the effective number of answers where
 * these share items, images or people. Other figures: a bootstrap over the job's own items, those that share an image
 * or an entity together and within the classes that the design fixed (BCa); of several people over people and items
 * (Owen 2007), by its percentiles. Each says what it takes as sampled.
 */
export function computeFigures(
  metrics: Metrics,
  parameters: JsonObject,
  jobs: readonly FiguresJob[],
  { resamples, seed }: FiguresOptions,
  progress: (done: number, total: number) => void,
): NamedFigures[] {
  const definitions = definitionsOf(metrics, parameters);
  const columns = metrics.columns(parameters);
  const measured = jobs.map((job) => measure(metrics, parameters, job, definitions, columns));
  const total = measured.filter(({ wanted }) => wanted.length > 0).length * resamples;
  let before = 0;
  const asked = resamples === 0 ? [] : measured.filter(({ wanted }) => wanted.length > 0);
  const look = (done: number): void => {
    progress(before + done, total);
  };
  const how = { metrics, parameters, columns: columns.length, resamples, seed };
  for (const one of asked.filter(({ people }) => people.length > 0)) {
    resamplePeople(one, how, look);
    before += resamples;
  }
  // Respondents who answered the same items are drawn the same: once for all of them.
  const alike = Map.groupBy(
    asked.filter(({ people }) => people.length === 0),
    ({ units }) => keyOf(units),
  );
  for (const some of alike.values()) {
    resampleItems(some, how, look);
    before += some.length * resamples;
  }
  return measured.map(({ figures }) => figures);
}

function measure(
  metrics: Metrics,
  parameters: JsonObject,
  job: FiguresJob,
  definitions: readonly MetricDefinition[],
  columns: readonly string[],
): Measured {
  const { bundle, without, explain, of } = coverageOf(
    metrics,
    parameters,
    job.bundle,
    job.coverage,
    columns.length,
  );
  const units = job.units ?? itemUnits(bundle.size);
  const people = (job.people ?? []).map(without);
  const sums = new Float64Array(columns.length);
  sumInto(sums, bundle);
  const values = metrics.figures(sums, parameters);
  const sampled = {
    items: bundle.size,
    groups: units.count,
    people: people.length,
    withinClasses: units.classes.length > 1,
  };
  const wanted: string[] = [];
  const figures = definitions.map(({ id, share }): [string, Figure] => {
    const { value, undefined: reason, n } = values[id] ?? NOTHING;
    const figure: Figure = {
      value,
      undefined: value === null ? (explain(id) ?? reason ?? 'There are no data for it.') : null,
      n,
      ci95: null,
      interval: null,
      coverage: of(id),
    };
    if (value === null) return [id, figure];
    if (share !== null) {
      const places = [columns.indexOf(share.hits), columns.indexOf(share.of)] as const;
      const alone = job.single && people.length === 0 && units.count === bundle.size;
      const interval = alone
        ? wilsonOf(sums, places)
        : clusteredShareInterval(shareCells(people.length > 0 ? people : [bundle], bundle, units, places));
      return [
        id,
        interval === null
          ? { ...figure, noInterval: 'Too few items for an interval: they are all of one image.' }
          : {
              ...figure,
              ci95: [...interval],
              interval: alone ? 'wilson' : 'score',
              // Wilson’s interval is that of each class by itself, and of all without classes.
              sampled: {
                ...sampled,
                items: alone ? n : bundle.size,
                groups: alone ? n : units.count,
                withinClasses: false,
              },
            },
      ];
    }
    const tooFew = tooFewDrawn(units, people.length);
    if (tooFew !== null) return [id, { ...figure, noInterval: tooFew }];
    wanted.push(id);
    return [id, figure];
  });
  return { figures: Object.fromEntries(figures), bundle, units, people, wanted, sampled };
}

function tooFewDrawn({ count, of }: Units, people: number): string | null {
  const what = count < of.length ? 'groups of items' : 'items';
  return (
    tooFewItems(count, FEWEST_RESAMPLED, what) ??
    (people === 0 ? null : tooFewItems(people, FEWEST_PEOPLE, 'people'))
  );
}

type Places = readonly [hits: number, of: number];

function wilsonOf(sums: Float64Array, [hits, of]: Places): readonly [number, number] | null {
  const interval = wilsonInterval(sums[hits] ?? 0, sums[of] ?? 0);
  return interval.defined ? [interval.low, interval.high] : null;
}

/** What each person adds to a share in each unit. */
export function shareCells(
  people: readonly Bundle[],
  whole: Pick<Bundle, 'places'>,
  units: Units,
  [hits, of]: Places,
): ShareCell[] {
  const unitOf = new Map(Array.from(whole.places, (place, item) => [place, units.of[item] ?? 0]));
  return people.flatMap(({ size, places, starts, columns, values }, person) =>
    Array.from({ length: size }, (_, item): ShareCell => {
      let [found, all] = [0, 0];
      for (let entry = starts[item] ?? 0; entry < (starts[item + 1] ?? 0); entry += 1) {
        if (columns[entry] === hits) found += values[entry] ?? 0;
        if (columns[entry] === of) all += values[entry] ?? 0;
      }
      return { unit: unitOf.get(places[item] ?? -1) ?? 0, person, hits: found, of: all };
    }),
  );
}

interface Resampling {
  readonly metrics: Metrics;
  readonly parameters: JsonObject;
  readonly columns: number;
  readonly resamples: number;
  readonly seed: number;
}

/** So many resamples are summed up together: an item's entries are looked up once for all of them. */
const TOGETHER = 50;

/** Adds the bootstrap's intervals to the figures of jobs of the same units. */
function resampleItems(
  jobs: readonly Measured[],
  { metrics, parameters, columns, resamples, seed }: Resampling,
  progress: (done: number) => void,
): void {
  const [first] = jobs;
  if (first === undefined) return;
  const { units } = first;
  const items = units.of.length;
  const draw = unitResampler(units, seededRandom(seed));
  const weights = new Float64Array(items);
  // Item by item, the weights of the resamples at hand side by side.
  const drawn = new Float64Array(items * TOGETHER);
  const sums = new Float64Array(columns);
  const whole = new Float64Array(columns);
  const block = new Float64Array(columns * TOGETHER);
  const values = jobs.map(({ wanted }) => wanted.map(() => new Float64Array(resamples)));
  for (let from = 0; from < resamples; from += TOGETHER) {
    const width = Math.min(TOGETHER, resamples - from);
    for (let at = 0; at < width; at += 1) {
      draw(weights);
      for (let item = 0; item < items; item += 1) drawn[item * TOGETHER + at] = weights[item] ?? 0;
    }
    jobs.forEach(({ bundle, wanted }, job) => {
      sumTogether(block, bundle, drawn, { width, stride: TOGETHER });
      for (let at = 0; at < width; at += 1) {
        for (let column = 0; column < columns; column += 1) sums[column] = block[column * TOGETHER + at] ?? 0;
        const found = metrics.figures(sums, parameters);
        wanted.forEach((id, place) => {
          const list = values[job]?.[place];
          if (list !== undefined) list[from + at] = found[id]?.value ?? Number.NaN;
        });
      }
      progress(job * resamples + from + width);
    });
  }
  jobs.forEach((measured, job) => {
    const { bundle, wanted } = measured;
    sumInto(whole, bundle);
    const accelerations = accelerationsOf(units, (left) => {
      sums.set(whole);
      for (const item of left) addItem(sums, bundle, item, -1);
      const found = metrics.figures(sums, parameters);
      return wanted.map((id) => found[id]?.value ?? Number.NaN);
    });
    addIntervals(measured, values[job] ?? [], (list, value, place) =>
      bcaInterval(list, value, accelerations[place] ?? null),
    );
  });
}

/** The same for a job of several people, over people and items. */
function resamplePeople(
  measured: Measured,
  { metrics, parameters, columns, resamples, seed }: Resampling,
  progress: (done: number) => void,
): void {
  const { bundle, units, people, wanted } = measured;
  const sums = new Float64Array(columns);
  const values = wanted.map(() => new Float64Array(resamples));
  const weights = new Float64Array(bundle.size);
  const random = seededRandom(seed);
  const draw = unitResampler(units, random);
  const drawPeople = byItems(Int32Array.from(people.keys()), random);
  const times = new Float64Array(people.length);
  const itemOf = new Map(Array.from(bundle.places, (place, item) => [place, item]));
  const ofPeople = people.map((each) => ({
    each,
    items: each.places.map((place) => itemOf.get(place) ?? 0),
    weights: new Float64Array(each.size),
  }));
  for (let resample = 0; resample < resamples; resample += 1) {
    draw(weights);
    sums.fill(0);
    drawPeople(times);
    ofPeople.forEach(({ each, items, weights: own }, person) => {
      items.forEach((item, place) => {
        own[place] = weights[item] ?? 0;
      });
      addInto(sums, each, own, times[person]);
    });
    const found = metrics.figures(sums, parameters);
    wanted.forEach((id, place) => {
      const list = values[place];
      if (list !== undefined) list[resample] = found[id]?.value ?? Number.NaN;
    });
    progress(resample + 1);
  }
  addIntervals(measured, values, percentileInterval);
}

/** @param values of each figure wanted, its values in the resamples */
function addIntervals(
  { figures, wanted, people, sampled }: Measured,
  values: readonly Float64Array[],
  intervalOf: (
    list: Float64Array,
    value: number,
    place: number,
  ) => Pick<ReturnType<typeof percentileInterval>, 'interval'>,
): void {
  for (const [place, id] of wanted.entries()) {
    const figure = figures[id];
    const list = values[place];
    if (figure === undefined || figure.value === null || list === undefined) continue;
    const { interval } = intervalOf(list, figure.value, place);
    if (interval === null) figure.noInterval = NOT_VARIED;
    else {
      figure.ci95 = [...interval];
      figure.interval = people.length > 0 ? 'bootstrap' : 'bca';
      figure.sampled = sampled;
    }
  }
}

/** The same for units of which the same is drawn by the same chance. */
const keyOf = ({ of, classes }: Units): string =>
  `${of.join()}|${classes.map((units) => units.join()).join('|')}`;

const NOT_VARIED = 'No interval: the figure does not vary, or is undefined, in too many resamples.';
const NOTHING = { value: null, undefined: null, n: 0 };
