import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import type { Json } from '../../shared/base/json.ts';
import { testPorts } from '../helpers/core.ts';
import { generatedMcsBench } from '../helpers/generatedMcsBench.ts';
import { milliseconds } from './measure.ts';

/**
 * Import of 100,000 generated items, of as many lines of an auditor's output, and of both again, from the files to the
 * reports, with the most memory that each took.
 */
const ITEMS = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'casebook-bench-'));
const quietly = { progress: () => undefined, signal: new AbortController().signal };

async function writeLines(path: string, values: Iterable<Json>): Promise<void> {
  const stream = createWriteStream(path);
  for (const value of values) if (!stream.write(`${JSON.stringify(value)}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
}

function* auditLines(): Generator<Json> {
  for (const { audits } of generatedMcsBench({ items: ITEMS })) yield audits[0] ?? null;
}

function* itemLines(): Generator<Json> {
  for (const { item } of generatedMcsBench({ items: ITEMS })) yield item;
}

try {
  const sources = { mcsbench: join(folder, 'items.jsonl'), 'mcsbench-audit': join(folder, 'audit.jsonl') };
  await writeLines(sources.mcsbench, itemLines());
  await writeLines(sources['mcsbench-audit'], auditLines());
  const open = createServices(
    await createCasebook(
      join(folder, 'a.casebook'),
      { benchmark: 'mcsbench', title: 'B' },
      testPorts(folder),
    ),
  );
  for (const format of ['mcsbench', 'mcsbench-audit', 'mcsbench', 'mcsbench-audit'] as const) {
    const source = sources[format];
    const before = process.memoryUsage().rss;
    let growth = 0;
    const watch = setInterval(() => {
      growth = Math.max(growth, process.memoryUsage().rss - before);
    }, 20);
    let changed = 0;
    const spent = process.cpuUsage();
    const took = await milliseconds(async () => {
      const { added, updated, skipped } = await open.importExport.import({ source, format }, null, quietly);
      if (skipped.length > 0) throw new Error(`${String(skipped.length)} lines were refused.`);
      changed = added + updated;
    });
    clearInterval(watch);
    const { user, system } = process.cpuUsage(spent);
    console.log(
      `${format.padEnd(16)} ${(statSync(source).size / 1e6).toFixed(0)} MB  ${took.toFixed(0)} ms (${((user + system) / 1000).toFixed(0)} ms of processor)  ${String(changed)} changed, ${((ITEMS / took) * 1000).toFixed(0)} items/s, ${(growth / 1e6).toFixed(0)} MB more memory`,
    );
  }
  await open.close();
} finally {
  rmSync(folder, { recursive: true });
}
