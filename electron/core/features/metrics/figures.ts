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
import { addInto, sumInto } from './cells.ts';
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
  for (const one of resamples === 0 ? [] : measured) {
    if (one.wanted.length === 0) continue;
    resample(metrics, parameters, columns.length, one, { resamples, seed }, (done) => {
      progress(before + done, total);
    });
    before += resamples;
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

/** Adds the bootstrap's intervals to a job's figures. */
function resample(
  metrics: Metrics,
  parameters: JsonObject,
  columns: number,
  { figures, bundle, units, people, wanted, sampled }: Measured,
  { resamples, seed }: FiguresOptions,
  progress: (done: number) => void,
): void {
  const sums = new Float64Array(columns);
  const values = new Map(wanted.map((id) => [id, new Float64Array(resamples)]));
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
    if (people.length === 0) sumInto(sums, bundle, weights);
    else {
      sums.fill(0);
      drawPeople(times);
      ofPeople.forEach(({ each, items, weights: own }, person) => {
        items.forEach((item, place) => {
          own[place] = weights[item] ?? 0;
        });
        addInto(sums, each, own, times[person]);
      });
    }
    const found = metrics.figures(sums, parameters);
    for (const [id, list] of values) list[resample] = found[id]?.value ?? Number.NaN;
    progress(resample + 1);
  }
  const accelerations =
    people.length > 0
      ? []
      : accelerationsOf(units, (left) => {
          sumInto(sums, bundle, left);
          const found = metrics.figures(sums, parameters);
          return wanted.map((id) => found[id]?.value ?? Number.NaN);
        });
  for (const [place, id] of wanted.entries()) {
    const figure = figures[id];
    const list = values.get(id);
    if (figure === undefined || figure.value === null || list === undefined) continue;
    const { interval } =
      people.length > 0
        ? percentileInterval(list)
        : bcaInterval(list, figure.value, accelerations[place] ?? null);
    if (interval === null) figure.noInterval = NOT_VARIED;
    else {
      figure.ci95 = [...interval];
      figure.interval = people.length > 0 ? 'bootstrap' : 'bca';
      figure.sampled = sampled;
    }
  }
}

const NOT_VARIED = 'No interval: the figure does not vary, or is undefined, in too many resamples.';
const NOTHING = { value: null, undefined: null, n: 0 };
