/** One item, answer, verdict, task or box of a source, or one file of boxes: larger ones are left out by name. */
export const LARGEST_ELEMENT = 5_000_000;

/** A number of bytes as a person reads it, rounded up, so that what is beyond a limit never looks like the limit. */
export function inMegabytes(bytes: number): string {
  const tenths = Math.ceil(bytes / 100_000);
  return `${tenths >= 1000 ? String(Math.round(tenths / 10)) : String(tenths / 10)} MB`;
}

/** How many boxes one import can bring, and how many images a source of boxes can name. */
export const MOST_BOXES = 500_000;
/** How many boxes one image can have: beyond this nobody tells them apart. */
export const MOST_BOXES_ON_IMAGE = 10_000;
/** How many raters one import can bring. */
export const MOST_RATERS = 5000;
