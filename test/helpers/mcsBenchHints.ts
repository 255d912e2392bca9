import type { JsonObject } from '../../shared/base/json.ts';
import { hintsOf } from '../../shared/benchmarks/mcsbench/hints.ts';
import { McsBenchPayload } from '../../shared/benchmarks/mcsbench/schema.ts';
import { mcsBenchItem } from './mcsBenchItems.ts';

/** The kinds of the hints at an item of MCSBench without chains, probes and strategies, with a change. */
export const kindsOf = (change: JsonObject): string[] =>
  hintsOf(
    McsBenchPayload.parse({
      ...mcsBenchItem(),
      rc_breakdown: null,
      rc_items: null,
      strategy: null,
      ...change,
    }),
  ).map(({ kind }) => kind);
