import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setGlobalProxyFromEnv } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** How long each step may take, in milliseconds. */
export const PATIENCE = {
  /** The runtime's source to answer. */
  source: 6_000,
  /** After that, the installer to find the runtime in its own cache. */
  cache: 2_500,
  /** A download that has begun. */
  download: 15 * 60_000,
} as const;
type Patience = Readonly<Record<keyof typeof PATIENCE, number>>;

const SOURCE = 'https://github.com/electron/electron/releases/download/';

/** Where Electron's executable is, or why it could not be had. */
export type Runtime =
  { readonly executable: string } | { readonly executable: null; readonly reason: string };

/** Why no window of Electron's can appear in this session, or null. */
export function noWindow(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  userId: number | undefined,
): string | null {
  if (platform !== 'linux') return null;
  if (!environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']) return 'this session has no screen for it';
  // The sandbox is not to be switched off.
  return userId === 0 ? 'its sandbox does not run as root' : null;
}

/** Electron's executable where it is installed already, without looking further. */
export function installedRuntime(folder: string = electronFolder()): string | null {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const pathFile = join(folder, 'path.txt');
  if (override === undefined && !existsSync(pathFile)) return null;
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron';
  const executable = join(override ?? join(folder, 'dist'), name);
  return existsSync(executable) ? executable : null;
}

/**
 * Electron's executable; if it is missing, Electron's own installer fetches it. Gives up with a reason when the installer
 * fails or its source has not answered for some eight seconds. Calls `began` before a long download.
 */
export async function obtainRuntime(
  began: () => void,
  folder: string = electronFolder(),
  patience: Patience = PATIENCE,
): Promise<Runtime> {
  const known = installedRuntime(folder);
  if (known !== null) return { executable: known };
  const answered = sourceAnswers(folder, patience);
  const installer = spawn(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'ignore'],
    // Lets the installer use the proxy that this machine may need.
    env: { ...process.env, NODE_USE_ENV_PROXY: '1' },
  });
  const ended = new Promise<void>((resolve) => {
    installer.once('error', () => resolve());
    installer.once('exit', () => resolve());
  });
  const first = await Promise.race([
    ended.then(() => 'ended' as const),
    answered.then((yes) => (yes ? ('answered' as const) : silent(ended, patience))),
  ]);
  if (first === 'answered') {
    began();
    await Promise.race([ended, pause(patience.download)]);
  }
  const executable = installedRuntime(folder);
  if (executable !== null) return { executable };
  installer.kill('SIGKILL');
  return {
    executable: null,
    reason: (await answered) ? 'its download failed' : 'its source is not responding',
  };
}

/** Whether the file that the installer would fetch can be reached. */
async function sourceAnswers(folder: string, { source }: Patience): Promise<boolean> {
  const base = process.env['npm_config_electron_mirror'] ?? process.env['ELECTRON_MIRROR'] ?? SOURCE;
  const version = `v${versionOf(folder)}`;
  const url = `${base}${version}/electron-${version}-${process.platform}-${process.arch}.zip`;
  try {
    setGlobalProxyFromEnv();
    const { ok } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(source) });
    return ok;
  } catch {
    // No network, no such name, refused, too slow: all the same to the caller.
    return false;
  }
}

/** The source is silent, but the archive may lie in the installer's cache: that takes seconds. */
async function silent(ended: Promise<void>, { cache }: Patience): Promise<'silent'> {
  await Promise.race([ended, pause(cache)]);
  return 'silent';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    // Must not keep the program from ending.
    setTimeout(resolve, milliseconds).unref();
  });
}

function electronFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
