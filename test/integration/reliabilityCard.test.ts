import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Papa from 'papaparse';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import { filesIn, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { firsts } from '../helpers/present.ts';
import { edit, raters, TASK, written } from '../helpers/raters.ts';

const FLEISS = resolve(import.meta.dirname, '../fixtures/agreement/fleiss1971.csv');
const COMPANIONS = ['gold.csv', 'labels.csv', 'reliability.json', 'reliability.md'];

const Card = z.strictObject({
  casebook: z.string(),
  benchmark: z.string(),
  items: z.int(),
  items_rated: z.int(),
  items_rated_twice: z.int(),
  open_conflicts: z.int(),
  statement: z.string(),
  origins: z.strictObject({
    ratings: z.int(),
    made_in: z.record(z.string(), z.int()),
    made_in_unknown: z.int(),
    blind: z.int(),
    not_blind: z.int(),
    blind_unknown: z.int(),
    dated: z.int(),
    made_when: z.record(z.string(), z.int()),
    made_when_unknown: z.int(),
  }),
  decisions: z.strictObject({
    raters_may_decide: z.boolean(),
    decisions: z.int(),
    by_raters: z.int(),
    earlier_gold_shown: z.boolean(),
    saw_earlier_gold: z.int(),
    earlier_gold_unknown: z.int(),
    by_curators: z.int(),
    with_earlier_gold: z.int(),
    differ_from_earlier_gold: z.int(),
  }),
  fields: z.array(
    z.strictObject({
      task: z.string(),
      task_title: z.string(),
      field: z.string(),
      title: z.string(),
      level: z.string(),
      round: z.int(),
      items: z.int(),
      pairable: z.int(),
      ratings: z.int(),
      raters: z.array(z.string()),
      first_rating: z.iso.datetime().nullable(),
      last_rating: z.iso.datetime().nullable(),
      made_when: z.array(z.string()),
      made_when_unknown: z.int(),
      seed: z.int(),
      resamples: z.int(),
      coefficients: z.record(
        z.string(),
        z.strictObject({
          value: z.number().nullable(),
          undefined: z.string().nullable(),
          se: z.number().nullable(),
          ci95: z.tuple([z.number(), z.number()]).nullable(),
          method: z.enum(['wilson', 'score']).nullable(),
          no_interval: z.string().nullable(),
          ci95_bootstrap: z.tuple([z.number(), z.number()]).nullable(),
        }),
      ),
      skew: z.strictObject({ category: z.string(), share: z.number(), note: z.string() }).nullable(),
    }),
  ),
});

const bringIn = (book: Services, source: string) =>
  book.importExport.import({ source, format: 'ratings-csv' }, null, quietly);

const handOut = (book: Services, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export(
    { target, names: true, times: true, format: 'generic', status: null, images: 'none', ...more },
    null,
    quietly,
  );

const cardIn = (folder: string) => Card.parse(readJson(`${folder}/reliability.json`));

const rowsOf = (path: string): Record<string, string>[] =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(Papa.parse(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data);

describe('the reliability card', () => {
  it('gives each field’s figures with raters, dates and seed, for programs and for people', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, FLEISS);
    const report = await handOut(book, book.at('out'));
    expect(report.files).toEqual(expect.arrayContaining(COMPANIONS));
    const card = cardIn(book.at('out'));
    expect(card).toMatchObject({ items: 30, items_rated: 30, items_rated_twice: 30 });
    expect(card.fields).toHaveLength(1);
    const [field] = card.fields;
    expect(field).toMatchObject({
      task: 'annotate',
      task_title: 'Annotate',
      field: 'diagnosis',
      level: 'nominal',
      round: 1,
      items: 30,
      pairable: 30,
      ratings: 180,
      seed: 1,
      resamples: 1000,
      skew: null,
      raters: ['rater 1', 'rater 2', 'rater 3', 'rater 4', 'rater 5', 'rater 6'],
    });
    const kappa = field?.coefficients['fleiss_kappa'];
    expect(kappa?.value?.toFixed(3)).toBe('0.430');
    expect(kappa?.ci95?.[0]).toBeLessThan(0.43);
    expect(kappa?.ci95_bootstrap?.[1]).toBeGreaterThan(0.43);
    // What is not defined says why, in words, instead of a number.
    expect(field?.coefficients['cohen_kappa']).toMatchObject({
      value: null,
      undefined: expect.stringContaining('two raters'),
    });
    const text = readFileSync(book.at('out/reliability.md'), 'utf8');
    expect(text).toContain('Compared as nominal, task “Annotate”, round 1.');
    expect(text).toMatch(/\| Fleiss’ kappa \| 0\.430 \| 0\.3\d\d to 0\.5\d\d \(score\) \|/u);
    expect(text).toMatch(/not defined \| Cohen’s kappa compares two raters/u);
  });

  it('points a skewed marginal out', async () => {
    await using book = await freshCasebook('generic');
    const lines = Array.from({ length: 40 }, (_, item) =>
      ['x', 'y'].map((rater) => `i${String(item)},${rater},f,${item === 0 && rater === 'x' ? 'no' : 'yes'}`),
    );
    await bringIn(book, put(book.at('r.csv'), `item,rater,field,value\n${lines.flat().join('\n')}\n`));
    await handOut(book, book.at('out'));
    expect(cardIn(book.at('out')).fields[0]?.skew).toMatchObject({
      category: 'yes',
      note: expect.stringMatching(/98\.8 % of the ratings are "yes".*AC1 is 0\.9/u),
    });
  });

  it('says in words where nobody rated, or nobody twice, and the tables have their headers', async () => {
    await using book = await freshCasebook('generic');
    await book.importExport.import(
      { source: put(book.at('items.jsonl'), '{"id":"a","attributes":{"f":"yes"}}\n'), format: 'generic' },
      null,
      quietly,
    );
    await handOut(book, book.at('none'));
    expect(cardIn(book.at('none'))).toMatchObject({
      items_rated: 0,
      fields: [],
      statement: expect.stringContaining('The casebook has no ratings'),
    });
    expect(readFileSync(book.at('none/labels.csv'), 'utf8')).toBe(
      'item,rater,field,value,task,round,version,submitted_at,status,made_in,blind,made_when\n',
    );
    expect(readFileSync(book.at('none/gold.csv'), 'utf8')).toBe(
      'item,field,value,source,decided_by,cause,note\n',
    );
    await bringIn(book, put(book.at('r.csv'), 'item,rater,field,value\na,x,f,yes\n'));
    await handOut(book, book.at('once'));
    expect(cardIn(book.at('once'))).toMatchObject({
      items_rated: 1,
      items_rated_twice: 0,
      open_conflicts: 0,
      statement: expect.stringContaining('none by two'),
    });
  });

  it('is of the items handed out, and a single file has nothing beside it', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(
      book,
      put(book.at('r.csv'), 'item,rater,field,value\na,x,f,1\na,y,f,1\nb,x,f,1\nb,y,f,2\nc,x,f,2\nc,y,f,2\n'),
    );
    book.casebook.database.exec("UPDATE item SET status = 'accepted' WHERE external_id IN ('a', 'c')");
    await handOut(book, book.at('accepted'), { status: ['accepted'] });
    expect(cardIn(book.at('accepted'))).toMatchObject({ items: 2, items_rated: 2 });
    expect(cardIn(book.at('accepted')).fields[0]?.coefficients['percent_agreement']?.value).toBe(1);
    expect(rowsOf(book.at('accepted/labels.csv')).map(({ item }) => item)).toEqual(['a', 'a', 'c', 'c']);
    expect(rowsOf(book.at('accepted/gold.csv'))).toMatchObject([
      { item: 'a', field: 'f', value: '1', source: 'unanimous', decided_by: '' },
      { item: 'c', field: 'f', value: '2', source: 'unanimous', decided_by: '' },
    ]);
    expect((await handOut(book, book.at('one.json'))).files).toEqual(['one.json']);
  });

  it('is the same to the byte whenever it is written', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, FLEISS);
    await handOut(book, book.at('one'));
    await handOut(book, book.at('two'));
    for (const file of filesIn(book.at('one'))) {
      expect(readFileSync(book.at('two', file)), file).toEqual(readFileSync(book.at('one', file)));
    }
  });

  it('is of the state that was handed out, whatever comes in meanwhile', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(
      book,
      put(book.at('r.csv'), 'item,rater,field,value\na,x,f,1\na,y,f,1\nb,x,f,1\nb,y,f,2\n'),
    );
    const { database } = book.casebook;
    const corrected = database.prepare(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, previous_id, state, payload, revision, independent, created_at, updated_at, submitted_at)
       SELECT ?, item_id, item_revision, task, round, person_id, 2, id, 'submitted', '{"f":"1"}', 0, 1, 0, 0, 1
       FROM annotation WHERE payload = '{"f":"2"}'`,
    );
    let changes = 0;
    await book.importExport.export(
      { target: book.at('out'), names: true, times: true, format: 'generic', status: null, images: 'none' },
      null,
      {
        ...quietly,
        progress(phase) {
          // Somebody thinks better of it while the export is being written.
          if (phase === 'Writing' && changes === 0) changes = corrected.run(v7()).changes;
        },
      },
    );
    expect(changes).toBe(1);
    const card = cardIn(book.at('out'));
    expect(card.fields[0]?.coefficients['percent_agreement']?.value).toBe(0.5);
    expect(rowsOf(book.at('out/labels.csv')).map(({ value }) => value)).toEqual(['1', '1', '1', '2']);
  });
});

describe('beside an export of the data set', () => {
  it('lie every rater’s labels, and gold with who decided it and why', async () => {
    await using team = await raters(2);
    const [first, second] = firsts(team.items, 2);
    const { ana, bo, cy, ed } = team;
    await team.assign([bo.id, cy.id]);
    for (const item of [first, second]) {
      await team.answer(bo.window, item, { triage: 'keep', label: true, scene: 'hotel' });
      await team.answer(cy.window, item, { triage: 'keep', label: item === first, scene: 'hotel' });
    }
    const at = { itemId: second.id, task: TASK };
    const { document } = await ed.window.adjudications.open(at);
    const { records, revision, round } = document;
    const decided = written(records, { label: true }, second.imageId, []);
    const edited = await edit(ed.window, { ...at, round }, revision, records, decided);
    await ed.window.adjudications.decide({
      ...at,
      revision: edited,
      fields: { label: { how: 'written', columns: [] } },
      cause: 'slip',
      note: 'looked twice',
    });
    const services = team.core.services();
    const out = `${services.casebook.path}.out`;
    await services.importExport.export(
      { target: out, names: true, times: true, format: 'caughtcheating', status: null, images: 'none' },
      { id: ana.id },
      quietly,
    );
    const labels = rowsOf(`${out}/labels.csv`).filter(({ field }) => field === 'label');
    expect(labels.map(({ item, rater, value, status }) => [item, rater, value, status])).toEqual([
      ['true_images/true_1.png', 'bo', 'true', 'rating'],
      ['true_images/true_1.png', 'cy', 'true', 'rating'],
      ['true_images/true_2.png', 'bo', 'true', 'rating'],
      ['true_images/true_2.png', 'cy', 'false', 'rating'],
      ['true_images/true_2.png', 'ed', 'true', 'decision'],
    ]);
    const gold = rowsOf(`${out}/gold.csv`).filter(({ field }) => field === 'label');
    expect(gold).toMatchObject([
      { item: 'true_images/true_1.png', value: 'true', source: 'unanimous', decided_by: '' },
      {
        item: 'true_images/true_2.png',
        value: 'true',
        source: 'adjudicated',
        decided_by: 'ed',
        cause: 'slip',
        note: 'looked twice',
      },
    ]);
    const card = cardIn(out);
    expect(card.fields.find(({ field }) => field === 'label')).toMatchObject({
      pairable: 2,
      raters: ['bo', 'cy'],
    });
  });
});
