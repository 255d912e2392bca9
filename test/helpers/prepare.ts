import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureRenderer, ensureShell } from '../../electron/build.ts';
import { findChromium } from './chromium.ts';

/** What the suite needs and a fresh machine lacks: Chromium, and the built pages and shell. `npm test` runs this first. */
function ensureChromium(): void {
  if (findChromium() !== null) return;
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) {
    throw new Error('The tests need Chromium or Chrome. Install one, or name it in CASEBOOK_CHROMIUM.');
  }
  console.error('Installing Chromium with apt-get …');
  const elevate = process.getuid?.() === 0 ? [] : ['sudo'];
  const apt = (...parameters: string[]): void => {
    const [command = 'apt-get', ...rest] = [...elevate, 'apt-get', ...parameters];
    execFileSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation');
  if (findChromium() === null) throw new Error('Chromium was installed but is not where it should be.');
}

ensureChromium();
await ensureRenderer();
await ensureShell();
