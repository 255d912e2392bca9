import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { metrics as argus } from '../../shared/benchmarks/argus/metrics.ts';
import {
  metrics as caughtCheating,
  precisionRecall,
} from '../../shared/benchmarks/caughtcheating/metrics.ts';
import { metrics as mcsBench } from '../../shared/benchmarks/mcsbench/metrics.ts';
import type { Metrics } from '../../shared/benchmarks/metrics.ts';
import { metrics as observatory } from '../../shared/benchmarks/observatory/metrics.ts';

const DATA = process.env['CASEBOOK_DATA'] ?? '';

const tables = (metrics: Metrics) =>
  metrics.layout.flatMap(({ title, columns, published }) =>
    published === undefined ? [] : [{ title, columns, rows: published.rows }],
  );

describe('rows that papers print', () => {
  it('fill the columns of their tables', () => {
    const all = [caughtCheating, argus, mcsBench, observatory].flatMap(tables);
    expect(all.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Table 1', 25],
      ['Table 2, per question', 6],
      ['Table 2, per item', 6],
      ['Table 4', 26],
      ['Table 5', 26],
      ['Accuracy (Table 3)', 27],
      ['SAI (Table 4)', 19],
      ['Table 1', 11],
    ]);
    for (const { columns, rows } of all) for (const row of rows) expect(row).toHaveLength(columns.length + 1);
  });

  it('of CaughtCheating follow from their two accuracies, to the printed digit', () => {
    for (const [name, clued, , unclued, precision, recall, f1] of tables(caughtCheating)[0]?.rows ?? []) {
      const found = precisionRecall({
        truePositives: (clued ?? 0) / 2,
        clued: 50,
        trueNegatives: (unclued ?? 0) / 2,
        unclued: 50,
      });
      // The paper rounds its accuracies, and one of its figures by one more in the last digit.
      for (const [value, printed] of [
        [found.precision, precision],
        [found.recall, recall],
        [found.f1, f1],
      ])
        expect(Math.abs(100 * (value ?? 0) - (printed ?? 0)), name).toBeLessThan(0.06);
    }
  });

  it('of MCSBench with chains average over its 518 items to the printed digit, but for two', () => {
    // Discrimination and alignment of concepts, hypothetical reasoning, discrimination and matching of images.
    const items = [90, 88, 104, 128, 108];
    const off = (tables(mcsBench)[1]?.rows ?? []).filter(([, ...values]) =>
      [0, 1].some((at) => {
        const sum = items.reduce((total, count, task) => total + count * (values[2 * task + at] ?? 0), 0);
        return Math.abs(sum / 518 - (values[10 + at] ?? 0)) > 0.011;
      }),
    );
    // The paper prints a SAI above the accuracy for the one, and the other's tasks on more items.
    expect(off.map(([name]) => name)).toEqual(['Claude-Opus-4.6', 'InternVL3-38B-Instruct']);
  });

  it.runIf(existsSync(join(DATA, 'argus', 'leaderboard.json')))(
    'of Argus are those of its leaderboard',
    () => {
      const Row = z.object({ model: z.string(), domains: z.array(z.number()), overall: z.number() });
      const { basic, deceptive } = z
        .object({ basic: z.array(Row), deceptive: z.array(Row) })
        .parse(JSON.parse(readFileSync(join(DATA, 'argus', 'leaderboard.json'), 'utf8')));
      for (const [place, printed] of [basic, deceptive].entries())
        expect(tables(argus)[place]?.rows).toEqual(
          printed.map(({ model, domains, overall }) => [model, ...domains, overall]),
        );
    },
  );
});
