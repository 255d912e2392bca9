import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import { readObjects } from '../helpers/casebooks.ts';
import { casebook, casebookProcess, documentOf, fingerprint, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const COUNT = 40;
const items = [...syntheticItems(COUNT, 7)];
/** What each item is called. */
const names = items.map(({ data_path: name }) => z.string().parse(name));
const source = folder.join('data_info.json');
const full = folder.join('full.casebook');

beforeAll(async () => {
  writeFileSync(source, JSON.stringify(items));
  await json(z.looseObject({ path: z.literal(full) }), 0, 'new', full, '--benchmark', 'caughtcheating');
  await json(shapes.import, 0, 'import', full, source, '--format', 'caughtcheating', '--person', 'bo');
});

describe('casebook', () => {
  it('says what it can do, and its version', async () => {
    const help = await casebookProcess('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of [
      'new',
      'import',
      'attach',
      'export',
      'list',
      'check',
      'health',
      'agreement',
      'backup',
      'restore',
      'serve',
      'host',
      'formats',
    ])
      expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'mu'));
    const making = await casebookProcess('new', '--help');
    for (const { id } of benchmarks) expect(making.stdout).toContain(id);
    expect(await casebookProcess('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u),
      stderr: '',
    });
  });

  it.each([
    ['no command', []],
    ['an unknown command', ['nonsense']],
    ['a missing argument', ['new']],
    ['too many arguments', ['check', full, 'more']],
    ['a missing option', ['export', full, folder.join('never')]],
    ['an unknown option', ['list', full, 'items', '--colour']],
    ['an unknown format', ['import', full, source, '--format', 'excel']],
    ['a format that cannot be written', ['export', full, folder.join('never'), '--format', 'images']],
    [
      'an unknown way with images',
      ['export', full, folder.join('never'), '--format', 'coco', '--images', 'some'],
    ],
    ['an unknown status', ['list', full, 'items', '--status', 'done']],
    ['a number that is none', ['list', full, 'items', '--limit', '-1']],
    ['an unknown benchmark', ['new', folder.join('never'), '--benchmark', 'x']],
    ['something that cannot be listed', ['list', full, 'things']],
    ['a filter that does not apply', ['list', full, 'people', '--status', 'draft']],
    ['a port that is none', ['serve', full, '--port', '70000']],
  ])('ends with 2 on %s, says so once, and does nothing', async (_what, words) => {
    const finished = await (words.length === 0 ? casebookProcess : casebook)(...words, '--json');
    expect(finished.code).toBe(2);
    const { error } = documentOf(finished, shapes.error);
    expect(error.code).toBe('usage');
    if (words.length > 0) expect(finished.stderr.split(error.message)).toHaveLength(2);
    expect(existsSync(folder.join('never'))).toBe(false);
  });

  it('describes every format', async () => {
    const Formats = z.looseObject({
      formats: z.array(
        z.looseObject({
          id: z.string(),
          title: z.string(),
          reads: z.string().nullable(),
          writes: z.string().nullable(),
        }),
      ),
    });
    const { formats } = await json(Formats, 0, 'formats');
    const ways = Object.fromEntries(
      formats.map(({ id, reads, writes }) => [
        id,
        `${reads === null ? '' : 'r'}${writes === null ? '' : 'w'}`,
      ]),
    );
    expect(ways).toMatchObject({ caughtcheating: 'rw', coco: 'rw', yolo: 'rw', voc: 'rw', images: 'r' });
  });
});

describe('casebook new', () => {
  it('makes a casebook of its name, with the person who made it', async () => {
    const path = folder.join('Ästhetik of spoons.casebook');
    const made = await json(
      z.looseObject({ path: z.string(), benchmark: z.string(), title: z.string() }),
      0,
      'new',
      path,
      '--person',
      'Ana María',
    );
    expect(made).toEqual({ path, benchmark: 'generic', title: 'Ästhetik of spoons' });
    const People = z.looseObject({
      people: z.array(z.looseObject({ handle: z.string(), name: z.string() })),
    });
    expect((await json(People, 0, 'list', path, 'people')).people).toMatchObject([
      { handle: 'ana-maría', name: 'Ana María' },
    ]);
  });

  it('never makes one over something', async () => {
    const before = fingerprint(full);
    expect((await json(shapes.error, 2, 'new', full)).error.code).toBe('exists');
    expect(fingerprint(full)).toEqual(before);
  });
});

