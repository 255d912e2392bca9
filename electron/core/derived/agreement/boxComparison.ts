import { type LabelledBox, matchBoxes } from '../../../../shared/agreement/boxes/matching.ts';
import type { RatedBox } from '../../../../shared/benchmarks/fieldRating.ts';
import type { BoxComparison, Rater } from '../../../../shared/contract/agreement.ts';

/** One rater's boxes on an item; null where the caller may not know whose they are. */
export interface RatersBoxes {
  readonly rater: Rater | null;
  readonly boxes: readonly RatedBox[];
}

/** The boxes of an item's raters side by side, every two of them matched one to one. */
export function compareBoxes(
  raters: readonly RatersBoxes[],
  threshold: number,
): Pick<BoxComparison, 'raters' | 'pairs'> {
  const labels = new Map<string, number>();
  const columns = raters.map(({ rater, boxes }, place) => ({
    column: columnName(place),
    rater,
    regions: boxes.map(({ region }) => region),
    categories: boxes.map(({ category }) => category),
    labelled: boxes.map((box) => labelledBox(box, labels)),
  }));
  return {
    raters: columns.map(({ labelled: _labelled, ...column }) => column),
    pairs: columns.flatMap((a, place) =>
      columns.slice(place + 1).map((b) => {
        const { pairs, firstUnmatched, secondUnmatched } = matchBoxes(a.labelled, b.labelled);
        const found = pairs
          .map(({ intersectionOverUnion }) => intersectionOverUnion)
          .filter((overlap) => overlap >= threshold);
        const drawn = a.regions.length + b.regions.length;
        return {
          a: a.column,
          b: b.column,
          matched: pairs.flatMap(({ first, second, intersectionOverUnion: iou }) => {
            const [one, other] = [a.regions[first], b.regions[second]];
            return one === undefined || other === undefined ? [] : [{ a: one.id, b: other.id, iou }];
          }),
          unmatchedA: firstUnmatched.flatMap((at) => a.regions[at]?.id ?? []),
          unmatchedB: secondUnmatched.flatMap((at) => b.regions[at]?.id ?? []),
          meanIou: found.length === 0 ? null : found.reduce((sum, one) => sum + one, 0) / found.length,
          f1: drawn === 0 ? null : (2 * found.length) / drawn,
        };
      }),
    ),
  };
}

/** Only boxes of one category on one image can be about the same thing. */
function labelledBox({ region, category }: RatedBox, labels: Map<string, number>): LabelledBox {
  const key = JSON.stringify([region.imageId, category]);
  const label = labels.get(key) ?? labels.size;
  labels.set(key, label);
  const { x, y, width, height } = region;
  return { x, y, width, height, label };
}

const ALPHABET = 26;

/** A to Z, then AA, AB and so on. */
function columnName(place: number): string {
  const letter = String.fromCodePoint(65 + (place % ALPHABET));
  return place < ALPHABET ? letter : `${columnName(Math.floor(place / ALPHABET) - 1)}${letter}`;
}
