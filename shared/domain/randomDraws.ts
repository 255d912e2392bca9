import { z } from 'zod';

/** The largest seed: seeds have 32 bits. */
export const LARGEST_SEED = 0xffff_ffff;

/** What a random draw follows from: the same seed gives the same draw. */
export const Seed = z.int().nonnegative().max(LARGEST_SEED);

/** The most resamples that a bootstrap takes. */
export const MOST_RESAMPLES = 100_000;

/** How often a bootstrap resamples; 0 for no bootstrap. */
export const Resamples = z.int().nonnegative().max(MOST_RESAMPLES);
