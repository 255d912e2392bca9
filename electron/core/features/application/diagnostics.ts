import type { CoreState } from '../../access/context.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { arch, cpus, freemem, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../db/migrate.ts';

const LINES = 200;

/** What somebody who helps needs to know: versions, the machine, sizes, the log's last lines. No item texts. */
export function diagnostics({ ports, open }: CoreState): string {
  const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
  const lines = [
    `Casebook ${ports.version} (${ports.host}), schema ${String(SCHEMA_VERSION)}`,
    `Node ${process.versions.node}, ${platform()} ${release()} ${arch()}, ${String(cpus().length)} processors, ${gibibytes(freemem())} of ${gibibytes(totalmem())} free`,
  ];
  if (open === null) lines.push('No casebook is open.');
  else {
    const { database, benchmark, readOnly } = open.casebook;
    const counts = ['item', 'image', 'annotation', 'region', 'event', 'person'].map((table) => {
      const count = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
      return `${table} ${String(count)}`;
    });
    lines.push(`Casebook of ${benchmark.id}${readOnly === null ? '' : ', read-only'}: ${counts.join(', ')}`);
  }
  return [...lines, '', `Last ${String(LINES)} lines of the log:`, ...lastLines(ports.directories.logs)].join(
    '\n',
  );
}

function lastLines(folder: string): readonly string[] {
  if (!existsSync(folder)) return ['(no log yet)'];
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  return newest === undefined
    ? ['(no log yet)']
    : readFileSync(newest, 'utf8').trimEnd().split('\n').slice(-LINES);
}
