import { z } from 'zod';

/*
 * The bounds of all numbers in a casebook's rows, for hubs, merges and packages alike. Each leaves room below the
 * largest exact number, so that counting on from it never exceeds that.
 */

/** The last time that a row may bear, in UTC milliseconds: the end of the century. */
export const LATEST_TIME = Date.UTC(2100, 0, 1);
/** The most that anything is counted to, and the longest duration, in milliseconds. */
const LARGEST_COUNT = 1_000_000_000_000;
/** The highest version, revision or attempt. */
export const HIGHEST_VERSION = 1_000_000;
/** The highest round of a task. */
export const HIGHEST_ROUND = 1000;
/** The farthest that a position, a seed or another plain number lies from 0. */
const FARTHEST = 4_294_967_295;

/** UTC milliseconds within the century. */
export const Time = z.int().min(0).max(LATEST_TIME);
/** A number that counts something, or milliseconds. */
export const Count = z.int().nonnegative().max(LARGEST_COUNT);
/** A version, revision or attempt: 1 is the first. */
export const Version = z.int().positive().max(HIGHEST_VERSION);
/** A round of a task: 1 is the first. */
export const Round = z.int().positive().max(HIGHEST_ROUND);
/** A whole number that may be negative: a position, a seed. */
export const Whole = z.int().min(-FARTHEST).max(FARTHEST);
/** A number with decimals: a coordinate, a share. */
export const Decimal = z.number().min(-LARGEST_COUNT).max(LARGEST_COUNT);
