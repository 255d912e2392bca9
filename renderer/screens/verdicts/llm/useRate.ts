import { useState } from 'react';
import type { JudgeRun } from '../../../../shared/contract/judgeRuns.ts';

interface Sample {
  readonly at: number;
  readonly over: number;
}

/** What is older says little of how fast it goes now. */
const WINDOW_MS = 30_000;

/**
 * How many things a run gets through a minute, from what was seen of it lately; null until that can be told.
 * @param seenAt when the run was looked at, UTC milliseconds
 */
export function useRate({ decided, unparsed, failed, state }: JudgeRun, seenAt: number): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const last = samples.at(-1);
  if (state === 'running' && last?.at !== seenAt) {
    const over = decided + unparsed + failed;
    setSamples([...samples.filter((each) => seenAt - each.at < WINDOW_MS), { at: seenAt, over }]);
  }
  if (state !== 'running' && samples.length > 0) setSamples([]);
  const [first] = samples;
  if (first === undefined || last === undefined || last.at - first.at < 1000) return null;
  return ((last.over - first.over) * 60_000) / (last.at - first.at);
}
