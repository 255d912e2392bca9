import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers } from './growth/answers.ts';
import { items } from './growth/items.ts';
import { ratings } from './growth/ratings.ts';
import type { Measured } from './growth/report.ts';

/**
 * What grows with a casebook, each piece of work beside a reference in the same run, at rising sizes: how the time per
 * row changes from one size to the next says whether it grows faster than the casebook.
 *
 * `node test/bench/growth.ts [ratings|items|answers] [SIZE…]`
 */
const SUBJECTS: Readonly<
  Record<
    string,
    { readonly run: (folder: string, size: number) => Promise<Measured[]>; readonly sizes: readonly number[] }
  >
> = {
  ratings: { run: ratings, sizes: [10_000, 100_000, 1_000_000] },
  items: { run: items, sizes: [1_000, 10_000, 100_000] },
  answers: { run: answers, sizes: [10_000, 100_000, 200_000] },
};

const [chosen, ...given] = process.argv.slice(2);
for (const [subject, { run, sizes }] of Object.entries(SUBJECTS)) {
  if (chosen !== undefined && chosen !== subject) continue;
  const before = new Map<string, number>();
  for (const size of given.length > 0 ? given.map(Number) : sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
    try {
      console.log(`\n${size.toLocaleString('en')} ${subject}`);
      for (const { name, ours, reference, against, note } of await run(folder, size)) {
        const each = ours / size;
        const last = before.get(name);
        before.set(name, each);
        console.log(
          `  ${name.padEnd(34)} ${(ours / 1000).toFixed(2).padStart(7)} s  ${(ours / reference).toFixed(1).padStart(6)} times ${against} (${(reference / 1000).toFixed(2)} s)${last === undefined ? '' : `; per row ${(each / last).toFixed(2)} of the size before`}${note === undefined ? '' : `; ${note}`}`,
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
