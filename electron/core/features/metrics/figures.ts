import { bcaInterval } from '../../../../shared/agreement/intervals/bca.ts';
import { FEWEST_RESAMPLED, whyTooFewItems } from '../../../../shared/agreement/intervals/enoughItems.ts';
import { tooFewImages } from '../../../../shared/agreement/intervals/fewImages.ts';
import { definitionsOf, type MetricDefinition, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { clusteredShareInterval, type ShareCell } from '../../../../shared/statistics/clusteredShare.ts';
import { wilsonInterval } from '../../../../shared/statistics/proportions.ts';
import { seededRandom } from '../../../../shared/statistics/random.ts';
import { addItem, type Bundle, sumInto, sumTogether } from './cells.ts';
import { type CoverageBundles, coverageOf } from './coverage.ts';
import { type FigureOfSums, influenceOf, spreadOf, studentInterval } from './influence.ts';
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

/** Of a class whose size the design fixed, fewer items leave an F1 too open (test/bench/figureCoverage.ts). */
const FEWEST_OF_CLASS = 6;

/** The figures of one job, with what its intervals follow from. */
interface MeasuredJob {
  readonly figures: NamedFigures;
  readonly bundle: Bundle;
  readonly units: Units;
  /** Figures that need a bootstrap, and what it takes as sampled. */
  readonly wanted: readonly string[];
  readonly sampled: NonNullable<Figure['sampled']>;
}

/**
 * The figures of each job with 95 % intervals. Shares: Wilson's (1927), over the effective number of answers if these
 * share items, images or people. Others: a BCa bootstrap over the job's items, grouped by shared images or entities
 * within the design's classes; for several people percentiles over people and items (Owen 2007). Each names what it
 * takes as sampled.
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
  // Respondents who answered the same items are drawn the same: once for all of them.
  const alike = Map.groupBy(asked, ({ units }) => keyOf(units));
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
): MeasuredJob {
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
      ...(share !== null && value !== null && { hits: sums[columns.indexOf(share.hits)] ?? 0 }),
      ci95: null,
      interval: null,
      coverage: of(id),
    };
    if (value === null) return [id, figure];
    if (share !== null) {
      const places = [columns.indexOf(share.hits), columns.indexOf(share.of)] as const;
      const own = { bundle, units, sampled, single: job.single };
      return [id, { ...figure, ...ofShare(own, people, sums, places, n) }];
    }
    const tooFew = tooFewDrawn(units, n);
    if (tooFew !== null) return [id, { ...figure, noInterval: tooFew }];
    if (people.length > 0) {
      const own = (from: Float64Array): number => metrics.figures(from, parameters)[id]?.value ?? Number.NaN;
      return [id, { ...figure, ...ofPeople(value, people, { bundle, units, sampled }, own, columns.length) }];
    }
    wanted.push(id);
    return [id, figure];
  });
  return { figures: Object.fromEntries(figures), bundle, units, wanted, sampled };
}

type SamplingBasis = Pick<MeasuredJob, 'bundle' | 'units' | 'sampled'>;

/** The interval of a share: that of independent items, else that of answers which share items, images or people. */
function ofShare(
  { bundle, units, sampled, single }: SamplingBasis & Pick<FiguresJob, 'single'>,
  people: readonly Bundle[],
  sums: Float64Array,
  places: Places,
  n: number,
): Partial<Figure> {
  const cells = shareCells([bundle], bundle, units, places).filter((cell) => cell.of > 0);
  const mostOfItem = cells.reduce((most, cell) => Math.max(most, cell.of), 0);
  const { items, groups } = sampled;
  if (areIndependent({ single, people: people.length, items, groups, mostOfItem }))
    return ofItems(sums, places, { ...sampled, items: n, groups: n });
  return ofAnswers(people.length > 0 ? shareCells(people, bundle, units, places) : cells, {
    ...sampled,
    items: cells.length,
    groups: new Set(cells.map(({ unit }) => unit)).size,
  });
}

/**
 * Whether the answers that a share counts are independent, so that Wilson's interval is its own: one respondent's, one
 * an item, of items that share no image or entity; several questions of one item are not independent either.
 */
export const areIndependent = ({
  single,
  people,
  items,
  groups,
  mostOfItem,
}: {
  readonly single: boolean;
  readonly people: number;
  readonly items: number;
  readonly groups: number;
  /** The most answers of one item that the share counts. */
  readonly mostOfItem: number;
}): boolean => single && people === 0 && groups === items && mostOfItem <= 1;

/** Wilson's interval of a share of items: that of each class by itself, and of all without classes. */
function ofItems(sums: Float64Array, [hits, of]: Places, sampled: MeasuredJob['sampled']): Partial<Figure> {
  const interval = wilsonInterval(sums[hits] ?? 0, sums[of] ?? 0);
  return interval.defined
    ? {
        ci95: [interval.low, interval.high],
        interval: 'wilson',
        sampled: { ...sampled, withinClasses: false },
      }
    : { noInterval: interval.reason };
}

/** The interval of a share of answers that share items, images or people. */
function ofAnswers(cells: readonly ShareCell[], sampled: MeasuredJob['sampled']): Partial<Figure> {
  const interval = clusteredShareInterval(cells);
  const { items, groups: images } = sampled;
  return interval === null
    ? { noInterval: tooFewImages({ items, images }, 2) ?? NOT_VARIED }
    : { ci95: [...interval], interval: 'score', sampled: { ...sampled, withinClasses: false } };
}

/** The interval of several people's figure that is no share. */
function ofPeople(
  value: number,
  people: readonly Bundle[],
  { bundle, units, sampled }: SamplingBasis,
  figure: FigureOfSums,
  columns: number,
): Partial<Figure> {
  const unitOf = new Map(Array.from(bundle.places, (place, item) => [place, units.of[item] ?? 0]));
  const cells = influenceOf(people, (place) => unitOf.get(place) ?? 0, figure, columns);
  const spread = cells === null ? null : spreadOf([cells]);
  if (spread === null || !(spread.error > 0)) return { noInterval: NOT_VARIED };
  return {
    ci95: studentInterval(value, spread).ci95,
    interval: 't',
    sampled: { ...sampled, withinClasses: false },
  };
}

/**
 * Why a figure has no interval: it rests on too few items (`n`, which counts answers where people are several), or there
 * are too few groups of them, or too few in one of the classes that the design fixed.
 */
function tooFewDrawn({ count, of, classes }: Units, n: number): string | null {
  const least = classes.length > 1 ? Math.min(...classes.map(({ length }) => length)) : FEWEST_OF_CLASS;
  return (
    (n < count
      ? whyTooFewItems(n, FEWEST_RESAMPLED)
      : tooFewImages({ items: of.length, images: count }, FEWEST_RESAMPLED)) ??
    whyTooFewItems(least, FEWEST_OF_CLASS, 'items of one class')
  );
}

type Places = readonly [hits: number, of: number];

/** What each person adds to a share in each unit. */
export function shareCells(
  people: readonly Bundle[],
  whole: Pick<Bundle, 'places'>,
  units: Pick<Units, 'of'>,
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

interface ResamplingJob {
  readonly metrics: Metrics;
  readonly parameters: JsonObject;
  readonly columns: number;
  readonly resamples: number;
  readonly seed: number;
}

/** How many resamples are summed up together: an item's entries are looked up once for all of them. */
const TOGETHER = 50;

/** Adds the bootstrap's intervals to the figures of jobs of the same units. */
function resampleItems(
  jobs: readonly MeasuredJob[],
  { metrics, parameters, columns, resamples, seed }: ResamplingJob,
  progress: (done: number) => void,
): void {
  const [first] = jobs;
  if (first === undefined) return;
  const { units } = first;
  const items = units.of.length;
  const draw = unitResampler(units, seededRandom(seed));
  const weights = new Float64Array(items);
  // Item by item, the weights of this batch of resamples side by side.
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

/** @param values of each figure wanted, its values in the resamples */
function addIntervals(
  { figures, wanted, sampled }: MeasuredJob,
  values: readonly Float64Array[],
  intervalOf: (
    list: Float64Array,
    value: number,
    place: number,
  ) => Pick<ReturnType<typeof bcaInterval>, 'interval'>,
): void {
  for (const [place, id] of wanted.entries()) {
    const figure = figures[id];
    const list = values[place];
    if (figure === undefined || figure.value === null || list === undefined) continue;
    const { interval } = intervalOf(list, figure.value, place);
    if (interval === null) figure.noInterval = NOT_VARIED;
    else {
      figure.ci95 = [...interval];
      figure.interval = 'bca';
      figure.sampled = restingOn(sampled, figure.n);
    }
  }
}

/** What is sampled of the items that a figure rests on. */
const restingOn = (sampled: MeasuredJob['sampled'], n: number): MeasuredJob['sampled'] =>
  sampled.people > 0 || n >= sampled.items
    ? sampled
    : { ...sampled, items: n, groups: Math.min(sampled.groups, n) };

/** The same for units that share their draws. */
const keyOf = ({ of, classes }: Units): string =>
  `${of.join()}|${classes.map((units) => units.join()).join('|')}`;

const NOT_VARIED = 'No interval: the figure does not vary, or is undefined, in too many resamples.';
const NOTHING = { value: null, undefined: null, n: 0 };
