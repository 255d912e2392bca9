import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { writeMeta } from '../../electron/core/db/meta.ts';
import { pseudonymsOf } from '../../electron/core/records/people/pseudonyms.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';

const RATINGS = [
  'item,rater,field,value,submitted_at',
  'a,Boris Brandt,mood,calm,2026-01-31T12:34:56Z',
  'a,Cyra Cole,mood,tense,2026-01-31T13:00:00Z',
  'b,Boris Brandt,mood,calm,2026-02-01T08:00:00Z',
  'b,Cyra Cole,mood,calm,2026-02-01T09:00:00Z',
].join('\n');

async function rated() {
  const book = await freshCasebook('generic');
  const source = put(book.at('ratings.csv'), `${RATINGS}\n`);
  await book.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
  return book;
}

const handOut = (book: Services, target: string, more: object = {}) =>
  book.importExport.export(
    { target, format: 'generic', status: null, images: 'none', ...more },
    null,
    quietly,
  );

const textsIn = (folder: string): string =>
  filesIn(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');

describe('what an export says of people', () => {
  it('is pseudonyms and days: no name, no handle, no time of day in any byte, the same in every file', async () => {
    await using book = await rated();
    const report = await handOut(book, book.at('out'));
    const all = textsIn(book.at('out'));
    for (const name of ['Boris', 'Brandt', 'Cyra', 'Cole']) expect(all, name).not.toContain(name);
    expect(all).not.toMatch(/\d\d:\d\d:\d\d/u);
    const labels = readFileSync(book.at('out/labels.csv'), 'utf8');
    expect(labels).toMatch(/^a,rater-[12],mood,calm,annotate,1,1,2026-01-31,rating,,,$/mu);
    const card: unknown = JSON.parse(readFileSync(book.at('out/reliability.json'), 'utf8'));
    expect(card).toMatchObject({ fields: [{ raters: ['rater-1', 'rater-2'], first_rating: '2026-01-31' }] });
    // Who is who is told to the curator, and kept in the history.
    expect(report.pseudonyms.map(({ handle }) => handle).sort()).toEqual(['Boris Brandt', 'Cyra Cole']);
    const kept = book.casebook.database
      .prepare<[], string>("SELECT detail FROM event WHERE kind = 'export' ORDER BY rowid DESC LIMIT 1")
      .pluck()
      .get();
    for (const { pseudonym, handle } of report.pseudonyms) {
      expect(kept).toContain(`"${pseudonym}":"${handle}"`);
    }
    // Of the same rater it is the same again.
    const again = await handOut(book, book.at('again'));
    expect(again.pseudonyms).toEqual(report.pseudonyms);
    // The casebook has everybody under their names.
    expect(book.people.list().map(({ handle }) => handle)).toContain('Boris Brandt');
  });

  it('is the same pseudonym of the same person in every version, past the handles of models', async () => {
    await using book = await freshCasebook('generic');
    const { database } = book.casebook;
    writeMeta(database, 'id', '0199a000-0000-7000-8000-000000000000');
    const person = database.prepare(
      "INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES (?, ?, ?, ?, '[]', 0)",
    );
    for (const [at, handle] of ['ana', 'bo', 'cy', 'di'].entries())
      person.run(`0199a000-0000-7000-8000-00000000000${String(at + 1)}`, handle, handle, 'human');
    person.run('0199a000-0000-7000-8000-000000000009', 'Rater-2', 'Rater-2', 'model');
    // By the SHA-256 of the casebook's id and theirs, worked out elsewhere.
    expect(pseudonymsOf(database).map(({ pseudonym, handle }) => [pseudonym, handle])).toEqual([
      ['rater-1', 'bo'],
      ['rater-3', 'cy'],
      ['rater-4', 'ana'],
      ['rater-5', 'di'],
    ]);
  });

  it('is names and times where they are asked for', async () => {
    await using book = await rated();
    const report = await handOut(book, book.at('out'), { names: true, times: true });
    expect(report.pseudonyms).toEqual([]);
    expect(readFileSync(book.at('out/labels.csv'), 'utf8')).toContain(
      'a,Boris Brandt,mood,calm,annotate,1,1,2026-01-31T12:34:56.000Z,rating',
    );
  });

  it('holds for Label Studio and for labels alone, too', async () => {
    await using book = await rated();
    for (const format of ['labelstudio', 'ratings-csv', 'hf']) {
      await handOut(book, book.at(format), { format });
      const all = textsIn(book.at(format));
      expect(all, format).not.toMatch(/Boris|Cyra/u);
      expect(all, format).not.toMatch(/T\d\d:\d\d:(?!00\.000Z)/u);
    }
    const card = readFileSync(book.at('hf/README.md'), 'utf8');
    expect(card).not.toMatch(/\| status \|/u);
    await handOut(book, book.at('inner'), { format: 'hf', inner: true });
    expect(readFileSync(book.at('inner/README.md'), 'utf8')).toMatch(/\| status \|/u);
  });
});
