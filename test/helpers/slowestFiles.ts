import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const LISTED = 10;

/** Prints the test files that took longest, at the end of a run: where its time goes is not to be guessed. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= LISTED) return;
    const slowest = modules
      .map((module) => ({
        file: relative(process.cwd(), module.moduleId),
        seconds: module.diagnostic().duration / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, LISTED);
    console.log(`\nThe ${String(LISTED)} slowest test files:`);
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  }
}
