import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run bench`: every benchmark, one after the other, so that none disturbs another. */
const NOT_BENCHMARKS = new Set(['all.ts', 'measure.ts']);

for (const name of readdirSync(import.meta.dirname).sort()) {
  if (!name.endsWith('.ts') || NOT_BENCHMARKS.has(name)) continue;
  console.log(`\n== ${name.replace(/\.ts$/u, '')}`);
  spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: 'inherit' });
}
