import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { usualHubFolder } from '../../electron/hosts/cli/commands/hub/hubServer.ts';
import { startEmbedded } from '../../electron/hosts/hub/embedded.ts';
import { holdFolder } from '../../electron/hosts/hub/folderInUse.ts';
import { parsePostmaster, runningOn } from '../../electron/hosts/hub/postmaster.ts';
import { HOME_VARIABLE } from '../../electron/hosts/userFolders.ts';
import { put } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { noPostgres } from '../helpers/hub.ts';

const pidFile = (pid: number): string => `${String(pid)}\n/data\n1700000000\n5432\n\n127.0.0.1\n`;
const nowhere = (port: number): string => `postgres://casebook:x@127.0.0.1:${String(port)}/postgres`;

describe('what a server left behind in its folder', () => {
  it('says its process and port', () => {
    expect(parsePostmaster(pidFile(12))).toEqual({ pid: 12, port: 5432 });
    expect(parsePostmaster('12\n/data\n')).toBeNull();
    expect(parsePostmaster('')).toBeNull();
  });

  it('counts for nothing once the process is gone, or where another program has its number', async () => {
    using folder = temporaryFolder();
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const file = put(folder.join('postmaster.pid'), pidFile(gone));
    expect(await runningOn(folder.path, nowhere)).toBeNull();
    expect(existsSync(file)).toBe(true);
    if (process.platform !== 'linux') return;
    put(file, pidFile(process.pid));
    expect(await runningOn(folder.path, nowhere)).toBeNull();
    expect(existsSync(file)).toBe(false);
  });
});

describe('a hub’s folder', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is one program’s at a time', () => {
    using folder = temporaryFolder();
    const held = holdFolder(folder.path);
    expect(() => holdFolder(folder.path)).toThrow(`A hub is already running in ${folder.path}.`);
    held.release();
    holdFolder(folder.path).release();
  });

  it('is in CASEBOOK_HOME, for root as well', () => {
    vi.stubEnv(HOME_VARIABLE, '/srv/casebook');
    expect(usualHubFolder(true)).toBe('/srv/casebook/hub');
    expect(usualHubFolder(false)).toBe('/srv/casebook/settings/hub');
    vi.stubEnv(HOME_VARIABLE, '');
    expect(usualHubFolder(true)).toBe('/var/lib/casebook-hub');
  });
});

describe.skipIf(noPostgres !== null)('PostgreSQL in a hub’s folder', () => {
  it('is known while it runs, and refuses a second program', async () => {
    using folder = temporaryFolder();
    // For root another user runs PostgreSQL, who has to pass.
    chmodSync(folder.path, 0o711);
    mkdirSync(folder.join('hub'));
    const path = folder.join('hub');
    const server = await startEmbedded(path, () => undefined);
    const data = join(path, 'data');
    const password = await readFile(join(path, 'password'), 'utf8');
    const urlOf = (port: number): string => nowhere(port).replace(':x@', `:${password}@`);
    const found = await runningOn(data, urlOf);
    expect(server.url).toContain(`:${String(found?.port)}/casebook`);
    await expect(startEmbedded(path, () => undefined)).rejects.toMatchObject({ code: 'in_use' });
    // With a wrong password it is a server of this folder that does not answer: nothing is stopped or removed.
    await expect(runningOn(data, nowhere, 0)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('but does not answer'),
    });
    await server.stop();
    expect(await runningOn(data, urlOf)).toBeNull();
  });
});
