import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Something that vite builds: from what, with which settings, and a file that is there afterwards. */
interface Target {
  readonly what: string;
  readonly configurations: readonly string[];
  readonly sources: readonly string[];
  readonly result: string;
}

const RENDERER: Target = {
  what: 'the window’s pages',
  configurations: ['renderer/vite.config.ts'],
  sources: ['renderer', 'shared', 'package-lock.json'],
  result: 'out/renderer/index.html',
};

const SHELL: Target = {
  what: 'the desktop shell',
  configurations: ['electron/vite.config.ts', 'electron/vite.preload.config.ts'],
  sources: ['electron', 'shared', 'package-lock.json'],
  result: 'out/preload/preload.cjs',
};

type Say = (line: string) => void;

const toStandardError: Say = (line) => process.stderr.write(`${line}\n`);

/** The folder of the built pages; builds them first where they are missing or older than what they are made from. */
export async function ensureRenderer(say: Say = toStandardError): Promise<string> {
  await ensure(RENDERER, say);
  return join(ROOT, 'out', 'renderer');
}

/** Builds the desktop program's main process and preload where they are missing or old. */
export async function ensureShell(say: Say = toStandardError): Promise<void> {
  await ensure(SHELL, say);
}

async function ensure({ what, configurations, sources, result }: Target, say: Say): Promise<void> {
  if (await isCurrent(join(ROOT, result), sources)) return;
  say(`Building ${what} …`);
  const { build } = await import('vite');
  for (const configuration of configurations) {
    await build({ configFile: join(ROOT, configuration), logLevel: 'error' });
  }
}

async function isCurrent(result: string, sources: readonly string[]): Promise<boolean> {
  if (!existsSync(result)) return false;
  const builtAt = statSync(result).mtimeMs;
  for (const source of sources) {
    if ((await newest(join(ROOT, source))) > builtAt) return false;
  }
  return true;
}

/** When a file, or the latest of a folder's files and folders, was changed; milliseconds since the epoch. */
async function newest(path: string): Promise<number> {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const entries = await readdir(path, { recursive: true });
  const changed = (entry: string): number =>
    // A file that an editor has just taken away again.
    statSync(join(path, entry), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return entries.reduce((latest, entry) => Math.max(latest, changed(entry)), own.mtimeMs);
}
