import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { answerFile, plantAnswers, plantVerdicts, verdictLines } from '../helpers/answerFiles.ts';
import { answer, base, itemBy, personBy, shelf } from '../helpers/branches.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { present } from '../helpers/present.ts';
import { choices } from '../helpers/ratedCasebook.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

/** Everything but the log, people, what remembers imports, how often something was saved, and the record as imported, which is kept apart from gold. */
function contentBut(services: Services): string {
  const { event, event_item, person, import_row, undone_row, deleted_item, ...rest } = contentOf(services);
  expect([event, event_item, person, import_row, undone_row, deleted_item]).not.toContain(undefined);
  return JSON.stringify(rest, (key, value: unknown) =>
    ['revision', 'updated_at', 'imported_payload'].includes(key) ? undefined : value,
  );
}

const newest = ({ history }: Services, kind: string) =>
  present(history.list({ kinds: [kind], limit: 1 }, everything).events[0], `There is no entry "${kind}".`);

const bringIn = (book: Services, format: string, source: string) =>
  book.importExport.import({ source, format }, null, quietly);

const answersIn = ({ casebook }: Services): unknown =>
  casebook.database.prepare('SELECT count(*) FROM annotation').pluck().get();

/** A casebook of three rated items, and a file in which two raters rate two of them and one that is new. */
async function withRatings(folder: ReturnType<typeof temporaryFolder>) {
  const on = shelf(folder);
  await base(on);
  await on.use('base', (services) => {
    answer(services, 'cleo', itemBy(services, 'item-1'), { kind: 'a' }, 3);
  });
  const source = put(
    folder.join('r.csv'),
    'item,rater,field,value\nitem-1,ana,kind,a\nitem-1,bojan,kind,b\nitem-2,ana,kind,c\nnew-item,ana,kind,c\n',
  );
  return { on, source };
}

describe('an import of ratings', () => {
  it('is undone while nothing is built on it; the same file brings it in again', async () => {
    using folder = temporaryFolder();
    const { on, source } = await withRatings(folder);
    on.copy('base', 'other');
    await on.use('base', async (services) => {
      const mara = personBy(services, 'mara').id;
      const before = contentBut(services);
      expect(await bringIn(services, 'ratings-csv', source)).toMatchObject({ added: 4 });
      const entry = newest(services, 'import');
      expect(entry.undoable).toBe(true);
      await expect(services.history.undo(entry.id, mara)).resolves.toEqual({ changed: 5 });
      expect(contentBut(services)).toEqual(before);
      expect(services.casebook.database.pragma('foreign_key_check')).toEqual([]);
      expect(newest(services, 'revert').summary).toBe('Undid an import: 1 item, 4 answers removed');
      expect(newest(services, 'import').undoable).toBe(false);
      expect(await bringIn(services, 'ratings-csv', source)).toMatchObject({ added: 4 });
      expect(newest(services, 'import').undoable).toBe(true);
    });
  });

  it('stays where people have built on it, and says on what', async () => {
    using folder = temporaryFolder();
    const { on, source } = await withRatings(folder);
    await on.use('base', async (services) => {
      const mara = personBy(services, 'mara').id;
      await bringIn(services, 'ratings-csv', source);
      const { id } = newest(services, 'import');
      services.items.setStatus({ ids: [itemBy(services, 'item-2')] }, 'rejected', mara, everything);
      services.items.setStatus({ ids: [itemBy(services, 'item-3')] }, 'rejected', mara, everything);
      const later = put(folder.join('later.csv'), 'item,rater,field,value\nitem-1,ana,kind,b\n');
      expect(await bringIn(services, 'ratings-csv', later)).toMatchObject({ updated: 1 });
      const before = contentOf(services);
      await expect(services.history.undo(id, mara)).rejects.toMatchObject({
        code: 'conflict',
        message: 'What was imported is in use: 1 later answer, 1 change of status.',
      });
      expect(contentOf(services)).toEqual(before);
      // One after the other goes.
      await services.history.undo(newest(services, 'import').id, mara);
      await services.history.undo(newest(services, 'status').id, mara);
      const [, first] = services.history.list({ kinds: ['status'], limit: 2 }, everything).events;
      await services.history.undo(first?.id ?? id, mara);
      await expect(services.history.undo(id, mara)).resolves.toEqual({ changed: 5 });
      expect(answersIn(services)).toBe(1);
    });
  });

  it('does not come back with a copy that has it still', async () => {
    using folder = temporaryFolder();
    const { on, source } = await withRatings(folder);
    await on.use('base', async (services) => {
      await bringIn(services, 'ratings-csv', source);
    });
    on.copy('base', 'other');
    await on.use('base', async (services) => {
      await services.history.undo(newest(services, 'import').id, personBy(services, 'mara').id);
    });
    await on.merge('base', 'other');
    await on.use('base', (services) => {
      expect(answersIn(services)).toBe(1);
      expect(services.assignments.mine(personBy(services, 'ana').id)).toMatchObject([{ open: 3 }]);
    });
  });
});

