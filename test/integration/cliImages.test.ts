import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJson } from '../helpers/casebooks.ts';
import {
  CASEBOOK,
  casebook,
  documentOf,
  fingerprint,
  finish,
  json,
  program,
  shapes,
  start,
} from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { hostFetch } from '../helpers/hostFetch.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const COUNT = 40;
const items = [...syntheticItems(COUNT, 7)];

const source = folder.join('data_info.json');
const full = folder.join('full.casebook');

beforeAll(async () => {
  writeFileSync(source, JSON.stringify(items));
  await json(z.looseObject({ path: z.literal(full) }), 0, 'new', full, '--benchmark', 'caughtcheating');
  await json(shapes.import, 0, 'import', full, source, '--format', 'caughtcheating', '--person', 'bo');
});

describe('images from the command line', () => {
  it('come in with a folder, are attached where they are missing, and go out again', async () => {
    const path = folder.join('photos.casebook');
    const photos = folder.join('photos');
    mkdirSync(join(photos, 'nested'), { recursive: true });
    await drawPhotograph(join(photos, 'a.jpg'), { width: 96, height: 64, seed: 1 });
    await drawPhotograph(join(photos, 'nested', 'b.jpg'), { width: 64, height: 96, seed: 2 });
    await casebook('new', path);
    expect(await json(shapes.import, 0, 'import', path, photos, '--format', 'images')).toMatchObject({
      added: 2,
      images: { added: 2, missing: 0 },
    });
    expect((await json(shapes.items, 0, 'list', path, 'items')).items).toMatchObject([
      { external_id: 'a.jpg', images: 1 },
      { external_id: 'nested/b.jpg', images: 1 },
    ]);

    const coco = folder.join('boxes.json');
    const boxes = {
      images: [{ id: 1, file_name: 'a.jpg', width: 96, height: 64 }],
      categories: [{ id: 1, name: 'object' }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [8, 8, 20, 16] }],
    };
    writeFileSync(coco, JSON.stringify(boxes));
    const boxed = await casebook('import', path, coco, '--format', 'coco', '--json');
    expect(boxed.code, boxed.stdout + boxed.stderr).toBe(0);

    const out = folder.join('coco-out');
    const report = await json(shapes.export, 0, 'export', path, out, '--format', 'coco', '--status', 'any');
    expect(report).toMatchObject({ items: 2, images: 2, left_out: [] });
    expect(new Set(report.files)).toEqual(new Set(Object.keys(fingerprint(out))));
    expect(readJson(join(out, 'annotations.json'))).toMatchObject({
      annotations: [{ bbox: [8, 8, 20, 16] }],
    });

    const late = folder.join('late.casebook');
    await casebook('new', late);
    const generic = folder.join('items.json');
    writeFileSync(generic, JSON.stringify([{ id: 'one', image: 'b.jpg', text: 'a spoon' }]));
    expect(await json(shapes.import, 0, 'import', late, generic, '--format', 'generic')).toMatchObject({
      images: { missing: 1, missing_names: ['b.jpg'] },
    });
    const Attached = z.looseObject({
      attached: z.array(z.looseObject({ item: z.string(), by: z.string() })),
      still_missing: z.array(z.string()),
      unused: z.array(z.string()),
    });
    expect(await json(Attached, 0, 'attach', late, photos)).toMatchObject({
      attached: [{ item: 'one', by: 'name' }],
      still_missing: [],
    });
    expect((await json(shapes.items, 0, 'list', late, 'items')).items).toMatchObject([{ images: 1 }]);
    expect(await json(shapes.check, 0, 'check', late)).toMatchObject({ ok: true });
  });
});

