import { attributeName, sideOf } from './labels.ts';
import type { Guidance } from './queries/answerFile.ts';
import type { Domain, SideConvention } from './schema.ts';

/*
 * What people read: the prompts of the paper (A to L) in words for people, who answer on the screen and not in JSON.
 */

export const CONSENT = `You are asked to look at images of faces and of written words, and to compare them, to find one among others, or to draw boxes on them. Some images are blurred, noisy, drawn in another style, or hide the face or the word in something else. Your answers show how well people see through such changes; they are compared with those of computer programs.

Casebook keeps your answers, how long each took, how often you left this window, and the notes made when you were enrolled. Your name appears in no publication. If answers are published, nothing in them says who gave them.

Taking part is voluntary. You can stop at any time without giving a reason. Some of the faces are of well-known people; you do not need to know who they are.

If you agree and are of age, continue.`;

export const INSTRUCTIONS = `There are up to three kinds of questions. Each has a support image, to compare with.

Four candidates, A to D: one of them was made from the support image. Choose it by a click on it, or by its letter.

A collage of four images: the support image was made from one of them. Choose its field by a click, by a number from 1 to 4, or with the arrow keys.

An image to draw on, which was made from the support image: draw a box around each thing that is asked for, as tightly as you can. Drag on the image to draw, or press Enter and use the arrow keys. Whatever you cannot find, mark as not there; it counts as not found.

You cannot change an answer once you submit it. You can zoom into the images with the wheel. Look as closely as you like, work alone, and look nothing up.`;

export const THANKS = `If you have remarks, please tell the person who invited you. Please do not talk about the images with others who may still take part.`;

const SHOWS: Readonly<Record<Domain, string>> = {
  CELEB: 'The support image shows the face of a well-known person.',
  WORD: 'The support image shows a sequence of letters; upper and lower case matter.',
};

const HIDDEN: Readonly<Record<Domain, string>> = {
  CELEB: 'the face can be clear, disturbed, drawn in another style, or blended into its surroundings',
  WORD: 'the letters can be clear, disturbed, drawn in another style, or blended into their surroundings',
};

/** Image matching (prompts A to C). */
export function matchingPrompt(domain: Domain): string {
  return `${SHOWS[domain]} Only one of the four candidates was made from it; in it, ${HIDDEN[domain]}.

Which candidate, A to D, best matches the support image?`;
}

/** Grid pointing (prompts D to F). */
export function gridPrompt(domain: Domain): string {
  return `The collage consists of four images. The support image is an altered version of one of them; in it, ${HIDDEN[domain]}.

Which field of the collage holds the image that the support image was made from?`;
}

/** What a question of localisation gives and asks for. */
export interface AskedPlaces {
  readonly domain: Domain;
  readonly guidance: Guidance;
  readonly side: SideConvention;
  /** The attributes whose boxes are given. */
  readonly given: readonly string[];
  readonly hasCorner: boolean;
  readonly attributes: readonly string[];
}

/** Attribute localisation (prompts G to L; without any hint likewise). */
export function placesPrompt(asked: AskedPlaces): string {
  const { domain, side, given, attributes } = asked;
  const isWhole = domain === 'WORD' && attributes.length === 1;
  const hasSides = [...attributes, ...given].some((attribute) => sideOf(attribute) !== null);
  const context = [
    `${SHOWS[domain]}${hintIn(asked)} The other image was made from it; in it, ${HIDDEN[domain]}.`,
    ...(hasSides ? [WHOSE_LEFT[side]] : []),
  ];
  return `${context.join(' ')}

On the other image, draw ${attributes.length === 1 ? 'one box around' : 'a box around each of these:'} ${isWhole ? 'all of its letters' : inWords(attributes)}.`;
}

/** What the support image gives, as a sentence of its own. */
function hintIn({ given, hasCorner }: AskedPlaces): string {
  if (given.length > 0)
    return ` ${given.length === 1 ? 'A box is' : 'Boxes are'} given there: ${inWords(given)}.`;
  return hasCorner ? ' A point is given there: the top left corner of the box around the letters.' : '';
}

const WHOSE_LEFT: Readonly<Record<SideConvention, string>> = {
  image: 'Left means left as you see it in the picture.',
  person: 'Left means the person’s left, which you see on the right side of the picture.',
};

const inWords = (attributes: readonly string[]): string =>
  attributes.map((attribute) => attributeName(attribute).toLowerCase()).join(', ');
