import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json } from '../../../shared/base/json.ts';
import { pick, seededRandom } from '../random.ts';

/** What two people and an LLM say of one answer, null where one says nothing, and what is decided where they differ. */
export type PlantedRow = readonly [first: Json, second: Json, model: Json, decision: Json];

const Side = z.object({
  units: z.int(),
  confusion: z.array(z.array(z.int())),
  /** By coefficient the figure and, where there is one, its standard error. */
  figures: z.record(z.string(), z.tuple([z.number(), z.number().nullable()])),
});

/** What `oracle.py` prints. */
export const Expected = z.object({
  versions: z.record(z.string(), z.string()),
  /** Places of the rows in which the three differ. */
  disputed: z.array(z.int()),
  before: Side,
  after: Side,
  people: Side,
});
export type Expected = z.infer<typeof Expected>;

/**
 * Verdicts with errors planted: people err seldom, the LLM more often and rather upwards. The same for the same seed.
 * @param values from least to most
 */
export function plantRows(values: readonly Json[], count: number, seed: number): PlantedRow[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (): PlantedRow => {
    const truth = pick(random, values);
    const wrong = (): Json => pick(random, values);
    const first = random() < 0.04 ? wrong() : truth;
    const second = random() < 0.15 ? null : random() < 0.06 ? wrong() : truth;
    const model =
      random() < 0.05 ? null : random() < 0.12 ? (values.at(-1) ?? null) : random() < 0.1 ? wrong() : truth;
    return [first, second, model, truth];
  });
}

/** Asks other programs, or says in words why they cannot be asked here. Throws where they run and fail. */
export function runVerdictOracle(values: readonly Json[], rows: readonly PlantedRow[]): Expected | string {
  const run = spawnSync('/usr/bin/python3', [join(import.meta.dirname, 'oracle.py')], {
    encoding: 'utf8',
    input: JSON.stringify({ values, rows }),
  });
  if (run.error !== undefined) return 'there is no /usr/bin/python3';
  if (run.status === 0) return Expected.parse(JSON.parse(run.stdout));
  const reason = run.stderr.trimEnd().split('\n').at(-1) ?? '';
  if (reason.startsWith('ModuleNotFoundError')) return reason;
  throw new Error(run.stderr);
}
