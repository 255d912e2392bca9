import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureRenderer, ensureShell } from '../../electron/build.ts';
import { findChromium, hasFastChromium } from './chromium.ts';
import { findLatex } from './latex.ts';
import { hasStrace } from './crashStates.ts';

/** What the suite needs and a fresh machine lacks: programs, and the built pages and shell. `npm test` runs this first. */
function ensurePrograms(): void {
  const isLinux = process.platform === 'linux';
  const canInstall = isLinux && existsSync('/usr/bin/apt-get');
  const missing = [
    ...(findChromium() === null ? ['chromium'] : []),
    ...(isLinux && !hasStrace() ? ['strace'] : []),
  ];
  if (missing.length > 0 && !canInstall) {
    throw new Error(
      `The tests need ${missing.join(', ')}. Install what is missing; a browser can be named in CASEBOOK_CHROMIUM.`,
    );
  }
  // Nobody waits for a laptop's own Chromium to be joined by a faster one; a machine that does nothing but test gains minutes.
  const wantsFaster = canInstall && process.env['CI'] === 'true' && !hasFastChromium();
  if (missing.length === 0 && !wantsFaster) return;
  console.error(
    `Installing ${[...missing, ...(wantsFaster ? ['chromium-headless-shell'] : [])].join(', ')} with apt-get …`,
  );
  try {
    apt('update', '-qq');
    if (missing.includes('strace')) install('strace');
    if (wantsFaster || findChromium() === null) install('chromium-headless-shell', 'fonts-liberation');
  } catch (error) {
    // Ubuntu, for one, has no such package.
    if (findChromium() === null) install('chromium', 'fonts-liberation');
    else if (!hasStrace()) throw error;
    else console.error('The tests use the Chromium that is here: the faster one could not be installed.');
  }
  if (findChromium() === null) throw new Error('Chromium was installed but is not where it should be.');
}

function install(...packages: string[]): void {
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

function apt(...parameters: string[]): void {
  const elevate = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command = 'apt-get', ...rest] = [...elevate, 'apt-get', ...parameters];
  execFileSync(command, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** A machine that does nothing but test compiles the tables for papers as well; others do so where LaTeX is installed. */
function ensureLatex(): void {
  if (!process.argv.includes('--latex') || process.env['CI'] !== 'true' || findLatex() !== null) return;
  console.error('Installing texlive-latex-recommended with apt-get …');
  apt('update', '-qq');
  install('texlive-latex-recommended');
}

ensurePrograms();
ensureLatex();
await ensureRenderer();
await ensureShell();