describe('casebook import and list', () => {
  it('reports what came in; the same once more changes not a byte', async () => {
    const path = folder.join('twice.casebook');
    await casebook('new', path, '--benchmark', 'caughtcheating');
    const dry = await json(
      shapes.import,
      0,
      'import',
      path,
      source,
      '--format',
      'caughtcheating',
      '--dry-run',
    );
    expect(dry).toMatchObject({ added: COUNT, applied: false });
    expect((await json(shapes.items, 0, 'list', path, 'items')).total).toBe(0);
    const first = await json(shapes.import, 0, 'import', path, source, '--format', 'caughtcheating');
    expect(first).toMatchObject({
      added: COUNT,
      updated: 0,
      unchanged: 0,
      skipped: [],
      images: { added: 0, missing: COUNT },
      applied: true,
    });
    expect(new Set(first.images.missing_names)).toEqual(new Set(names));
    const before = fingerprint(path);
    const second = await json(shapes.import, 0, 'import', path, source, '--format', 'caughtcheating');
    expect(second).toMatchObject({ added: 0, updated: 0, unchanged: COUNT });
    expect(fingerprint(path)).toEqual(before);
  });

  it('with a problem anywhere takes nothing and ends with 1; with --keep-going takes what is sound', async () => {
    const path = folder.join('mixed.casebook');
    await casebook('new', path, '--benchmark', 'caughtcheating');
    const mixed = folder.join('mixed.json');
    writeFileSync(mixed, JSON.stringify([items[0], { ...items[1], label: 'yes' }, items[2], items[2]]));
    const before = fingerprint(path);
    const refused = await json(shapes.import, 1, 'import', path, mixed, '--format', 'caughtcheating');
    expect(refused).toMatchObject({ added: 0, applied: false });
    expect(refused.skipped).toContainEqual(expect.objectContaining({ item: names[1] ?? '', field: 'label' }));
    expect(refused.skipped.some(({ item }) => item.includes(names[2] ?? ''))).toBe(true);
    expect(fingerprint(path)).toEqual(before);
    const words = await casebook('import', path, mixed, '--format', 'caughtcheating');
    expect(words.stdout).toMatch(
      /label.*\n(?:.*\n)*Nothing was changed\. --keep-going takes what is sound and leaves out the rest\.\n$/u,
    );
    const taken = await json(
      shapes.import,
      1,
      'import',
      path,
      mixed,
      '--format',
      'caughtcheating',
      '--keep-going',
    );
    expect(taken).toMatchObject({ added: 2, applied: true });
    expect(
      (await json(shapes.items, 0, 'list', path, 'items')).items.map(({ external_id }) => external_id),
    ).toEqual([names[0], names[2]]);
  });

  it('lists in the order of import, filtered and limited', async () => {
    const all = await json(shapes.items, 0, 'list', full, 'items');
    expect(all.items.map(({ external_id }) => external_id)).toEqual(names);
    expect(all.items.map(({ label }) => label)).toEqual(
      items.map(({ label }) => (label === true ? 'clued' : 'unclued')),
    );
    expect(all.items.every(({ images, status }) => images === 0 && status === 'draft')).toBe(true);
    expect(await json(shapes.items, 0, 'list', full, 'items', '--limit', '3')).toEqual({
      total: COUNT,
      items: all.items.slice(0, 3),
    });
    expect(await json(shapes.items, 0, 'list', full, 'items', '--status', 'accepted,rejected')).toEqual({
      total: 0,
      items: [],
    });
    const found = await json(shapes.items, 0, 'list', full, 'items', '--search', 'toothbrushes');
    expect(found.total).toBe(items.filter((item) => JSON.stringify(item).includes('toothbrushes')).length);
  });

  it('lists people, tasks and annotations', async () => {
    const People = z.looseObject({
      people: z.array(
        z.looseObject({ id: z.uuid(), handle: z.string(), kind: z.string(), roles: z.array(z.string()) }),
      ),
    });
    const { people } = await json(People, 0, 'list', full, 'people');
    expect(people.map(({ handle }) => handle)).toContain('bo');
    const Tasks = z.looseObject({
      tasks: z.array(
        z.looseObject({
          id: z.string(),
          fields: z.array(z.looseObject({ name: z.string(), level: z.string() })),
        }),
      ),
    });
    const { tasks } = await json(Tasks, 0, 'list', full, 'tasks');
    expect(tasks[0]?.fields.map(({ name }) => name)).toContain('clues');
    const Annotations = z.looseObject({
      annotations: z.array(z.looseObject({ item: z.string(), person: z.string(), state: z.string() })),
    });
    await json(Annotations, 0, 'list', full, 'annotations', '--limit', '5');
  });
});

describe('casebook export', () => {
  it('hands out accepted items only, unless asked otherwise, and never writes over anything', async () => {
    const out = folder.join('out');
    const bare = ['--format', 'caughtcheating', '--images', 'none'];
    await json(shapes.error, 1, 'export', full, out, ...bare);
    await json(shapes.export, 0, 'export', full, out, ...bare, '--status', 'any');
    const before = fingerprint(out);
    const again = await json(
      shapes.error,
      2,
      'export',
      full,
      out,
      '--format',
      'caughtcheating',
      '--images',
      'none',
      '--status',
      'any',
    );
    expect(again.error.code).toBe('exists');
    expect(fingerprint(out)).toEqual(before);
    const forced = await json(
      shapes.export,
      0,
      'export',
      full,
      out,
      '--format',
      'caughtcheating',
      '--images',
      'none',
      '--status',
      'any',
      '--force',
    );
    expect(forced).toMatchObject({ items: COUNT, images: 0 });
    expect(readObjects(join(out, 'data_info.json'))).toEqual(items);
  });

  it('with --strict refuses where a rule is broken, names the items, and leaves nothing', async () => {
    const target = folder.join('strict');
    const { error } = await json(
      shapes.error,
      1,
      'export',
      full,
      target,
      '--format',
      'caughtcheating',
      '--status',
      'any',
      '--strict',
    );
    expect(error.message).toContain(names[0] ?? '');
    expect(readdirSync(folder.path).filter((name) => name.startsWith('strict'))).toEqual([]);
  });
});
