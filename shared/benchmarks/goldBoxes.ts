import { consensusOf, medianBox } from '../agreement/boxes/consensus.ts';
import type { RegionRecord } from '../domain/document.ts';
import { canonicalJson, type JsonObject } from '../base/json.ts';
import type { Task } from './task.ts';
import { fieldRating, type RatedAnswer, type RatedBox } from './fieldRating.ts';
import { isSameForAll, labelledBoxes } from './ratedBoxes.ts';
import { regionLabels } from './taskParts.ts';

/** What several raters' boxes of an item come to. */
export type GoldBoxes =
  /** All drew the same to the letter, notes included, in whatever order. */
  | { readonly how: 'same' }
  | {
      readonly how: 'consensus';
      /** The first rater's boxes, each with the median corners of its group. */
      readonly regions: readonly RegionRecord[];
      readonly raters: number;
      /** Mean intersection over union of the boxes that were put together, to four digits. */
      readonly iou: number;
    }
  /** They differ, or it is not clear which boxes belong together. */
  | { readonly how: 'none' };

const SAME: GoldBoxes = { how: 'same' };
const NONE: GoldBoxes = { how: 'none' };

/**
 * The boxes that several raters share: the median of the matched corners. Labels, notes and order are the first
 * rater's, so the caller has to order raters independently of time.
 * @param sameBox from which intersection over union on two boxes are about the same thing
 */
export function goldBoxes(
  task: Task,
  raters: readonly RatedAnswer[],
  vocabulary: JsonObject,
  sameBox: number,
): GoldBoxes {
  const field = task.fields(vocabulary).find(({ comparison }) => comparison.level === 'boxes');
  if (field === undefined) return SAME;
  const boxes = raters.map((rater): readonly RatedBox[] => {
    const rating = fieldRating(task, field, { ...rater, asked: null }, vocabulary);
    return rating?.kind === 'boxes' ? rating.boxes : [];
  });
  const [first = []] = boxes;
  if (boxes.length < 2) return SAME;
  const [letter, ...letters] = raters.map((rater) => lettersOf(task, rater, vocabulary));
  if (letters.every((each) => each === letter)) return SAME;
  const regionsOfFirst = first.map(({ region }) => region);
  if (isSameForAll(boxes))
    return { how: 'consensus', regions: regionsOfFirst, raters: raters.length, iou: 1 };
  const { groups, left, meanIntersectionOverUnion } = consensusOf(labelledBoxes(boxes), sameBox);
  if (left > 0 || meanIntersectionOverUnion === null) return NONE;
  const medians = new Map(
    groups.map((group) => [
      group[0],
      medianBox(group.flatMap((place, rater) => boxes[rater]?.[place]?.region ?? [])),
    ]),
  );
  return {
    how: 'consensus',
    regions: regionsOfFirst.map((region, place) => ({ ...region, ...medians.get(place) })),
    raters: raters.length,
    iou: Math.round(meanIntersectionOverUnion * 10_000) / 10_000,
  };
}

/**
 * One text for everything that an answer says, boxes included: the same for answers that say the same, whatever the ids of
 * their boxes are. To put raters in an order that does not depend on when they answered.
 */
export function contentOf({ answer, regions }: Pick<RatedAnswer, 'answer' | 'regions'>): string {
  return `${canonicalJson(answer)} ${regions.map((region) => boxText(region, region.label)).join(' ')}`;
}

/** The order in which raters give what is not compared: the fullest answer first, then by its text. */
export function byContent(a: string, b: string): number {
  if (a.length !== b.length) return b.length - a.length;
  return a < b ? -1 : a === b ? 0 : 1;
}

/** One text for all boxes, in whatever order: the same only where labels mean the same and notes say the same. */
function lettersOf(task: Task, { answer, regions }: RatedAnswer, vocabulary: JsonObject): string {
  const labels = new Map(
    (regions.length === 0 ? [] : regionLabels(task, answer, vocabulary)).map(
      ({ id, category, attributes }) => [id, canonicalJson([category, attributes])] as const,
    ),
  );
  return regions
    .map((region) => boxText(region, labels.get(region.label) ?? region.label))
    .sort()
    .join(' ');
}

const boxText = ({ imageId, x, y, width, height, note, attributes }: RegionRecord, label: string): string =>
  canonicalJson([imageId, label, x, y, width, height, note, attributes]);
