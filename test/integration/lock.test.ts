import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { v7 } from 'uuid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Casebook, createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { runs } from '../helpers/runs.ts';

const ELSEWHERE = { pid: 1, host: 'elsewhere', user: 'bo', since: Date.now() };
const MINUTE = 60_000;

const casebookIn = (folder: string): Promise<Casebook> =>
  createCasebook(`${folder}/a.casebook`, { benchmark: 'generic', title: 'A' }, testPorts(folder));

const lockOf = (path: string): string => `${path}/casebook.lock`;
const ownedBy = (path: string, owner: object): void =>
  writeFileSync(lockOf(path), JSON.stringify({ ...owner, token: v7() }));
const beatAt = (path: string, time: number): void => utimesSync(lockOf(path), time / 1000, time / 1000);
const add = (casebook: Casebook, handle: string) =>
  casebook.records.people.add({ handle, name: '', roles: ['annotator'] }, null);
const handlesOf = (casebook: Casebook): string[] =>
  casebook.records.people.list().map(({ handle }) => handle);

/** Ports whose waiting takes no time; `meanwhile` happens in it. */
const hurried = (folder: string, meanwhile: () => void = () => undefined) =>
  testPorts(folder, {
    wait: () => {
      meanwhile();
      return Promise.resolve();
    },
  });

describe('a program that lost the lock to another', () => {
  it('while it was asleep writes nothing when it wakes, and says who has the casebook', async () => {
    using folder = temporaryFolder();
    const fresh = await casebookIn(folder.path);
    const { path } = fresh;
    fresh.close();
    const helper = resolve(import.meta.dirname, '../helpers/holdAndWrite.ts');
    const asleep = spawn(process.execPath, [helper, path, folder.path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(asleep, 'close');
    const lines = createInterface({ input: asleep.stdout })[Symbol.asyncIterator]();
    const said = async (): Promise<unknown> => (await lines.next()).value;
    try {
      expect(await said()).toBe('open');
      asleep.stdin.write('ana\n');
      expect(await said()).toBe('added');
      asleep.kill('SIGSTOP');
      beatAt(path, Date.now() - 2 * MINUTE);
      const next = await openCasebook(path, hurried(folder.path));
      expect(next.readOnly).toBeNull();
      add(next, 'bo');
      asleep.kill('SIGCONT');
      asleep.stdin.write('late\n');
      expect(await said()).toContain(`(process ${String(process.pid)}, since `);
      expect(handlesOf(next).sort()).toEqual(['ana', 'bo']);
      asleep.stdin.end();
      await ended;
      // Its going away takes nothing from the person who has the casebook now.
      add(next, 'cy');
      expect(next.database.pragma('integrity_check', { simple: true })).toBe('ok');
      next.close();
    } finally {
      asleep.kill('SIGKILL');
      await ended;
    }
    const again = await openCasebook(path, testPorts(folder.path));
    expect(again.readOnly).toBeNull();
    expect(handlesOf(again).sort()).toEqual(['ana', 'bo', 'cy']);
    again.close();
  });

  it('is refused each write, within a transaction or not, and is told once', async () => {
    using folder = temporaryFolder();
    const casebook = await casebookIn(folder.path);
    const { database, path } = casebook;
    const told: string[] = [];
    casebook.whenLost((to) => void told.push(to));
    const insert = database.prepare("INSERT INTO meta (key, value) VALUES (?, '1')");
    insert.run('before');
    ownedBy(path, ELSEWHERE);
    const lost = expect.objectContaining({
      code: 'in_use',
      message: expect.stringContaining('bo on elsewhere'),
      hint: 'This change was not saved. Reopen the casebook after closing it there.',
    });
    expect(() => insert.run('alone')).toThrow(lost);
    expect(() => database.transaction(() => insert.run('within'))()).toThrow(lost);
    expect(() => database.transaction(() => insert.run('at once')).immediate()).toThrow(lost);
    const keys = database.prepare<[], string>('SELECT key FROM meta').pluck();
    // Reading goes on.
    expect(database.transaction(() => keys.all())()).toContain('before');
    for (const key of ['alone', 'within', 'at once']) expect(keys.all()).not.toContain(key);
    expect(told).toHaveLength(1);
    casebook.close();
    // Not its own any more: it stays.
    expect(readFileSync(lockOf(path), 'utf8')).toContain('elsewhere');
  });

  it('finds it out within seconds also where nothing is written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    using folder = temporaryFolder();
    const casebook = await casebookIn(folder.path);
    const told: string[] = [];
    casebook.whenLost((to) => void told.push(to));
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    ownedBy(casebook.path, ELSEWHERE);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([expect.stringMatching(/^bo on elsewhere .* opened it/u)]);
    casebook.close();
  });
  afterEach(() => void vi.useRealTimers());
});

describe('a lock', () => {
  it.each([
    ['of another machine', ELSEWHERE],
    ['of a process that runs here', { ...ELSEWHERE, pid: process.ppid, host: hostname() }],
    ['of another machine that has the same name', { ...ELSEWHERE, host: hostname(), machine: 'another' }],
  ])('%s stays while its heart beats, whatever the clocks say', async (_name, owner) => {
    using folder = temporaryFolder();
    const fresh = await casebookIn(folder.path);
    const { path } = fresh;
    fresh.close();
    for (const step of [-60 * MINUTE, 60 * MINUTE]) {
      ownedBy(path, owner);
      let beats = Date.now() - step;
      beatAt(path, beats);
      let looked = 0;
      const ports = hurried(folder.path, () => {
        looked += 1;
        if (looked === 10) beatAt(path, (beats += 5000));
      });
      const casebook = await openCasebook(path, ports);
      expect(casebook.readOnly).toContain('In use by bo on ');
      casebook.close();
    }
  });

  it('whose heart does not beat while it is watched loses the lock', async () => {
    using folder = temporaryFolder();
    const fresh = await casebookIn(folder.path);
    const { path } = fresh;
    fresh.close();
    for (const step of [-60 * MINUTE, 60 * MINUTE]) {
      ownedBy(path, ELSEWHERE);
      beatAt(path, Date.now() + step);
      const casebook = await openCasebook(path, hurried(folder.path));
      expect(casebook.readOnly).toBeNull();
      casebook.close();
    }
  });

  it('goes to one of two who come at once, each of many times', async () => {
    using folder = temporaryFolder();
    const fresh = await casebookIn(folder.path);
    fresh.close();
    const helper = resolve(import.meta.dirname, '../helpers/takeInTurns.ts');
    const takers = [1, 2].map(() => fork(helper, [`${fresh.path}/casebook.sqlite`]));
    const answers = async () => Promise.all(takers.map(async (taker) => (await once(taker, 'message'))[0]));
    try {
      await answers();
      const gone = spawn(process.execPath, ['-e', '']);
      await once(gone, 'exit');
      const winners: number[] = [];
      for (let round = 0; round < runs(1000); round += 1) {
        const lock = folder.join(`${String(round)}.lock`);
        // Half of them after a killed program, half where there is none.
        if (round % 2 === 0)
          writeFileSync(lock, JSON.stringify({ ...ELSEWHERE, pid: gone.pid, host: hostname(), token: v7() }));
        const held = answers();
        for (const taker of takers) taker.send(lock);
        winners.push((await held).filter(Boolean).length);
      }
      expect(winners.filter((count) => count !== 1)).toEqual([]);
    } finally {
      for (const taker of takers) taker.disconnect();
    }
  });
});
