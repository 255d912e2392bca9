import { cpSync, existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { unpackZip, ZIP_LIMITS, type ZipLimits } from '../../electron/core/files/zip.ts';
import { createServices } from '../../electron/core/app/services.ts';
import type { MergeReport } from '../../shared/contract/merging.ts';
import { filesIn, quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { tamper, type Tampering } from '../helpers/tampering.ts';
import { type ThreeAnnotators, threeAnnotators } from '../helpers/threeAnnotators.ts';

let folder: ReturnType<typeof temporaryFolder>;
let work: ThreeAnnotators;

beforeAll(async () => {
  folder = temporaryFolder();
  work = await threeAnnotators(folder.path, 10);
}, 600_000);
afterAll(() => folder[Symbol.dispose]());

/** Merges as the command line does: the file is touched only where something is taken. */
async function merge(path: string, sources: readonly string[]): Promise<MergeReport> {
  const open = createServices(await openCasebook(path, testPorts(folder.join('merging')), 'once'));
  try {
    return await open.merging.merge(sources, { dryRun: false, by: null }, quietly);
  } finally {
    await open.close();
  }
}

/** Merges a package that must be refused; gives why. The casebook has to be what it was, to the byte. */
async function refusal(file: string): Promise<string> {
  const before = fingerprint(work.home);
  const report = await merge(work.home, [file]);
  expect(fingerprint(work.home)).toEqual(before);
  expect(readdirSync(folder.join('merging', 'staging'))).toEqual([]);
  expect(report).toMatchObject({ applied: false, conflicts: [] });
  return report.sources[0]?.refused ?? 'taken';
}

/** Opens a package that must be refused as a casebook; gives why. Nothing may be left of it. */
async function openingFailure(file: string): Promise<string> {
  const place = folder.join(`opening-${v7()}`);
  const core = createCore(testPorts(place));
  try {
    await core.keeper.openPackage(file, null);
    return 'opened';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await core.close();
    if (existsSync(join(place, 'documents'))) expect(readdirSync(join(place, 'documents'))).toEqual([]);
  }
}

const tampered = async (name: string, tampering: Tampering): Promise<string> =>
  tamper(work.returned.ana, folder.join('tampered', `${name}.casebook-package`), tampering);

describe('an archive that is not what a package is', () => {
  const archives: readonly (readonly [string, Tampering, RegExp])[] = [
    [
      'a path that climbs out',
      {
        members: [{ name: 'xx/xx/evil.txt', content: Buffer.from('x') }],
        bytes: [['xx/xx/evil.txt', '../../evil.txt']],
      },
      /leads out of the package/u,
    ],
    [
      'an absolute path',
      {
        members: [{ name: 'xtmp/evil.txt', content: Buffer.from('x') }],
        bytes: [['xtmp/evil.txt', '/tmp/evil.txt']],
      },
      /absolute path/u,
    ],
    [
      'a drive',
      {
        members: [{ name: 'xx/evil.txt', content: Buffer.from('x') }],
        bytes: [['xx/evil.txt', 'C:/evil.txt']],
      },
      /absolute path/u,
    ],
    [
      'a backslash',
      {
        members: [{ name: 'images_evil.txt', content: Buffer.from('x') }],
        bytes: [['images_evil.txt', 'images\\evil.txt']],
      },
      /backslash/u,
    ],
    [
      'a link',
      { members: [{ name: 'images/link', content: Buffer.from('/etc/passwd'), mode: 0o120_777 }] },
      /is a link/u,
    ],
    [
      'a file that no package has',
      { members: [{ name: 'run.sh', content: Buffer.from('x') }] },
      /does not belong in a package/u,
    ],
    [
      'a file under another’s name',
      {
        members: [{ name: 'casebook.sqlitf', content: Buffer.from('x') }],
        bytes: [['casebook.sqlitf', 'casebook.sqlite']],
      },
      /twice/u,
    ],
    [
      'an image that is in no list',
      { members: [{ name: `images/ab/ab${'0'.repeat(62)}.png`, content: Buffer.from('x') }] },
      /not in its manifest/u,
    ],
    [
      'a zip bomb',
      { members: [{ name: `images/ab/ab${'0'.repeat(62)}.png`, content: Buffer.alloc(120 * 1024 * 1024) }] },
      /zip bomb/u,
    ],
    [
      'another hash',
      {
        keepHashes: true,
        database: (database) => database.exec("UPDATE meta SET value = '\"Other\"' WHERE key = 'title'"),
      },
      /changed after the package was written/u,
    ],
    [
      'a file less',
      {
        keepHashes: true,
        manifest: (manifest) => ({
          ...manifest,
          files: [
            ...manifest.files,
            { path: `images/ab/ab${'0'.repeat(62)}.png`, sha256: `ab${'0'.repeat(62)}`, bytes: 1 },
          ],
        }),
      },
      /is missing/u,
    ],
    ['a newer format', { manifest: (manifest) => ({ ...manifest, version: 2 }) }, /newer Casebook/u],
    [
      'a newer schema',
      { database: (database) => void database.pragma('user_version = 99') },
      /newer Casebook/u,
    ],
    [
      'an unknown key in the manifest',
      { manifest: (manifest) => ({ ...manifest, run: 'me' }) },
      /not one that Casebook writes/u,
    ],
  ];
  for (const [name, tampering, reason] of archives) {
    it(`is refused: ${name}`, async () => {
      const file = await tampered(name, tampering);
      expect(await refusal(file)).toMatch(reason);
      expect(await openingFailure(file)).toMatch(reason);
      expect(existsSync('/tmp/evil.txt')).toBe(false);
    });
  }

  it('is refused: more or larger files than are allowed', async () => {
    const unpack = (limits: Partial<ZipLimits>): Promise<unknown> =>
      unpackZip(work.sent.ana, folder.join(`limits-${v7()}`), {
        accepts: () => true,
        progress: () => undefined,
        signal: quietly.signal,
        limits: { ...ZIP_LIMITS, ...limits },
      });
    await expect(unpack({ entries: 3 })).rejects.toThrow(/more than any package/u);
    await expect(unpack({ fileBytes: 1000 })).rejects.toThrow(/zip bomb/u);
    await expect(unpack({ ratio: 1, allowance: 0 })).rejects.toThrow(/zip bomb/u);
    await expect(unpack({})).resolves.toBeInstanceOf(Map);
  });

  it('is refused as a casebook: one that comes back, which has no images', async () => {
    expect(await openingFailure(work.returned.ana)).toMatch(/brings answers back/u);
    const carried = await unpackZip(work.returned.ana, folder.join('on-its-way-back'), {
      accepts: () => true,
      progress: () => undefined,
      signal: quietly.signal,
    });
    expect([...carried.keys()].sort()).toEqual(['casebook.sqlite', 'manifest.json']);
  });

  it('is refused: one that goes out and lacks an image', async () => {
    const file = await tamper(work.sent.ana, folder.join('tampered', 'lacking.casebook-package'), {
      files: (unpacked) => {
        rmSync(join(unpacked, filesIn(unpacked).find((each) => each.startsWith('images/')) ?? ''));
      },
    });
    expect(await openingFailure(file)).toMatch(/image of its database is not among its files/u);
  });

  it('is refused: cut off anywhere', async () => {
    const { size } = statSync(work.returned.ana);
    for (const left of [0, 3, 100, Math.floor(size / 2), size - 1]) {
      const file = folder.join('tampered', `cut-${String(left)}.casebook-package`);
      cpSync(work.returned.ana, file);
      truncateSync(file, left);
      expect(await refusal(file)).toMatch(/not a package, or was damaged/u);
      expect(await openingFailure(file)).toMatch(/not a package, or was damaged/u);
    }
  });

  it('is refused: any text file by that name', async () => {
    const file = folder.join('tampered', 'text.casebook-package');
    writeFileSync(file, 'hello');
    expect(await refusal(file)).toMatch(/not a package/u);
  });
});
