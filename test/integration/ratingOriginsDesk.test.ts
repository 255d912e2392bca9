import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import {
  createDocumentReader,
  createDocumentWriter,
  documentHash,
  faultIn,
} from '../../electron/core/db/documents.ts';
import { answer, base, itemBy, personBy, shelf, type Shelf } from '../helpers/branches.ts';
import { freshCasebook, put } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { noPostgres } from '../helpers/hub.ts';
import { startTeam } from '../helpers/hubTeam.ts';
import { readParquet } from '../helpers/parquetReader.ts';
import { bringIn, handOut, LABEL_STUDIO, saidIn } from '../helpers/ratingFiles.ts';

/** A casebook of the shelf in which Cleo rated an item at the Desk. */
async function withDeskRating(folder: ReturnType<typeof temporaryFolder>): Promise<Shelf> {
  const on = shelf(folder);
  await base(on);
  await on.use('base', (services) => {
    answer(services, 'cleo', itemBy(services, 'item-1'), { kind: 'a' }, null);
  });
  return on;
}

const originsIn = ({ casebook }: Services): unknown[] =>
  casebook.database
    .prepare(
      `SELECT p.handle, a.version, a.origin FROM annotation a JOIN person p ON p.id = a.person_id
       WHERE a.state = 'submitted' ORDER BY p.handle, a.item_id, a.version`,
    )
    .raw()
    .all();

describe('ratings of the Desk beside those of a file', () => {
  it('are told apart, and what Casebook saw needs nobody’s word', async () => {
    using folder = temporaryFolder();
    const on = await withDeskRating(folder);
    await on.use('base', async (services) => {
      const source = put(
        folder.join('r.csv'),
        'item,rater,field,value\nitem-1,ana,kind,a\nitem-1,cleo,kind,a\nitem-2,ana,kind,b\n',
      );
      expect(await bringIn(services, source, { origin: { madeIn: 'Prodigy' } })).toMatchObject({
        added: 2,
        unchanged: 1,
      });
      await handOut(services, folder.join('out'));
    });
    const { card, croissant, labels } = saidIn(folder.join('out'));
    expect(card.statement).toContain(
      'Of 3 ratings, 1 was made in Casebook and 2 in Prodigy. Of 3 ratings, 1 was given without sight of others’ answers; of 2 it is not known. When 2 of the 3 ratings were given is not known.',
    );
    expect(croissant['rai:dataAnnotationPlatform']).toEqual(['Casebook', 'Prodigy']);
    expect(
      labels.filter(({ field }) => field === 'kind').map((row) => [row['rater'], row['made_in']]),
    ).toEqual([
      ['ana', 'Prodigy'],
      ['cleo', 'Casebook'],
      ['ana', 'Prodigy'],
    ]);
    expect(labels.find(({ rater }) => rater === 'cleo')?.['submitted_at']).not.toBe('');
  });

  it('keep what is known of them over a merge', async () => {
    using folder = temporaryFolder();
    const on = await withDeskRating(folder);
    on.copy('base', 'other');
    await on.use('other', (services) =>
      bringIn(services, put(folder.join('r.csv'), 'item,rater,field,value\nitem-2,ana,kind,b\n'), {
        origin: { blind: true },
      }),
    );
    await on.merge('base', 'other');
    await on.use('base', (services) => {
      expect(originsIn(services)).toEqual([
        ['ana', 1, '{"blind":true}'],
        ['cleo', 1, null],
      ]);
    });
  });

  it.skipIf(noPostgres)('keep it over a team hub', async () => {
    await using team = await startTeam();
    const { services } = team.mara;
    answer(services, 'cleo', itemBy(services, 'item-1'), { kind: 'a' }, null);
    const source = put(team.folder.join('r.csv'), 'item,rater,field,value\nitem-2,bojan,kind,b\n');
    await bringIn(services, source, { origin: LABEL_STUDIO });
    await team.mara.exchange();
    const curator = services.people.add(
      { handle: 'nils', name: 'Nils', roles: ['curator'] },
      team.mara.me.id,
    );
    await team.mara.exchange();
    const nils = await team.join(curator.handle);
    await nils.exchange();
    expect(originsIn(nils.services)).toEqual([
      ['bojan', 1, JSON.stringify(LABEL_STUDIO)],
      ['cleo', 1, null],
    ]);
  });

  it('travel as older hubs and casebooks know them, and what those sent is understood', async () => {
    using folder = temporaryFolder();
    const on = await withDeskRating(folder);
    on.copy('base', 'other');
    await on.use('base', async (services) => {
      await bringIn(services, put(folder.join('r.csv'), 'item,rater,field,value\nitem-2,ana,kind,b\n'));
      const { database } = services.casebook;
      const read = createDocumentReader(database);
      const idOf = (handle: string): string =>
        z
          .string()
          .parse(
            database
              .prepare('SELECT id FROM annotation WHERE person_id = ?')
              .pluck()
              .get(personBy(services, handle).id),
          );
      const own = read('annotation', idOf('cleo'));
      const foreign = read('annotation', idOf('ana'));
      expect(Object.keys(own?.row ?? {})).not.toContain('origin');
      expect(foreign?.row['origin']).toBe('{}');
      if (own === null || foreign === null) throw new Error('There are no answers.');
      const { origin: _, ...row } = foreign.row;
      const before = { ...foreign, row };
      expect(faultIn('annotation', before)).toBeNull();
      expect(documentHash('annotation', JSON.stringify(before))).toBe(
        documentHash('annotation', JSON.stringify(foreign)),
      );
      await on.use('other', (there) => {
        const write = createDocumentWriter(there.casebook.database);
        expect(write('annotation', before)).toBe(true);
        expect(originsIn(there)).toEqual([
          ['ana', 1, '{}'],
          ['cleo', 1, null],
        ]);
      });
    });
  });
});

describe('where gold is from', () => {
  it('is said of an item only where all of its fields are from there, and field by field', async () => {
    await using book = await freshCasebook('generic');
    const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    await bringIn(
      book,
      put(
        book.at('all.csv'),
        `item,rater,field,value\n${fields.map((field) => `one,first,${field},yes\n`).join('')}two,first,a,yes\n`,
      ),
    );
    await bringIn(
      book,
      put(
        book.at('two.csv'),
        'item,rater,field,value\none,second,a,yes\none,second,b,yes\ntwo,second,a,yes\n',
      ),
    );
    await handOut(book, book.at('out'));
    const { readme, croissant } = saidIn(book.at('out'));
    expect(readme).toContain('| unanimous | 1 | in every field all raters answered alike |');
    expect(readme).toContain('| partly | 1 | the fields come from different sources');
    expect(readme).toContain('| a | 2 | 0 |');
    expect(readme).toContain('| c | 0 | 1 |');
    expect(croissant['rai:dataManipulationProtocol']).toMatch(
      /^partly 1, unanimous 1\. Field by field: a: unanimous 2; b: unanimous 1; c: single 1;/u,
    );
    const { rows } = await readParquet(book.at('out/data/test-00000-of-00001.parquet'));
    expect(rows.map((row) => row['gold_source'])).toEqual([
      'partly: single 7, unanimous 2 of 9 fields',
      'unanimous',
    ]);
    expect(JSON.parse(z.string().parse(rows[0]?.['gold_sources']))).toMatchObject({
      a: 'unanimous',
      b: 'unanimous',
      c: 'single',
    });
  });
});
