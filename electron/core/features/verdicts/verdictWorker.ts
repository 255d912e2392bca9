import type { MessagePort } from 'node:worker_threads';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { openDatabase } from '../../db/database.ts';
import { readMetaText } from '../projects/meta.ts';
import type { Comparisons } from './comparisons.ts';
import { comparisonsOf } from './comparisons.ts';
import { readOpinions } from './opinions.ts';

/*
 * Runs in a thread of its own: hundreds of thousands of verdicts are seconds of reading and computing in which the
 * windows want answers. Whoever cancels ends the thread.
 */

/** Told how far the work is: phase, done, of how many. */
export type ProgressMessage = readonly [phase: string, done: number, total: number];

export interface ComparisonsTask {
  readonly file: string;
  /** Whoever asks: what they have yet to judge is left out. */
  readonly viewer: PersonId | null;
  readonly resamples: number;
  readonly seed: number;
  readonly port: MessagePort;
}

const PATIENCE_MS = 50;

/** How LLM judges stand to people, and people among themselves. */
export function comparisons({ file, viewer, resamples, seed, port }: ComparisonsTask): Comparisons {
  let told = 0;
  const progress = (phase: string, done: number, total: number): void => {
    if (Date.now() - told < PATIENCE_MS) return;
    told = Date.now();
    port.postMessage([phase, done, total] satisfies ProgressMessage);
  };
  const database = openDatabase(file, 'read');
  try {
    database.pragma('temp_store = FILE');
    const opinions = database.transaction(() =>
      readOpinions(database, viewer, (done, total) => progress('Reading verdicts', done, total)),
    )();
    const criteria = findBenchmark(readMetaText(database, 'benchmark'))?.judging?.criteria ?? [];
    return comparisonsOf(criteria, opinions, { resamples, seed }, (done, total) =>
      progress('Computing the figures', done, total),
    );
  } finally {
    database.close();
    port.close();
  }
}