describe('casebook health, check, backup and restore', () => {
  it('gives documents and exit codes', async () => {
    const Health = z.looseObject({
      items: z.int(),
      findings: z.array(
        z.looseObject({ severity: z.string(), title: z.string(), groups: z.array(z.unknown()) }),
      ),
    });
    const health = await casebook('health', full, '--json');
    const { findings, items: read } = documentOf(health, Health);
    expect(read).toBe(COUNT);
    expect(health.code).toBe(findings.some(({ severity }) => severity === 'serious') ? 1 : 0);
    const check = await json(shapes.check, 0, 'check', full);
    expect(check.ok).toBe(true);
    expect(check.problems.every(({ severity }) => severity === 'warning')).toBe(true);

    const copy = folder.join('copy.casebook');
    const back = folder.join('back.casebook');
    expect(
      await json(z.looseObject({ path: z.string(), bytes: z.int().positive() }), 0, 'backup', full, copy),
    ).toMatchObject({ path: copy });
    expect(await json(z.looseObject({ path: z.string() }), 0, 'restore', copy, back)).toEqual({ path: back });
    const list = await json(shapes.items, 0, 'list', full, 'items');
    expect(await json(shapes.items, 0, 'list', back, 'items')).toEqual(list);
    const before = fingerprint(back);
    expect((await json(shapes.error, 2, 'restore', copy, back)).error.code).toBe('exists');
    expect((await json(shapes.error, 2, 'backup', full, back)).error.code).toBe('exists');
    expect(fingerprint(back)).toEqual(before);
  });
});

describe('on a command line', () => {
  it('a reader that has seen enough is no error', async () => {
    // Reads nothing and goes: every byte of the list meets a closed pipe.
    const shell = [
      'sh',
      '-c',
      '{ "$@"; echo "ended with $?" >&2; } | true',
      'sh',
      ...CASEBOOK,
      'list',
      full,
      'items',
      '--json',
    ];
    expect(await program(shell)).toMatchObject({ code: 0, stderr: 'ended with 0\n' });
  });

  it('a result that a full disk did not take is exit code 4', async () => {
    const shell = ['sh', '-c', '"$@" > /dev/full', 'sh', ...CASEBOOK, 'formats'];
    expect(await program(shell)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('The disk is full.'),
    });
  });

  it('Ctrl+C during an import leaves everything as it was', async () => {
    const path = folder.join('cancelled.casebook');
    const many = folder.join('many.json');
    writeFileSync(many, JSON.stringify([...syntheticItems(60_000, 3)]));
    await casebook('new', path, '--benchmark', 'caughtcheating');
    const before = fingerprint(path);
    const child = start([...CASEBOOK, 'import', path, many, '--format', 'caughtcheating', '--json']);
    const finished = finish(child);
    await locked(path);
    child.kill('SIGINT');
    const end = await finished;
    expect(end.code).toBe(1);
    expect(documentOf(end, shapes.error).error.code).toBe('cancelled');
    expect(fingerprint(path)).toEqual(before);
  });

  it('paths mean what they say where npm was started', async () => {
    const words = [...CASEBOOK, 'list', basename(full), 'items', '--limit', '0', '--json'];
    const child = start(words, { npm_lifecycle_event: 'casebook', INIT_CWD: folder.path });
    expect(documentOf(await finish(child), shapes.items)).toEqual({ total: COUNT, items: [] });
  });

  it('texts of items cannot play tricks on the terminal', async () => {
    const path = folder.join('tricks.casebook');
    const tricky = folder.join('tricky.json');
    writeFileSync(tricky, JSON.stringify([{ id: 'a\u001b[2J\u202eb', text: 'x' }]));
    await casebook('new', path);
    await casebook('import', path, tricky, '--format', 'generic');
    const { stdout } = await casebook('list', path, 'items');
    expect(stdout).toContain('a\\u001b[2J\\u202eb');
  });

  it('serves the app until it is told to stop', async () => {
    const child = start([...CASEBOOK, 'serve', full, '--json']);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const finished = finish(child);
    await once(child.stdout, 'data');
    const { open } = z.looseObject({ url: z.url(), open: z.url() }).parse(JSON.parse(said));
    const answer = await hostFetch(new Request(open));
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly');
    expect((await json(shapes.items, 0, 'list', full, 'items', '--limit', '1')).total).toBe(COUNT);
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 0 });
    expect(readdirSync(full)).not.toContain('casebook.lock');
  });
});

/** Waits until a casebook's lock is there. */
async function locked(path: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!existsSync(join(path, 'casebook.lock'))) {
    if (Date.now() > deadline) throw new Error('The lock never came.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
