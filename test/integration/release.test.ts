import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import { ELECTRON } from '../../electron/hosts/electron/electronRelease.ts';
import { NOTICES, notices } from '../../electron/notices.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DAY = 24 * 60 * 60 * 1000;

async function stateWith(electron: { version: string; released: number } | null, now: number) {
  using folder = temporaryFolder();
  const core = createCore(testPorts(folder.path, { host: 'desktop', electron, now: () => now }));
  try {
    const client = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
    return (await client.application.state()).electron;
  } finally {
    await core.close();
  }
}

describe('Electron', () => {
  it('is the version in package.json', () => {
    const manifest = z
      .object({ devDependencies: z.object({ electron: z.string() }) })
      .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
    expect(ELECTRON.version).toBe(manifest.devDependencies.electron);
  });

  it.each([
    [0, false],
    [182, false],
    [184, true],
  ])('%i days after its release: old is %s', async (days, isOld) => {
    expect(await stateWith(ELECTRON, ELECTRON.released + days * DAY)).toEqual({ version: '45.4.1', isOld });
  });

  it('is not spoken of where there is none', async () => {
    expect(await stateWith(null, Date.UTC(2100, 0, 1))).toBeNull();
  });
});

describe('third-party notices', () => {
  it('name every package of the lock file as it is (`npm run notices` renews them)', () => {
    expect(readFileSync(NOTICES, 'utf8')).toBe(notices());
  });

  it('are read in the app', async () => {
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path));
    try {
      const client = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
      const { text } = await client.application.notices();
      for (const name of ['better-sqlite3 13', 'react 19', 'sharp 0', 'konva 10', 'electron']) {
        expect(text.toLowerCase()).toContain(name);
      }
    } finally {
      await core.close();
    }
  });
});

describe('the release workflow', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/build.yml'), 'utf8');

  it('pins every action by its hash', () => {
    const used = [...workflow.matchAll(/uses: (.+)/gu)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(8);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  });

  it('gives secrets to the step that packages, and to no other', () => {
    const steps = workflow.split(/\n {6}- /u);
    const told = steps.filter((step) => step.includes('secrets.'));
    expect(told.map((step) => step.split('\n')[0])).toEqual(['name: Package']);
  });
});

describe('npm ci', () => {
  it('warns of no engine: Casebook brings the Node that it runs on', () => {
    // With the Node of this machine, not the one in node_modules, and as if no npm had started the tests.
    const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'));
    const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.startsWith(ROOT));
    const { stdout, stderr, status } = spawnSync('npm', ['ci', '--dry-run', '--offline'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...Object.fromEntries(own), PATH: path.join(delimiter) },
    });
    expect(status).toBe(0);
    expect(stdout + stderr).not.toContain('EBADENGINE');
  });
});
