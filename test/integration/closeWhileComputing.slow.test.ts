import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answeredCasebook } from '../helpers/answeredCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { rate } from '../helpers/ratedCasebook.ts';

describe('a casebook that is closed while reports are computed', () => {
  const ROUNDS = 16;

  it(`leaves the program alive, at ${String(ROUNDS)} random moments`, { timeout: 900_000 }, async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const open = await answeredCasebook(path, testPorts(folder.path), { clued: 300, unclued: 300 });
    const items = Array.from({ length: 2000 }, (_, at) => ({
      externalId: `rated-${String(at)}`,
      ratings: [
        { rater: 'ana', answer: { label: at % 3 === 0 } },
        { rater: 'bo', answer: { label: at % 5 === 0 } },
      ],
    }));
    await rate(open, { items, assignments: false });
    await open.close();
    const child = spawn(process.execPath, [
      '--import',
      new URL('../helpers/tellLoading.ts', import.meta.url).href,
      resolve(import.meta.dirname, '../helpers/closeWhileComputing.ts'),
      path,
      folder.path,
      String(ROUNDS),
    ]);
    let [said, complaint] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    const [code, signal] = await once(child, 'close');
    expect({ code, signal, said, complaint: code === 0 ? '' : complaint }).toEqual({
      code: 0,
      signal: null,
      said: `${String(ROUNDS)}\n`,
      complaint: '',
    });
  });
});
