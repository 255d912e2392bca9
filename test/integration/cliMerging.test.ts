import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casebook, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { tamper } from '../helpers/tampering.ts';
import { type ThreeAnnotators, threeAnnotators } from '../helpers/threeAnnotators.ts';

const Packed = z.strictObject({
  package_id: z.uuid(),
  person: z.string(),
  items: z.int(),
  images: z.int(),
  file: z.string(),
  bytes: z.int(),
});
const Counts = z.strictObject({
  people: z.int(),
  items: z.int(),
  images: z.int(),
  assignments: z.int(),
  annotations: z.int(),
  adjudications: z.int(),
  guidelines: z.int(),
  comments: z.int(),
  responses: z.int(),
  judgments: z.int(),
});
const Side = z.strictObject({
  person: z.string().nullable(),
  device: z.string().nullable(),
  begun_at: z.int().nullable(),
  submitted_at: z.int().nullable(),
  counts: z.boolean(),
});
const OpenConflicts = z.array(
  z.strictObject({
    id: z.uuid(),
    kind: z.enum(['answer', 'item', 'decision', 'person']),
    item_id: z.uuid().nullable(),
    item: z.string().nullable(),
    summary: z.string(),
    differences: z.array(z.strictObject({ field: z.string(), ours: z.string(), theirs: z.string() })),
    sides: z.strictObject({ ours: Side, theirs: Side }).nullable(),
    source: z.string(),
    found_at: z.int(),
  }),
);
const Conflicts = z.strictObject({ conflicts: OpenConflicts, settled: z.array(z.uuid()) });
const Merged = z.strictObject({
  sources: z.array(
    z.strictObject({
      source: z.string(),
      refused: z.string().nullable(),
      person: z.string().nullable(),
      taken: Counts,
      known: Counts,
      conflicts: z.int(),
      left: z.array(z.strictObject({ item: z.string(), reason: z.string() })),
    }),
  ),
  conflicts: OpenConflicts,
  applied: z.boolean(),
  dry_run: z.boolean(),
});

const COUNT = 6;
const folder = temporaryFolder();
let work: ThreeAnnotators;

beforeAll(async () => {
  work = await threeAnnotators(folder.path, COUNT);
}, 600_000);
afterAll(() => folder[Symbol.dispose]());

describe('casebook package', () => {
  it('writes one person’s work, never over something, and for nobody it does not know', async () => {
    const target = folder.join('out', 'ana.casebook-package');
    const packed = await json(Packed, 0, 'package', work.home, target, '--for', 'ANA');
    expect(packed).toMatchObject({ person: 'ana', items: COUNT, file: target });
    const before = fingerprint(folder.join('out'));
    expect((await json(shapes.error, 2, 'package', work.home, target, '--for', 'ana')).error.code).toBe(
      'exists',
    );
    expect(fingerprint(folder.join('out'))).toEqual(before);
    expect(
      (await json(shapes.error, 1, 'package', work.home, folder.join('x'), '--for', 'nobody')).error.message,
    ).toMatch(/no person "nobody"/u);
    expect(
      (await json(shapes.error, 1, 'package', work.home, folder.join('x'), '--for', 'mara')).error.message,
    ).toMatch(/Nothing is assigned to Mara/u);
    expect(existsSync(folder.join('x'))).toBe(false);
    expect((await casebook('package', work.home, target)).code).toBe(2);
  });
});

