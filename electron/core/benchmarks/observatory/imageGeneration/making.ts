import { createHash } from 'node:crypto';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { Progress } from '../../../base/work.ts';
import { asCasebookError } from '../../../base/errors.ts';

export interface MakingOptions {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** What came of making images. */
export interface MakingReport {
  /** Images made in this run. */
  readonly made: number;
  /** Images that were there already, made from the same. */
  readonly kept: number;
  /** What was left out, and why. */
  readonly skipped: readonly { readonly item: string; readonly reason: string }[];
}

/** Raised whenever the same parameters come to give other pixels, so that images of before are made again. */
const RECIPE = 1;

/** What an image is made from, in short. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, ...parts]))
    .digest('hex');
}

/** A cancelled run says that what it made stays; any other error is what it was. */
export function explainCancelled(error: unknown, made: number): unknown {
  if (asCasebookError(error).code !== 'cancelled') return error;
  return new CasebookError(
    'cancelled',
    `Cancelled. ${String(made)} ${made === 1 ? 'image' : 'images'} of this run ${made === 1 ? 'is' : 'are'} complete and ${made === 1 ? 'stays' : 'stay'}.`,
    'Run the same command again to resume.',
    { cause: error },
  );
}
