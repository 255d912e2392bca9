import { bootstrap, type BootstrapOptions } from '../../agreement/bootstrap/bootstrap.ts';
import type { RegionRecord } from '../../domain/document.ts';
import { intersectionOverUnion } from '../../domain/geometry.ts';
import { isUntouched, proposalOf } from './proposals.ts';
import { Answer } from './schema.ts';
import type { CheckSubject } from '../benchmark.ts';

/** How verified boxes stand to the boxes that a detector proposed, for one label or all of them. */
export interface VerificationRow {
  /** Null: all labels together. */
  readonly label: string | null;
  /** Proposed boxes that are there after verifying. */
  readonly boxes: number;
  /** The items that they are on. */
  readonly items: number;
  /** Mean intersection over union of verified and proposed boxes, in [0, 1]. */
  readonly meanIntersectionOverUnion: number;
  /** 95 % percentile interval from a bootstrap over verified items; null where too many resamples leave it undefined. */
  readonly interval: readonly [number, number] | null;
  /** Boxes accepted to the last digit. */
  readonly untouched: number;
}

/** The report on a detector by the sample that people verified. */
export interface VerificationReport {
  /** Items with proposed boxes. */
  readonly proposed: number;
  /** Those of them that somebody has verified: the sample. */
  readonly verified: number;
  /** All labels first, then one row a label; empty where nothing was verified. */
  readonly rows: readonly VerificationRow[];
}

/** Compares verified boxes with where they were proposed. A proposal that was deleted left no trace and is not counted. */
export function verificationReport(
  items: Iterable<Pick<CheckSubject, 'answer' | 'regions'>>,
  options: BootstrapOptions,
): VerificationReport {
  let proposedItems = 0;
  const sample: (readonly RegionRecord[])[] = [];
  for (const { answer, regions } of items) {
    const proposals = regions.filter((region) => proposalOf(region) !== null);
    if (proposals.length === 0) continue;
    proposedItems += 1;
    if (Answer.parse(answer).verified) sample.push(proposals);
  }
  const labels = [...new Set(sample.flat().map(({ label }) => label))];
  const asked = sample.length === 0 ? [] : [null, ...labels];
  const sums = asked.map((label) => sumsOf(sample, label));
  const intervals = bootstrap(
    {
      weights: new Float64Array(sample.length).fill(1),
      patternOf: Int32Array.from(sample.keys()),
    },
    sums.map(
      ({ overlap, boxes }) =>
        (weights) =>
          weighted(overlap, weights) / weighted(boxes, weights),
    ),
    options,
  );
  const once = new Float64Array(sample.length).fill(1);
  return {
    proposed: proposedItems,
    verified: sample.length,
    rows: sums.map(({ label, overlap, boxes, untouched }, at) => ({
      label,
      boxes: weighted(boxes, once),
      items: boxes.filter((count) => count > 0).length,
      meanIntersectionOverUnion: weighted(overlap, once) / weighted(boxes, once),
      interval: intervals?.[at]?.interval ?? null,
      untouched,
    })),
  };
}

function sumsOf(sample: readonly (readonly RegionRecord[])[], label: string | null) {
  const overlap = new Float64Array(sample.length);
  const boxes = new Float64Array(sample.length);
  let untouched = 0;
  for (const [item, regions] of sample.entries()) {
    for (const region of regions) {
      const proposal = proposalOf(region);
      if (proposal === null || (label !== null && region.label !== label)) continue;
      overlap[item] = (overlap[item] ?? 0) + intersectionOverUnion(region, proposal.box);
      boxes[item] = (boxes[item] ?? 0) + 1;
      if (isUntouched(region)) untouched += 1;
    }
  }
  return { label, overlap, boxes, untouched };
}

function weighted(values: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (const [at, value] of values.entries()) sum += value * (weights[at] ?? 0);
  return sum;
}
