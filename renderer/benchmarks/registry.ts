import { argus } from './argus/index.tsx';
import { caughtcheating } from './caughtcheating/index.tsx';
import { generic } from './generic/index.tsx';
import { mcsbench } from './mcsbench/index.tsx';
import { observatory } from './observatory/index.tsx';
import type { BenchmarkParts } from './parts.ts';

/** What each benchmark adds to the window, by its id. A new benchmark is a line here. */
export const benchmarkParts: Readonly<Record<string, BenchmarkParts>> = {
  caughtcheating,
  mcsbench,
  argus,
  observatory,
  generic,
};