describe('casebook merge', () => {
  it('says what a dry run would do and leaves every byte; then does it; then knows it', async () => {
    const home = folder.join('merged.casebook');
    cpSync(work.home, home, { recursive: true });
    const before = fingerprint(home);
    const sources = Object.values(work.returned);
    const dry = await json(Merged, 0, 'merge', home, ...sources, '--dry-run');
    expect(fingerprint(home)).toEqual(before);
    expect(dry).toMatchObject({ applied: false, dry_run: true });
    const merged = await json(Merged, 0, 'merge', home, ...sources);
    expect(merged).toEqual({ ...dry, applied: true, dry_run: false });
    expect(merged.sources.map(({ person, taken }) => [person, taken.annotations, taken.assignments])).toEqual(
      [
        ['ana', COUNT, COUNT],
        ['bojan', COUNT, COUNT],
        ['cleo', COUNT, COUNT],
      ],
    );
    const after = fingerprint(home);
    const again = await json(Merged, 0, 'merge', home, ...sources, work.unpacked.ana);
    expect(again.sources.map(({ taken, known }) => [taken.annotations, known.annotations])).toEqual(
      Array.from({ length: 4 }, () => [0, COUNT]),
    );
    expect(fingerprint(home)).toEqual(after);
  });

  it('ends with 1 and names what was refused or is in conflict', async () => {
    const home = folder.join('conflicts.casebook');
    cpSync(work.home, home, { recursive: true });
    const evil = folder.join('evil.casebook-package');
    writeFileSync(evil, 'PK\u0003\u0004 and then nothing');
    const refused = await casebook('merge', home, evil, work.returned.ana);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/refused .*evil\.casebook-package: .*not a package/u);
    expect(refused.stdout).toMatch(/new 6 assignments, 6 annotations; merged before 1 person, 6 items/u);

    // The same package once more, answered differently.
    const other = await tamper(work.sent.ana, folder.join('other.casebook-package'), {
      database: (database) =>
        void database.exec(`
          INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, state, payload, revision, created_at, updated_at, submitted_at, independent)
          SELECT '0199aaaa-0000-7000-8000-000000000001', item_id, 1, task, round, person_id, 1, 'submitted',
            '{"triage":"keep","discardReason":"","label":true,"scene":"elsewhere","partner":"boyfriend","scenario":"","claim":"","clues":[],"perception":[],"reasoning":[],"noPersonalInformation":true}',
            1, 5, 5, 5, 1 FROM assignment LIMIT 1;
          UPDATE assignment SET state = 'submitted' WHERE item_id = (SELECT item_id FROM annotation)`),
    });
    const { conflicts } = await json(Merged, 1, 'merge', home, other);
    expect(
      conflicts.map(({ kind, differences }) => [
        kind,
        differences.find(({ field }) => field === 'Scene')?.theirs,
      ]),
    ).toEqual([['answer', 'elsewhere']]);

    const [open] = conflicts;
    const listed = await json(Conflicts, 1, 'conflicts', home);
    expect(listed).toEqual({ conflicts, settled: [] });
    const text = await casebook('conflicts', home);
    expect(text.stdout).toMatch(/Scene: ours .* \| theirs elsewhere/u);
    expect(text.stdout).toMatch(
      /^ {2}ours: .+, in this casebook; begun .+; submitted .+ UTC; counts for now$/mu,
    );
    expect(text.stdout).toMatch(
      /^ {2}theirs: .+, from other\.casebook-package; begun .+; submitted .+ UTC$/mu,
    );
    expect(text.stdout).toContain(
      '1 open. Resolve with: casebook conflicts DIR settle ID --take ours or theirs.',
    );
    const checked = await casebook('check', home);
    expect(checked.stdout).toContain(
      'warning: merging: 1 merge conflict is open: results can still change until somebody resolves it. Resolve it on the Team screen, or with the command casebook conflicts.',
    );
    const out = folder.join('conflict-out');
    const how = ['--format', 'caughtcheating', '--status', 'any', '--images', 'none'];
    const exported = await casebook('export', home, out, ...how);
    expect(exported.stdout).toContain('warning: 1 merge conflict is open');
    expect(readFileSync(folder.join('conflict-out/reliability.json'), 'utf8')).toContain(
      '"open_conflicts": 1',
    );
    expect(readFileSync(folder.join('conflict-out/reliability.md'), 'utf8')).toContain(
      '1 conflict of merging is open:',
    );

    for (const wrong of [
      ['settle', open?.id ?? ''],
      ['settle', '--take', 'ours'],
      ['settle', open?.id ?? '', '--take', 'both'],
      ['forget'],
      ['--take', 'ours'],
    ])
      expect((await casebook('conflicts', home, ...wrong)).code).toBe(2);
    const nobody = await casebook('conflicts', home, 'settle', 'ffff', '--take', 'ours');
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringContaining('There is no open conflict ffff.'),
    ]);
    const ana = await casebook('conflicts', home, 'settle', 'all', '--take', 'ours', '--person', 'ana');
    expect(ana.stderr).toContain('Resolving conflicts is for curators; ana is not one.');
    const settled = await json(Conflicts, 0, 'conflicts', home, 'settle', open?.id ?? '', '--take', 'theirs');
    expect(settled).toEqual({ conflicts: [], settled: [open?.id] });
    expect((await casebook('conflicts', home)).stdout).toBe('There are no open conflicts.\n');
    expect((await casebook('check', home)).stdout).not.toContain('merging');
  });

  it('is told apart from a backup: restore says what a package is for', async () => {
    const refused = await casebook('restore', work.sent.ana, folder.join('restored.casebook'));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'ana.casebook-package is a package or another archive, not a backup of a casebook.\nNothing was changed. Open a package in the app, or merge it with casebook merge; unpack any other archive first.',
    );
    expect(existsSync(folder.join('restored.casebook'))).toBe(false);
  });
});
