import type { BootstrapOptions } from '../agreement/intervals/bootstrap.ts';
import { bootstrap } from '../agreement/intervals/intervals.ts';
import type { RegionRecord } from '../domain/document.ts';
import { intersectionOverUnion, sameBox } from '../base/geometry.ts';
import type { JsonObject } from '../base/json.ts';
import type { Proposals } from './proposals.ts';

/** What became of a proposed box. */
export type ProposalFate = 'untouched' | 'moved' | 'rejected';

/** A proposed box of an item, as far as the report counts it. */
export interface JudgedBox {
  readonly label: string;
  readonly by: string;
  readonly fate: ProposalFate;
  /** Intersection over union of the box as it is now and as it was proposed; 0 where nothing is left of it. */
  readonly overlap: number;
}

/** The proposals of one item. */
export interface ItemVerification {
  /** Somebody has submitted that they looked at them: it is part of the sample. */
  readonly verified: boolean;
  readonly boxes: readonly JudgedBox[];
}

/** Whether a row, or a part of one, is about a proposed box. Null: whatever it is. */
export interface BoxChoice {
  readonly label: string | null;
  readonly by: string | null;
  readonly fate?: ProposalFate | null;
}

/** A mean with its interval. */
export interface MeanOverlap {
  /** In [0, 1]; null where there are no boxes. */
  readonly value: number | null;
  /** 95 % BCa interval from a bootstrap over verified items; null for fewer than thirty of them. */
  readonly interval: readonly [number, number] | null;
}

/** How verified boxes stand to where they were proposed, for one label and detector or all of them. */
export interface VerificationFigures {
  /** Null: all labels together. */
  readonly label: string | null;
  /** Null: all detectors together. */
  readonly by: string | null;
  /** The verified items that such boxes were proposed on. */
  readonly items: number;
  /** Boxes proposed on them. */
  readonly boxes: number;
  /** Accepted to the last digit. */
  readonly untouched: number;
  /** Moved or resized. */
  readonly moved: number;
  /** Deleted, or given another label. */
  readonly rejected: number;
  /** Mean intersection over union with the proposed boxes, of those that were kept. */
  readonly kept: MeanOverlap;
  /** The same with rejected boxes counted as 0. */
  readonly withRejected: MeanOverlap;
}

/** The report on detectors by the sample that people verified. */
export interface VerificationReport {
  /** Items with proposed boxes. */
  readonly proposed: number;
  /** Those of them that somebody has verified: the sample. */
  readonly verified: number;
  /** Of the proposals in the sample. */
  readonly labels: readonly string[];
  readonly detectors: readonly string[];
  /**
   * For all detectors and, where there are several, each of them: all labels first, then one row a label. Empty where
   * nothing was verified.
   */
  readonly rows: readonly VerificationFigures[];
}

/** The proposals of an answer; null where nothing was proposed. */
export function judgedItem(
  proposals: Proposals,
  { answer, regions }: { readonly answer: JsonObject; readonly regions: readonly RegionRecord[] },
  isSubmitted: boolean,
): ItemVerification | null {
  const remaining = regions.flatMap((region) => {
    const proposal = proposals.proposalOf(region);
    return proposal === null ? [] : [{ region, proposal }];
  });
  const kept = remaining.map(({ region, proposal }): JudgedBox => ({
    label: region.label,
    by: proposal.by,
    fate: sameBox(region, proposal.box) ? 'untouched' : 'moved',
    overlap: intersectionOverUnion(region, proposal.box),
  }));
  const rejected = proposals
    .rejected(answer)
    .filter(
      ({ label, by, box }) =>
        !remaining.some(
          ({ region, proposal }) =>
            region.label === label && proposal.by === by && sameBox(proposal.box, box),
        ),
    )
    .map(({ label, by }): JudgedBox => ({ label, by, fate: 'rejected', overlap: 0 }));
  const boxes = [...kept, ...rejected];
  // Anybody who has rejected all of them has looked at all of them.
  const isVerified = remaining.length === 0 || proposals.isVerified(answer);
  return boxes.length === 0 ? null : { verified: isSubmitted && isVerified, boxes };
}

/** Whether a box is among those chosen. */
export function isChosen(box: JudgedBox, { label, by, fate = null }: BoxChoice): boolean {
  return (
    (label === null || box.label === label) &&
    (by === null || box.by === by) &&
    (fate === null || box.fate === fate)
  );
}

/** Compares verified boxes with where they were proposed. */
export function verificationReport(
  items: readonly ItemVerification[],
  options: BootstrapOptions,
  progress: (done: number) => void = () => undefined,
): VerificationReport {
  const sample = items.filter(({ verified }) => verified).map(({ boxes }) => boxes);
  const labels = [...new Set(sample.flat().map(({ label }) => label))];
  const detectors = [...new Set(sample.flat().map(({ by }) => by))].sort();
  const choices = [null, ...(detectors.length > 1 ? detectors : [])]
    .flatMap((by) => [null, ...labels].map((label) => ({ by, label })))
    .filter((choice) => sample.some((boxes) => boxes.some((box) => isChosen(box, choice))));
  const sums = choices.map((choice) => sumsOf(sample, choice));
  const intervals = bootstrap(
    {
      weights: new Float64Array(sample.length).fill(1),
      patternOf: Int32Array.from(sample.keys()),
    },
    sums.flatMap(({ overlap, kept, boxes }) =>
      [kept, boxes].map(
        (counts) => (weights: Float64Array) => weighted(overlap, weights) / weighted(counts, weights),
      ),
    ),
    options,
    { progress },
  );
  const once = new Float64Array(sample.length).fill(1);
  const mean = (overlap: Float64Array, counts: Float64Array, figure: number): MeanOverlap => {
    const count = weighted(counts, once);
    return {
      value: count === 0 ? null : weighted(overlap, once) / count,
      interval: count === 0 ? null : (intervals?.[figure]?.interval ?? null),
    };
  };
  return {
    proposed: items.length,
    verified: sample.length,
    labels,
    detectors,
    rows: sums.map(({ choice, overlap, kept, boxes, counts }, row) => ({
      ...choice,
      items: boxes.filter((count) => count > 0).length,
      boxes: weighted(boxes, once),
      ...counts,
      kept: mean(overlap, kept, 2 * row),
      withRejected: mean(overlap, boxes, 2 * row + 1),
    })),
  };
}

/** Per item of the sample the sum of overlaps, the boxes kept and all boxes of a choice; over all how they fared. */
function sumsOf(sample: readonly (readonly JudgedBox[])[], choice: BoxChoice) {
  const overlap = new Float64Array(sample.length);
  const kept = new Float64Array(sample.length);
  const boxes = new Float64Array(sample.length);
  const counts = { untouched: 0, moved: 0, rejected: 0 };
  for (const [item, judged] of sample.entries()) {
    for (const box of judged) {
      if (!isChosen(box, choice)) continue;
      overlap[item] = (overlap[item] ?? 0) + box.overlap;
      boxes[item] = (boxes[item] ?? 0) + 1;
      if (box.fate !== 'rejected') kept[item] = (kept[item] ?? 0) + 1;
      counts[box.fate] += 1;
    }
  }
  return { choice, overlap, kept, boxes, counts };
}

function weighted(values: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (const [at, value] of values.entries()) sum += value * (weights[at] ?? 0);
  return sum;
}
