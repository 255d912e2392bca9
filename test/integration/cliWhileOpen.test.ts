import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { changesOf } from '../../electron/core/db/changeMark.ts';
import { openDatabase } from '../../electron/core/db/database.ts';
import { writeMeta } from '../../electron/core/db/meta.ts';
import { takeExports } from '../../electron/core/features/export/waitingExports.ts';
import { linkHint } from '../../electron/hosts/browser/linkHint.ts';
import { placeInApp } from '../../electron/hosts/cli/whileOpen.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook } from '../helpers/commandLine.ts';

const RATINGS = 'item,rater,field,value\na,Boris,mood,calm\na,Cyra,mood,tense\n';

/** A casebook that stays open here, as in the app. */
async function openInApp() {
  const book = await freshCasebook('generic');
  const source = put(book.at('ratings.csv'), RATINGS);
  await book.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
  return book;
}

const exportsIn = (book: Awaited<ReturnType<typeof openInApp>>): string[] =>
  book.casebook.database
    .prepare<[], string>("SELECT detail FROM event WHERE kind = 'export' ORDER BY sequence")
    .pluck()
    .all();

describe('a command while the app has the casebook open', () => {
  it.each([
    [['assign', 'DIR', '--people', 'ana'], 'Team > Assign items…'],
    [['people', 'DIR', 'add', 'ana'], 'Team > Add a person'],
    [['study', 'DIR', 'new', 'Pilot'], 'Baseline > New study…'],
    [['hub', 'sync', 'DIR'], 'Team > Exchange now'],
    [['conflicts', 'DIR', 'settle', 'all', '--take', 'ours'], 'Team > Conflicts'],
  ])('is refused with the place that does it there: %j', async (words, place) => {
    await using book = await openInApp();
    const { code, stderr } = await casebook(
      ...words.map((word) => (word === 'DIR' ? book.casebook.path : word)),
    );
    expect(code).toBe(3);
    expect(stderr).toContain('In use by ');
    expect(stderr).toContain(`Nothing was changed. In the open app, use ${place}`);
  });

  it('of which the app has nothing of the kind says to close it', async () => {
    await using book = await openInApp();
    const { code, stderr } = await casebook('gold', book.casebook.path, '--recompute');
    expect(code).toBe(3);
    expect(stderr).toContain('Close it there, then try again.');
  });
});

it('an action of a command has its own place, others have that of the command', () => {
  expect(placeInApp(['study', 'new', 'Pilot'])).toBe('Baseline > New study…');
  expect(placeInApp(['study', 'close', 'Pilot'])).toBe('Baseline: the study’s page');
  expect(placeInApp(['health'])).toBeNull();
});

describe('an export by a program that may only read', () => {
  it('is taken into the history by the one that has the casebook, once, with its time and key', async () => {
    await using book = await openInApp();
    const { path } = book.casebook;
    const done = await casebook('export', path, book.at('out'), '--format', 'generic', '--status', 'any');
    expect(done.code).toBe(0);
    expect(done.stderr).toContain('That program records this export in the history.');
    expect(exportsIn(book)).toEqual([]);
    const [left = ''] = readdirSync(`${path}/waiting`);
    expect(takeExports(book.casebook)).toBe(1);
    const [detail = ''] = exportsIn(book);
    expect(detail).toMatch(/"rater-\d":"Boris"/u);
    expect(detail).toMatch(/"rater-\d":"Cyra"/u);
    expect(readdirSync(`${path}/waiting`)).toEqual([]);
    const id = book.casebook.database
      .prepare<[], string>("SELECT id FROM event WHERE kind = 'export'")
      .pluck()
      .get();
    expect(left).toBe(`${id ?? ''}.json`);
    // Put back by a backup of the folder, say: it is known.
    put(`${path}/waiting/${left}`, JSON.stringify({ kind: 'export', id, at: 1, detail: {} }));
    takeExports(book.casebook);
    expect(exportsIn(book)).toEqual([detail]);
  });

  it('that only looked leaves nothing', async () => {
    await using book = await openInApp();
    const { path } = book.casebook;
    await casebook('export', path, book.at('out'), '--format', 'generic', '--status', 'any', '--dry-run');
    expect(existsSync(`${path}/waiting`)).toBe(false);
  });

  it('that cannot be read is kept, and nothing is made of it', async () => {
    await using book = await openInApp();
    const file = put(`${book.casebook.path}/waiting/x.json`, '{"kind":"submit"}');
    expect(takeExports(book.casebook)).toBe(0);
    expect(existsSync(`${file}.unreadable`)).toBe(true);
    expect(exportsIn(book)).toEqual([]);
  });
});

it('another link is offered by a key only where there are keys', () => {
  expect(linkHint(true)).toContain('Press Enter');
  expect(linkHint(false)).not.toContain('Enter');
});

it('a casebook’s mark changes with each change, whichever connection makes it, and with nothing else', async () => {
  await using book = await openInApp();
  const { database } = book.casebook;
  const before = changesOf(database);
  book.people.list();
  expect(changesOf(database)).toBe(before);
  book.people.add({ handle: 'dora', name: 'Dora', roles: ['annotator'] }, null);
  const after = changesOf(database);
  expect(after).not.toBe(before);
  const other = openDatabase(database.name, 'once');
  try {
    writeMeta(other, 'aside', 1);
  } finally {
    other.close();
  }
  expect(changesOf(database)).not.toBe(after);
});
