import type { Box } from '../../shared/domain/geometry.ts';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false });

/** A length in image pixels, with no more digits than anybody reads. */
export const pixels = (value: number): string => number.format(value);

/** The live read-out of a box. */
export function readout(box: Box): string {
  return `x ${pixels(box.x)}  y ${pixels(box.y)}  w ${pixels(box.width)}  h ${pixels(box.height)} px`;
}

/** A box as a screen reader says it. */
export function spoken(box: Box): string {
  return `x ${pixels(box.x)}, y ${pixels(box.y)}, width ${pixels(box.width)}, height ${pixels(box.height)} pixels`;
}

export const boxes = (count: number): string => (count === 1 ? '1 box' : `${count} boxes`);
