import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOME_VARIABLE } from '../../electron/hosts/userFolders.ts';
import { CASEBOOK, casebookProcess } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { noPostgres } from '../helpers/hub.ts';

const Started = z.object({ url: z.string() });

describe.skipIf(noPostgres !== null)('casebook hub serve that was killed', () => {
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  });

  async function serve(folder: string, home: string): Promise<{ child: ChildProcess; url: string }> {
    const [node, ...program] = CASEBOOK;
    const words = ['hub', 'serve', '--folder', folder, '--listen', '127.0.0.1:0', '--json'];
    const child = spawn(node, [...program, ...words], {
      env: { ...process.env, [HOME_VARIABLE]: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    const ended = once(child, 'close').then(() => null);
    const first = await Promise.race([
      createInterface({ input: child.stdout })[Symbol.asyncIterator]().next(),
      ended,
    ]);
    if (first === null || first.done === true) throw new Error(`The hub did not start. ${complaint}`);
    return { child, url: Started.parse(JSON.parse(first.value)).url };
  }

  it('starts again on the PostgreSQL that still runs, keeps what it has, and lets nobody in beside it', async () => {
    using folder = temporaryFolder();
    // For root another user runs PostgreSQL, who has to pass.
    chmodSync(folder.path, 0o711);
    const [path, home] = [folder.join('hub'), folder.join('home')];
    const status = async () => casebookProcess('hub', 'status', '--folder', path, '--json');
    for (let kills = 0; kills < 2; kills += 1) {
      const { child } = await serve(path, home);
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    const { child, url } = await serve(path, home);
    expect((await fetch(url)).status).toBe(200);
    expect(JSON.parse((await status()).stdout)).toMatchObject({ casebooks: [{ title: 'New casebook' }] });
    const second = await casebookProcess('hub', 'serve', '--folder', path, '--listen', '127.0.0.1:0');
    expect(second).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`A hub is already running in ${path}.`),
    });
    child.kill('SIGTERM');
    await once(child, 'close');
    // It stopped the server that it had adopted: the folder is free again.
    expect((await status()).code).toBe(0);
  });
});