describe('an import of answers and verdicts', () => {
  it('is undone, verdicts before the answers that they are about', async () => {
    await using book = await freshCasebook();
    const items = [...syntheticItems(12, 7)];
    await bringIn(book, 'caughtcheating', put(book.at('data_info.json'), JSON.stringify(items)));
    const mara = book.people.add({ handle: 'mara', name: 'Mara', roles: ['curator'] }, null).id;
    const planted = plantAnswers(items, { seed: 1 });
    const verdicts = plantVerdicts(planted, { seed: 1, errors: 0 });
    const empty = contentBut(book);
    const answers = put(book.at('answers.json'), JSON.stringify(answerFile(items, planted)));
    await bringIn(book, 'caughtcheating-answers', answers);
    const ofAnswers = newest(book, 'import');
    const answered = contentBut(book);
    const [respondent = ''] = book.casebook.database
      .prepare<[], string>('SELECT DISTINCT p.handle FROM response r JOIN person p ON p.id = r.person_id')
      .pluck()
      .all();
    const judged = put(
      book.at('verdicts.jsonl'),
      verdictLines(planted, verdicts, { respondent, judge: 'anna' }),
    );
    await bringIn(book, 'verdicts-jsonl', judged);
    const ofVerdicts = newest(book, 'import');
    expect([ofAnswers.undoable, ofVerdicts.undoable]).toEqual([true, true]);
    await expect(book.history.undo(ofAnswers.id, mara)).rejects.toMatchObject({
      message: expect.stringMatching(/^What was imported is in use: \d+ later verdicts/u),
    });
    await book.history.undo(ofVerdicts.id, mara);
    expect(contentBut(book)).toEqual(answered);
    // The ids of verdicts follow from what they say: the same file brings the same ones again, which go again.
    await bringIn(book, 'verdicts-jsonl', judged);
    await book.history.undo(newest(book, 'import').id, mara);
    expect(contentBut(book)).toEqual(answered);
    await book.history.undo(ofAnswers.id, mara);
    expect(contentBut(book)).toEqual(empty);
    expect(book.casebook.database.pragma('foreign_key_check')).toEqual([]);
  });
});

describe('an import of items', () => {
  it('stays where ratings were imported, which may be older than the items', async () => {
    await using book = await freshCasebook('generic');
    const ana = book.people.ensure('ana', 'human').id;
    book.settings.saveVocabulary(choices({ kind: ['a', 'b'] }, []), ana);
    await bringIn(book, 'generic', put(book.at('items.jsonl'), '{"id":"one","text":"One"}\n'));
    const items = newest(book, 'import');
    expect(items.undoable).toBe(true);
    await bringIn(
      book,
      'ratings-csv',
      put(book.at('r.csv'), 'item,rater,field,value,submitted_at\none,bojan,kind,a,2020-01-01T00:00:00Z\n'),
    );
    expect(answersIn(book)).toBe(1);
    const before = contentBut(book);
    await expect(book.history.undo(items.id, ana)).rejects.toThrow(/1 answer/u);
    expect(contentBut(book)).toBe(before);
    expect(answersIn(book)).toBe(1);
  });
});

describe('an image that was attached', () => {
  const CAUGHT = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');

  async function withImage() {
    const book = await freshCasebook();
    await book.importExport.import({ source: CAUGHT, format: 'caughtcheating' }, null, quietly);
    const before = imagesOf(book);
    await drawFlag(book.at('in/true_images/true_1.png'), 301, 300);
    await book.importExport.attach(book.at('in'), null, quietly);
    const [entry] = book.history.list({ kinds: ['attach'], limit: 10 }, everything).events;
    if (entry?.itemId == null) throw new Error('Nothing was attached.');
    const ana = book.people.ensure('ana', 'human').id;
    return { book, before, entry, itemId: entry.itemId, ana };
  }
  const imagesOf = ({ casebook }: Services): unknown[] =>
    casebook.database.prepare('SELECT * FROM item_image ORDER BY item_id, position').all();

  it('goes from its place again, and can be attached anew', async () => {
    const { book, before, entry, itemId, ana } = await withImage();
    await using _ = book;
    expect(entry).toMatchObject({ summary: 'Attached images to 1 item', undoable: true });
    expect(imagesOf(book)).not.toEqual(before);
    expect(await book.history.undo(entry.id, ana)).toEqual({ changed: 1 });
    expect(imagesOf(book)).toEqual(before);
    expect(book.items.counts({}, everything).missingImages).toBe(6);
    const [revert] = book.history.list({ itemId, limit: 1 }, everything).events;
    expect(revert).toMatchObject({ summary: 'Undid a change of images (1 item)', undoable: false, itemId });
    await expect(book.history.undo(entry.id, ana)).rejects.toThrow();
    expect(await book.importExport.attach(book.at('in'), null, quietly)).toMatchObject({
      attached: [{ item: 'true_images/true_1.png' }],
    });
  });

  it('stays where somebody answered with it in sight', async () => {
    const { book, entry, itemId, ana } = await withImage();
    await using _ = book;
    const key = { itemId, task: 'curate', round: 1, personId: ana };
    const { records, revision } = book.annotations.open(key, everything);
    const label = { type: 'field', name: 'label', value: false } as const;
    expect(records['field:label']).toMatchObject({ value: true });
    const diff = makeDiff<DocumentRecord>(records, { ...records, 'field:label': label });
    book.annotations.edit(key, { revision, diff, mark: 'm', activeMilliseconds: 0 }, everything);
    const attached = imagesOf(book);
    await expect(book.history.undo(entry.id, ana)).rejects.toThrow('The image is in use: 1 answer.');
    expect(imagesOf(book)).toEqual(attached);
  });
});
