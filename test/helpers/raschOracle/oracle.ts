import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { responseMatrix, type ResponseMatrix } from '../../../shared/statistics/rasch/responseMatrix.ts';

const Numbers = z.array(z.number());

/** What `oracle.R` prints: answers drawn by the model with the figures that other programs give for them. */
export const RaschOracle = z.object({
  command: z.string(),
  R: z.string(),
  glmmTMB: z.string().nullable(),
  logLikelihood: z.number(),
  /** A respondent each: 1 right, 0 wrong, a dot where there is no answer. */
  rows: z.array(z.string()),
  truth: Numbers,
  difficulties: Numbers,
  errors: Numbers,
  /** By the package glmmTMB. */
  mixed: Numbers.nullable(),
  abilities: Numbers,
  deviations: Numbers,
  infit: Numbers,
  outfit: Numbers,
  pointBiserial: Numbers,
});
export type RaschOracle = z.infer<typeof RaschOracle>;

export function matrixOf({ rows }: Pick<RaschOracle, 'rows'>): ResponseMatrix {
  return responseMatrix(
    rows.map((row) => row.split('').map((answer) => (answer === '1' ? 1 : answer === '0' ? 0 : null))),
  );
}

/** Runs the oracle anew, or says in words why it cannot be run here. Throws where it runs and fails. */
export function runRaschOracle(
  people: number,
  items: number,
  missing: number,
  seed: number,
): RaschOracle | string {
  const run = spawnSync(
    '/usr/bin/Rscript',
    [join(import.meta.dirname, 'oracle.R'), ...[people, items, missing, seed].map(String)],
    { encoding: 'utf8' },
  );
  if (run.error !== undefined) return 'there is no /usr/bin/Rscript';
  if (run.status !== 0) throw new Error(run.stderr);
  return RaschOracle.parse(JSON.parse(run.stdout));
}
