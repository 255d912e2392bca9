import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureRenderer, ensureShell } from '../../electron/build.ts';
import { findChromium } from './chromium.ts';
import { hasStrace } from './crashStates.ts';

/** What the suite needs and a fresh machine lacks: programs, and the built pages and shell. `npm test` runs this first. */
function ensurePrograms(): void {
  const missing = [
    ...(findChromium() === null ? ['chromium', 'fonts-liberation'] : []),
    ...(process.platform === 'linux' && !hasStrace() ? ['strace'] : []),
  ];
  if (missing.length === 0) return;
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      `The tests need ${missing.join(', ')}. Install what is missing; a browser can be named in CASEBOOK_CHROMIUM.`,
    );
  }
  console.error(`Installing ${missing.join(', ')} with apt-get …`);
  const elevate = process.getuid?.() === 0 ? [] : ['sudo'];
  const apt = (...parameters: string[]): void => {
    const [command = 'apt-get', ...rest] = [...elevate, 'apt-get', ...parameters];
    execFileSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing);
  if (findChromium() === null) throw new Error('Chromium was installed but is not where it should be.');
}

ensurePrograms();
await ensureRenderer();
await ensureShell();
