import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/*
 * `npm run notices`: the licences of everything that a package of Casebook carries, from the lock file and the packages'
 * own licence files. The result is the same on every platform, so a test can compare it with the file in the repository.
 */

const ROOT = join(import.meta.dirname, '..');
export const NOTICES = join(ROOT, 'resources', 'THIRD-PARTY-NOTICES.txt');

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/iu;
const RULE = '='.repeat(72);

const Locked = z.object({
  version: z.string(),
  /** Some packages say it in a file alone. */
  license: z.string().default('see below'),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  os: z.unknown().optional(),
  cpu: z.unknown().optional(),
});
const LockFile = z.object({ packages: z.record(z.string(), z.unknown()) });

interface CarriedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The licence as the package prints it; null where it has none beside it, or is not installed on every platform. */
  readonly text: string | null;
}

/** The whole notice. Packages with the same licence text share it. Throws where a package is not installed. */
export function notices(): string {
  const byText = Map.groupBy(carried(), ({ text, licence }) => text ?? `Licence: ${licence}`);
  const parts = [...byText].map(([text, packages]) =>
    [...packages.map(({ name, version, licence }) => `${name} ${version} (${licence})`), '', text].join('\n'),
  );
  return [INTRODUCTION, ...parts].join(`\n\n${RULE}\n\n`) + '\n';
}

const INTRODUCTION = `Third-party notices

Casebook is licensed under the Apache License 2.0. It includes the packages
below, each under its own licence.

The desktop program also includes Electron, Chromium and Node.js. Their
licences are in LICENSE.electron.txt and LICENSES.chromium.html beside the
program. The libraries that sharp uses (libvips and what it needs) are listed
with their licences at https://github.com/lovell/sharp-libvips; they are linked
dynamically and can be replaced.`;

function carried(): CarriedPackage[] {
  const lock = LockFile.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  const found = new Map<string, CarriedPackage>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const { version, license, dev, devOptional, os, cpu } = Locked.parse(entry);
    if (dev === true || devOptional === true) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const onSomePlatforms = os !== undefined || cpu !== undefined;
    const text = onSomePlatforms ? null : licenceText(join(ROOT, path));
    found.set(`${name}@${version}`, { name, version, licence: license, text });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function licenceText(folder: string): string | null {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.length === 0 ? null : texts.join('\n\n');
}

if (import.meta.main) writeFileSync(NOTICES, notices());
