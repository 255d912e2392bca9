import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { AnnotationsService } from '../../electron/core/features/annotations/service.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answerOf } from '../../shared/domain/document.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

const KILLS = 200;
const LANES = 2;

/** Edits in a process of their own, killed `delay` milliseconds after the first is acknowledged; the last one acknowledged. */
async function killedAfter(delay: number, path: string, item: string, folder: string): Promise<number> {
  const child = spawn(process.execPath, [
    resolve(import.meta.dirname, '../helpers/editStream.ts'),
    path,
    item,
    folder,
  ]);
  let said = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  await after(delay);
  child.kill('SIGKILL');
  await ended;
  // What was cut off in the middle of a line was not acknowledged.
  const lines = said.split('\n').slice(0, -1);
  if (lines.length === 0) throw new Error(`The edits never began. ${complaint}`);
  return Number(lines.at(-1));
}

async function lane(kills: number): Promise<void> {
  using folder = temporaryFolder();
  const ports = testPorts(folder.path);
  const path = folder.join('a.casebook');
  const fresh = await createCasebook(path, { benchmark: 'caughtcheating', title: 'A' }, ports);
  const person = fresh.records.people.add({ handle: 'ana', name: '', roles: ['annotator'] }, null);
  const { id } = fresh.derived.items.insert({
    externalId: 'a',
    payload: {},
    images: [],
    imported: false,
  });
  fresh.close();
  for (let kill = 0; kill < kills; kill += 1) {
    const acknowledged = await killedAfter(Math.random() * 120, path, id, folder.path);
    const casebook = await openCasebook(path, ports);
    expect(casebook.readOnly).toBeNull();
    const { records, revision } = new AnnotationsService(casebook).open(
      {
        itemId: id,
        task: 'curate',
        round: 1,
        personId: person.id,
      },
      everything,
    );
    // The edit after the last acknowledged one may have been written as well, but never half.
    expect([acknowledged, acknowledged + 1]).toContain(revision);
    expect(answerOf(records)['scenario']).toBe(`edit ${String(revision)}`);
    const report = await checkCasebook(casebook, everything, () => undefined, new AbortController().signal);
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    casebook.close();
  }
}

describe('a program killed while edits stream in', () => {
  it(
    `has lost nothing that was acknowledged, at ${String(KILLS)} random moments`,
    async () => {
      await Promise.all(Array.from({ length: LANES }, () => lane(KILLS / LANES)));
    },
    15 * 60_000,
  );
});
