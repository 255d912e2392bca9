import type { RegionLabel } from '../task.ts';
import type { SideConvention } from './schema.ts';

/**
 * A label as boxes carry it; its category is the name that the prompts have for it. Of a left and a right it says whose
 * they are, so that one sees it on the image.
 */
export const regionLabel = (attribute: string, side: SideConvention): RegionLabel => ({
  id: attribute,
  name: `${attributeName(attribute)}${sideOf(attribute) === null ? '' : WHOSE[side]}`,
  category: attribute,
  attributes: {},
});

const WHOSE: Readonly<Record<SideConvention, string>> = { image: ' (image)', person: ' (person)' };

/** `left_eye` as people read it: Left eye. */
export function attributeName(attribute: string): string {
  const words = attribute.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const LEFT = /^left(?=[_\s-])/iu;
const RIGHT = /^right(?=[_\s-])/iu;

/** Which of two sides an attribute is on, null where it is on none. */
export function sideOf(attribute: string): 'left' | 'right' | null {
  return LEFT.test(attribute) ? 'left' : RIGHT.test(attribute) ? 'right' : null;
}

/** The attribute of the other side among those there are: `right_eye` for `left_eye`; null where there is none. */
export function counterpart(attribute: string, attributes: readonly string[]): string | null {
  const other = LEFT.test(attribute)
    ? attribute.replace(LEFT, 'right')
    : RIGHT.test(attribute)
      ? attribute.replace(RIGHT, 'left')
      : null;
  return other === null
    ? null
    : (attributes.find((each) => each.toLowerCase() === other.toLowerCase()) ?? null);
}

/** What "left" means in a casebook, as one sentence. */
export const SIDE_MEANS: Readonly<Record<SideConvention, string>> = {
  image: 'Left is the left side of the image.',
  person: 'Left is the person’s own left: the right side of the image.',
};
