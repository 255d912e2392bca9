import { cpSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { casebook, documentOf, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const COUNT = 20;
const master = folder.join('master.casebook');
let dir = '';
let made = 0;

const Figures = z.strictObject({
  task: z.string(),
  round: z.int(),
  assigned: z.int(),
  submitted: z.int(),
  skipped: z.int(),
  drafts: z.int(),
  active_milliseconds: z.int(),
  last_submitted_at: z.int().nullable(),
});
const Person = z.looseObject({
  id: z.uuid(),
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  roles: z.array(z.string()),
});
const People = z.looseObject({ people: z.array(Person.extend({ progress: z.array(Figures) })) });
const Assigned = z.looseObject({
  task: z.string(),
  round: z.int(),
  overlap: z.int(),
  order: z.enum(['fixed', 'random']),
  seed: z.int(),
  assigned: z.int(),
  items: z.int(),
  complete: z.int(),
  people: z.array(z.looseObject({ handle: z.string(), assigned: z.int(), total: z.int() })),
  dry_run: z.boolean(),
});
const Withdrawn = z.looseObject({
  person: z.string(),
  task: z.string(),
  round: z.int(),
  withdrawn: z.int(),
  kept: z.int(),
});

beforeAll(async () => {
  const source = folder.join('data_info.json');
  writeFileSync(source, JSON.stringify([...syntheticItems(COUNT, 7)]));
  await casebook('new', master, '--benchmark', 'caughtcheating', '--person', 'Ana');
  await json(shapes.import, 0, 'import', master, source, '--format', 'caughtcheating');
  for (const handle of ['bo', 'cy'])
    await json(Person, 0, 'people', master, 'add', handle, '--name', handle.toUpperCase());
});

beforeEach(() => {
  made += 1;
  dir = folder.join(`a${String(made)}.casebook`);
  cpSync(master, dir, { recursive: true });
});

describe('casebook people', () => {
  it('says what deactivating ends, and what reactivating leaves ended', async () => {
    const away = await casebook('people', dir, 'deactivate', 'bo');
    expect(away.stdout.trim()).toBe(
      'bo is deactivated. What they sent counts; what comes in from now on is kept apart.',
    );
    const back = await casebook('people', dir, 'activate', 'bo');
    expect(back.stdout.trim()).toBe(
      'bo is active. Their former devices, links and browsers stay signed out: invite them anew.',
    );
  });

  it('adds people, changes them, and lists them with what they have done', async () => {
    expect(
      await json(Person, 0, 'people', dir, 'add', 'di', '--name', 'Di Dorn', '--roles', 'judge,annotator'),
    ).toMatchObject({ handle: 'di', name: 'Di Dorn', kind: 'human', roles: ['judge', 'annotator'] });
    expect(await json(Person, 0, 'people', dir, 'set', 'DI', '--roles', 'adjudicator')).toMatchObject({
      handle: 'di',
      name: 'Di Dorn',
      roles: ['adjudicator'],
    });
    expect(await json(Person, 0, 'people', dir, 'set', 'di', '--name', 'Dido')).toMatchObject({
      name: 'Dido',
      roles: ['adjudicator'],
    });
    await json(Assigned, 0, 'assign', dir, '--people', 'bo,cy', '--overlap', '2');
    const { people } = await json(People, 0, 'people', dir);
    const figures = {
      task: 'curate',
      round: 1,
      assigned: COUNT,
      submitted: 0,
      skipped: 0,
      drafts: 0,
      active_milliseconds: 0,
      last_submitted_at: null,
    };
    expect(
      people
        .filter(({ kind }) => kind === 'human')
        .map(({ handle, roles, progress }) => ({ handle, roles, progress })),
    ).toEqual([
      { handle: 'ana', roles: expect.arrayContaining(['curator', 'annotator']), progress: [] },
      { handle: 'bo', roles: ['annotator'], progress: [figures] },
      { handle: 'cy', roles: ['annotator'], progress: [figures] },
      { handle: 'di', roles: ['adjudicator'], progress: [] },
    ]);
    const words = await casebook('people', dir);
    expect(words.stdout).toMatch(/^bo +BO +human +annotator +curate, round 1: 0 of 20 submitted$/mu);
  });

  it.each([
    ['a taken handle', 2, 'exists', ['add', 'BO', '--name', 'Other']],
    ['somebody unknown', 1, 'not_found', ['set', 'nobody', '--name', 'X']],
    ['the last curator’s role', 1, 'conflict', ['set', 'ana', '--roles', 'annotator']],
    ['an unknown role', 2, 'usage', ['add', 'di', '--roles', 'boss']],
    ['a handle with spaces', 2, 'usage', ['add', 'di dorn']],
    ['no handle', 2, 'usage', ['add']],
    ['nothing to change', 2, 'usage', ['set', 'bo']],
    ['something unknown to do', 2, 'usage', ['remove', 'bo']],
    ['a name without a person', 2, 'usage', ['--name', 'X']],
  ])('refuses %s and changes nothing', async (_what, code, kind, words) => {
    const before = fingerprint(dir);
    const { error } = await json(shapes.error, code, 'people', dir, ...words);
    expect(error.code).toBe(kind);
    expect(fingerprint(dir)).toEqual(before);
  });
});

describe('casebook assign', () => {
  it('gives items out as asked, the same for the same seed, and says so beforehand', async () => {
    const words = ['--people', 'bo,cy,ana', '--overlap', '2', '--order', 'random', '--seed', '9'];
    const before = fingerprint(dir);
    const said = await json(Assigned, 0, 'assign', dir, ...words, '--dry-run');
    expect(fingerprint(dir)).toEqual(before);
    const done = await json(Assigned, 0, 'assign', dir, ...words);
    expect({ ...done, dry_run: true }).toEqual(said);
    expect(done).toMatchObject({
      task: 'curate',
      round: 1,
      overlap: 2,
      order: 'random',
      seed: 9,
      assigned: 2 * COUNT,
      items: COUNT,
      complete: 0,
      dry_run: false,
    });
    const shares = done.people.map(({ assigned }) => assigned);
    expect(Math.max(...shares) - Math.min(...shares)).toBe(1);
    const again = await casebook('assign', dir, ...words);
    expect(again.stdout).toContain(`${String(COUNT)} items already had enough people.`);
    // The latest round is meant where none is named.
    await json(Assigned, 0, 'assign', dir, '--people', 'bo', '--round', '2');
    expect(await json(Assigned, 0, 'assign', dir, '--people', 'cy', '--overlap', '2')).toMatchObject({
      round: 2,
      assigned: COUNT,
    });
    expect(await json(shapes.check, 0, 'check', dir)).toMatchObject({ ok: true });
  });

  it('takes only the items asked for', async () => {
    const found = await json(shapes.items, 0, 'list', dir, 'items', '--search', 'toothbrushes');
    expect(found.total).toBeGreaterThan(0);
    expect(
      await json(Assigned, 0, 'assign', dir, '--people', 'bo', '--search', 'toothbrushes'),
    ).toMatchObject({ items: found.total });
    expect(
      await json(Assigned, 0, 'assign', dir, '--people', 'cy', '--unassigned', '--status', 'draft'),
    ).toMatchObject({ items: COUNT - found.total });
    expect(
      await json(Assigned, 0, 'assign', dir, '--people', 'cy', '--status', 'accepted,rejected'),
    ).toMatchObject({ items: 0, assigned: 0 });
  });

  it('takes back what has not been begun', async () => {
    await json(Assigned, 0, 'assign', dir, '--people', 'bo', '--task', 'curate');
    expect(await json(Withdrawn, 0, 'assign', dir, '--withdraw', 'bo')).toEqual({
      person: 'bo',
      task: 'curate',
      round: 1,
      withdrawn: COUNT,
      kept: 0,
    });
    const { people } = await json(People, 0, 'people', dir);
    expect(people.flatMap(({ progress }) => progress)).toEqual([]);
  });

  it.each([
    ['nobody', 2, 'usage', []],
    ['an empty handle', 2, 'usage', ['--people', 'bo,']],
    ['an unknown person', 1, 'not_found', ['--people', 'bo,eve']],
    ['fewer people than each item is to have', 1, 'invalid_input', ['--people', 'bo,cy', '--overlap', '3']],
    ['no overlap at all', 2, 'usage', ['--people', 'bo', '--overlap', '0']],
    ['a seed that is too large', 2, 'usage', ['--people', 'bo', '--seed', '4294967296']],
    ['an unknown order', 2, 'usage', ['--people', 'bo', '--order', 'reverse']],
    ['an unknown task', 2, 'usage', ['--people', 'bo', '--task', 'paint']],
    ['an unknown status', 2, 'usage', ['--people', 'bo', '--status', 'done']],
    ['people to take back from and to give to', 2, 'usage', ['--withdraw', 'bo', '--people', 'cy']],
    ['taking back for the look of it', 2, 'usage', ['--withdraw', 'bo', '--dry-run']],
    ['taking back from nobody', 1, 'not_found', ['--withdraw', 'eve']],
  ])('refuses %s and changes nothing', async (_what, code, kind, words) => {
    const before = fingerprint(dir);
    const finished = await casebook('assign', dir, ...words, '--json');
    expect({ code: finished.code, kind: documentOf(finished, shapes.error).error.code }).toEqual({
      code,
      kind,
    });
    expect(fingerprint(dir)).toEqual(before);
  });
});
