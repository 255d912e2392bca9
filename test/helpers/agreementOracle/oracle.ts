import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { agreementOf, type AnalysisRequest } from '../../../shared/agreement/analysis/analyse.ts';
import { COEFFICIENT_NAMES } from '../../../shared/agreement/coefficients/coefficients.ts';
import type { LabelledBox } from '../../../shared/agreement/boxes/matching.ts';
import { present } from '../present.ts';

const Expected = z.array(
  z.object({
    coefficient: z.string(),
    by: z.string(),
    value: z.number(),
    standardError: z.number().nullable(),
  }),
);

/** What `oracle.py` prints: random ratings with the figures that other programs give for them. */
export const Oracle = z.object({
  command: z.string(),
  versions: z.record(z.string(), z.string().nullable()),
  category: z.array(
    z.object({
      rows: z.string(),
      raters: z.int(),
      categories: z.int(),
      values: z.array(z.number()),
      expected: Expected,
    }),
  ),
  sets: z.array(
    z.object({
      rows: z.string(),
      raters: z.int(),
      sets: z.array(z.array(z.string())),
      expected: Expected,
    }),
  ),
  boxes: z.array(
    z.object({
      boxes: z.array(z.array(z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])))),
      threshold: z.number(),
      expected: Expected,
    }),
  ),
});
export type Oracle = z.infer<typeof Oracle>;

/** One of our figures beside another program's. */
export interface Comparison {
  readonly what: string;
  readonly ours: { readonly value: number | null; readonly standardError: number | null };
  readonly theirs: { readonly value: number; readonly standardError: number | null };
}

/** Runs the oracle anew, or says in words why it cannot be run here. Throws where it runs and fails. */
export function runOracle(seed: number): Oracle | string {
  const run = spawnSync(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'oracle.py'), '--seed', String(seed)],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  );
  if (run.error !== undefined) return 'there is no /usr/bin/python3';
  if (run.status === 0) return Oracle.parse(JSON.parse(run.stdout));
  const reason = run.stderr.trimEnd().split('\n').at(-1) ?? '';
  if (/^ModuleNotFoundError|there is no package|is not installed/u.test(reason)) return reason;
  throw new Error(run.stderr);
}

/** Every figure of an oracle with ours beside it. */
export function compare(oracle: Oracle): readonly Comparison[] {
  const category = oracle.category.flatMap((one, at) => {
    const ratings = { ...codesOf(one.rows, one.raters), raters: one.raters, categories: one.categories };
    const values = Float64Array.from(one.values);
    return one.expected.map((expected) => {
      // Weights go by the values only where the oracle's do; alpha's interval and ratio metrics always.
      const ofValues = /alpha_(?:interval|ratio)| of values$/u.test(expected.coefficient);
      const request: AnalysisRequest = {
        level: ofValues ? 'interval' : 'ordinal',
        ratings: { ...ratings, values: ofValues ? values : null },
        offered: one.categories,
        bootstrap: null,
      };
      return comparison(`ratings ${at}`, request, expected);
    });
  });
  const sets = oracle.sets.flatMap((one, at) => {
    const ratings = {
      ...codesOf(one.rows, one.raters),
      raters: one.raters,
      categories: one.sets.length,
      values: null,
    };
    const request: AnalysisRequest = { level: 'set', ratings, sets: one.sets, bootstrap: null };
    return one.expected.map((expected) => comparison(`sets ${at}`, request, expected));
  });
  const boxes = oracle.boxes.flatMap((one, at) => {
    const lists = one.boxes
      .flat()
      .map((list) => list.map(([x, y, width, height]): LabelledBox => ({ label: 0, x, y, width, height })));
    const request: AnalysisRequest = {
      level: 'boxes',
      boxes: { items: one.boxes.length, raters: 2, labels: 1, boxes: lists },
      threshold: one.threshold,
      bootstrap: null,
    };
    return one.expected.map((expected) => comparison(`boxes ${at}`, request, expected));
  });
  return [...category, ...sets, ...boxes];
}

function comparison(
  name: string,
  request: AnalysisRequest,
  { coefficient, by, value, standardError }: z.infer<typeof Expected>[number],
): Comparison {
  const ours = present(COEFFICIENT_NAMES.find((known) => known === coefficient.replace(' of values', '')));
  const figure = present(
    agreementOf({ ...request, coefficients: [ours] })?.figures[ours],
    `${coefficient} was not given.`,
  );
  return {
    what: `${name}: ${coefficient} by ${by}`,
    ours: { value: figure.value, standardError: standardError === null ? null : figure.standardError },
    theirs: { value, standardError },
  };
}

function codesOf(rows: string, raters: number): { items: number; codes: Int32Array } {
  const words = rows.split(' ');
  if (words.some((word) => word.length !== raters))
    throw new Error('A row has not as many ratings as raters.');
  const codes = Int32Array.from(words.join(''), (digit) => (digit === '.' ? -1 : Number(digit)));
  return { items: words.length, codes };
}
