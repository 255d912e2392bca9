import type { Box } from '../../shared/base/geometry.ts';
import { participantTexts, type Phrasebook } from '../../shared/participantTexts/texts.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });

/** A length in image pixels, with no more digits than anybody reads. */
export const pixels = (value: number): string => number.format(value);

/** The live read-out of a box. */
export function readout(box: Box): string {
  return `x ${pixels(box.x)}  y ${pixels(box.y)}  w ${pixels(box.width)}  h ${pixels(box.height)} px`;
}

/** What the canvas says where its owner does not say in which language. */
export const ENGLISH: Phrasebook = participantTexts('en');

/** A box as a screen reader says it. */
export function spoken(say: Phrasebook, { x, y, width, height }: Box): string {
  return say('canvasSpoken', {
    x: pixels(x),
    y: pixels(y),
    width: pixels(width),
    height: pixels(height),
  });
}

/** A number of boxes, in words. */
export const boxes = (say: Phrasebook, count: number): string => say('canvasBoxes', { count });
