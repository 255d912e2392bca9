import { counterpart, sideOf } from '../labels.ts';
import { type CornerBox, initialAttributes, type SideConvention } from '../schema.ts';
import { shuffled } from './distractors.ts';
import {
  byName,
  type EntityImage,
  type GoldBox,
  type ImageCondition,
  imagesOf,
  type QueryEntity,
} from './entities.ts';

/** An image of an entity on which its attributes are to be found, the original beside it. */
export interface LocalisationSet {
  readonly target: QueryEntity;
  /** The image that is drawn on. */
  readonly image: EntityImage;
  readonly support: EntityImage;
  /** What is asked about and where it is, each attribute once. */
  readonly boxes: readonly GoldBox[];
  /** The attribute that is the one hint where there is one; null: the top left corner of the only box. */
  readonly hint: string | null;
  readonly side: SideConvention;
}

/**
 * The question of localisation about an entity, on an image of the condition: the same for all kinds, so that they
 * compare like with like. Gives in words what it cannot be built for.
 */
export function localisationSet(
  target: QueryEntity,
  condition: ImageCondition,
  random: () => number,
): LocalisationSet | string {
  const boxes = target.boxes.toSorted(inOrder);
  const reason = unfit(target, boxes);
  if (reason !== null) return reason;
  const [image] = shuffled(imagesOf(target, condition), random);
  if (image === undefined)
    return `It has no variant of the family ${condition}.${excepted(target, condition)}`;
  const [hint] = shuffled(boxes, random);
  return {
    target,
    image,
    support: target.original,
    boxes,
    hint: target.domain === 'WORD' ? null : (hint?.attribute ?? null),
    side: sideMeant(boxes),
  };
}

/** The variants of the condition that the entity cannot be asked about on, and why, in words. */
export const exceptionsOf = (target: QueryEntity, condition: ImageCondition): readonly string[] =>
  target.exceptions
    .filter((exception) => exception.condition === condition)
    .map(({ name, reason }) => `The boxes do not hold on ${name}: ${reason}.`);

function excepted(target: QueryEntity, condition: ImageCondition): string {
  const reasons = exceptionsOf(target, condition);
  return reasons.length === 0 ? '' : ` ${reasons.join(' ')}`;
}

function unfit({ domain }: QueryEntity, boxes: readonly GoldBox[]): string | null {
  if (boxes.length === 0) return 'It has no boxes on its original.';
  const twice = boxes.find(({ attribute }, at) => boxes[at - 1]?.attribute === attribute);
  if (twice !== undefined) return `It has several boxes for "${twice.attribute}": one is to be kept.`;
  if (domain === 'WORD' && boxes.length > 1)
    return `It has ${String(boxes.length)} boxes; of a word one is asked about, by its corner.`;
  if (domain === 'CELEB' && boxes.length < 2)
    return 'It has only one box: with that as the hint, nothing would be left to be drawn.';
  return null;
}

const KNOWN: readonly string[] = [...initialAttributes.CELEB, ...initialAttributes.WORD];
const place = (attribute: string): number => {
  const at = KNOWN.indexOf(attribute);
  return at === -1 ? KNOWN.length : at;
};

/** As the paper has them, then by name: not as they happened to be drawn. */
const inOrder = (a: GoldBox, b: GoldBox): number =>
  place(a.attribute) - place(b.attribute) || byName(a.attribute, b.attribute);

/** Whose left "left" is, by where the boxes are. */
function sideMeant(boxes: readonly GoldBox[]): SideConvention {
  const attributes = boxes.map(({ attribute }) => attribute);
  for (const { attribute, box } of boxes) {
    const other = sideOf(attribute) === 'left' ? counterpart(attribute, attributes) : null;
    const right = boxes.find((each) => each.attribute === other);
    if (right !== undefined) return middleOf(box) > middleOf(right.box) ? 'person' : 'image';
  }
  return 'image';
}

const middleOf = ({ x1, x2 }: CornerBox): number => (x1 + x2) / 2;
