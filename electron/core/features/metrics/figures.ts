import { percentileInterval } from '../../../../shared/agreement/bootstrap/bootstrap.ts';
import { byItems } from '../../../../shared/agreement/bootstrap/resample.ts';
import { definitionsOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import { wilsonInterval } from '../../../../shared/statistics/proportions.ts';
import { seededRandom } from '../../../../shared/statistics/random.ts';
import type { Bundle } from './cells.ts';
import { sumInto } from './cells.ts';
import type { CoverageBundles } from './coverage.ts';
import { coverageOf } from './coverage.ts';

/** The figures of some answers. */
export interface FiguresJob {
  readonly bundle: Bundle;
  /** One answer an item at most: plain shares then have Wilson's interval. */
  readonly single: boolean;
  /** What answers would add otherwise. */
  readonly coverage: CoverageBundles;
}

export interface FiguresOptions {
  readonly resamples: number;
  readonly seed: number;
}

export type NamedFigures = Record<string, Figure>;

/** So many values of figures in resamples are held at a time. */
const HELD_VALUES = 4_000_000;

/**
 * The figures of each job with their 95 % intervals: Wilson's (1927) for plain shares of single answers, else the
 * percentile interval of a bootstrap over the job's own items, so that it does not depend on what else is computed.
 */
export function computeFigures(
  metrics: Metrics,
  parameters: JsonObject,
  jobs: readonly FiguresJob[],
  { resamples, seed }: FiguresOptions,
  progress: (done: number, total: number) => void,
): NamedFigures[] {
  const columns = metrics.columns(parameters);
  const placeOf = new Map(columns.map((name, place) => [name, place]));
  const sums = new Float64Array(columns.length);
  const definitions = definitionsOf(metrics, parameters);
  const covered = jobs.map(({ bundle, coverage }) =>
    coverageOf(metrics, parameters, bundle, coverage, columns.length),
  );
  const figures = jobs.map(({ single }, job): NamedFigures => {
    const own = covered[job];
    if (own === undefined) return {};
    const { bundle, explain, of } = own;
    sumInto(sums, bundle);
    const values = metrics.figures(sums, parameters);
    return Object.fromEntries(
      definitions.map(({ id, share }): [string, Figure] => {
        const { value, undefined: reason, n } = values[id] ?? NOTHING;
        const plain = single && share !== null && value !== null;
        const interval = plain
          ? wilsonInterval(sums[placeOf.get(share.hits) ?? -1] ?? 0, sums[placeOf.get(share.of) ?? -1] ?? 0)
          : null;
        return [
          id,
          {
            value,
            undefined: value === null ? (explain(id) ?? reason ?? 'There are no data for it.') : null,
            n,
            ci95: interval?.defined === true ? [interval.low, interval.high] : null,
            interval: interval?.defined === true ? 'wilson' : null,
            coverage: of(id),
          },
        ];
      }),
    );
  });

  // Where there is one item, every resample is the same.
  const drawn = covered.flatMap(({ bundle }, job) => {
    const wanted = Object.entries(figures[job] ?? {}).flatMap(([id, { value, interval }]) =>
      value === null || interval !== null ? [] : [id],
    );
    return bundle.size < 2 || wanted.length === 0 ? [] : [{ job, bundle, wanted }];
  });
  const total = drawn.length * resamples;
  let before = 0;
  for (const group of groupsOf(drawn, resamples)) {
    const values = group.map(({ wanted }) => wanted.map(() => new Float64Array(resamples)));
    const weights = new Float64Array(group[0]?.bundle.size ?? 0);
    const draw = byItems(Int32Array.from(weights.keys()), seededRandom(seed));
    for (let resample = 0; resample < resamples; resample += 1) {
      draw(weights);
      group.forEach(({ bundle, wanted }, place) => {
        sumInto(sums, bundle, weights);
        const found = metrics.figures(sums, parameters);
        wanted.forEach((id, at) => {
          const list = values[place]?.[at];
          if (list !== undefined) list[resample] = found[id]?.value ?? Number.NaN;
        });
      });
      progress(before + (resample + 1) * group.length, total);
    }
    before += group.length * resamples;
    if (resamples === 0) continue;
    group.forEach(({ job, wanted }, place) => {
      wanted.forEach((id, at) => {
        const list = values[place]?.[at];
        const figure = figures[job]?.[id];
        if (list === undefined || figure === undefined) return;
        const { interval } = percentileInterval(list);
        if (interval === null) return;
        figure.ci95 = [...interval];
        figure.interval = 'bootstrap';
      });
    });
  }
  return figures;
}

const NOTHING = { value: null, undefined: null, n: 0 };

interface Drawn {
  readonly job: number;
  readonly bundle: Bundle;
  readonly wanted: readonly string[];
}

/** Jobs of as many items share their draws, as far as what they come to can be held. */
function groupsOf(jobs: readonly Drawn[], resamples: number): Drawn[][] {
  const groups: Drawn[][] = [];
  const open = new Map<number, { group: Drawn[]; held: number }>();
  for (const job of jobs) {
    const held = job.wanted.length * resamples;
    const last = open.get(job.bundle.size);
    if (last !== undefined && last.held + held <= HELD_VALUES) {
      last.group.push(job);
      last.held += held;
      continue;
    }
    const group = [job];
    groups.push(group);
    open.set(job.bundle.size, { group, held });
  }
  return groups;
}
