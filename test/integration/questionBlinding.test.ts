import { describe, expect, it } from 'vitest';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createBlindNames } from '../../electron/core/access/blindRow.ts';
import { everything, type Viewpoint } from '../../electron/core/access/viewpoint.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import type { ItemFilter, ItemRow, ItemSort } from '../../shared/contract/items.ts';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';
import { assignment } from '../helpers/assignment.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { questionBook } from '../helpers/questionBook.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const task = 'localise';
const imported: ItemSort = { by: 'imported', descending: false };

/** The face that a curator has yet to draw the boxes of. */
const OUTSTANDING = 'c1';

interface Asked {
  /** A curator who is to annotate the face, and another who is not. */
  readonly ada: Viewpoint;
  readonly bea: Viewpoint;
  readonly face: ItemId;
  /** The questions about the face, and a few of those about others. */
  readonly about: readonly ItemId[];
  readonly others: readonly ItemId[];
}

const listed = (book: Services, viewpoint: Viewpoint, filter: ItemFilter = {}, sort = imported): ItemRow[] =>
  book.items.list(filter, sort, 0, 500, viewpoint).rows;
const namesOf = (rows: readonly ItemRow[]): string[] => rows.map(({ externalId }) => externalId);

function viewpointAs(book: Services, handle: string, roles: readonly Role[]): Viewpoint {
  const { id } = book.people.add({ handle, name: handle, roles }, null);
  return viewpointOf(book, id);
}

function viewpointOf(book: Services, id: PersonId): Viewpoint {
  const person = present(book.people.find(id));
  return book.viewpoint(person);
}

/** Gives an item to somebody, to be annotated blind. */
function assignItems(book: Services, item: ItemId, { person }: Viewpoint): void {
  book.assignments.assign(
    assignment({ items: { ids: [item] }, task, people: [present(person).id] }),
    everything,
  );
}

/** Questions about every face and word, which somebody else built. */
async function ask(book: Book, roles: readonly Role[] = ['curator', 'annotator']): Promise<Asked> {
  for (const kind of ['matching', 'guided'])
    await book.querySets.add({ kind, count: 9, seed: 5, distances: null }, null, quietly, everything);
  await bringIn(book, { item: OUTSTANDING, answer: [0, 1] });
  const rows = listed(book, everything);
  const face = present(rows.find(({ externalId }) => externalId === OUTSTANDING)?.id);
  const ada = viewpointAs(book, 'ada', roles);
  const bea = viewpointAs(book, 'bea', ['curator', 'annotator']);
  assignItems(book, face, ada);
  const questions = rows.filter(({ facets }) => facets['kind'] !== 'Entity');
  const isAbout = ({ id }: ItemRow): boolean =>
    book.items.get(id, everything).payload['item'] === OUTSTANDING;
  return {
    ada,
    bea,
    face,
    about: questions.filter(isAbout).map(({ id }) => id),
    others: questions.filter((row) => !isAbout(row)).map(({ id }) => id),
  };
}

/** Brings in a question of grid pointing from elsewhere, without its pictures. */
async function bringIn(book: Book, about: JsonObject): Promise<void> {
  const line = {
    id: 'grid-elsewhere',
    kind: 'grid',
    domain: 'CELEB',
    support: { image: 'support.png' },
    collage: 'collage.png',
    ...about,
  };
  const source = put(book.at('elsewhere', 'query_sets.jsonl'), `${JSON.stringify(line)}\n`);
  await book.importExport.import({ source, format: 'observatory' }, null, quietly);
}

/** Submits the face as it comes to anybody who annotates it. */
function submit(book: Services, item: ItemId, viewpoint: Viewpoint): void {
  const person = present(viewpoint.person);
  const key = { itemId: item, task, round: 1, personId: person.id };
  const { records, revision } = book.annotations.open(key, viewpoint);
  const field = { type: 'field', name: 'notVisible', value: ['nose'] } as const;
  const diff = makeDiff<DocumentRecord>(records, { ...records, 'field:notVisible': field });
  const edit = { revision, diff, mark: 'drawn', activeMilliseconds: 0 };
  book.annotations.submit(key, book.annotations.edit(key, edit, viewpoint).revision, viewpoint);
}

describe('a question about an item that somebody has yet to answer', () => {
  it('tells nothing of the item while it is outstanding, and all of it afterwards', async () => {
    await using book = await questionBook();
    const { ada, bea, face, about, others } = await ask(book);
    expect(about.map((id) => book.items.get(id, everything).payload['kind'])).toEqual([
      'matching',
      'localisation',
      'grid',
    ]);
    for (const id of about) {
      const { row, payload, images, revision } = book.items.get(id, ada);
      const domain = 'CELEB';
      expect(payload).toEqual({ kind: book.items.get(id, everything).payload['kind'], domain });
      expect(row).toMatchObject({ externalId: 'A question', title: 'A question', facets: {}, blind: true });
      expect(revision).toBe(1);
      expect(images.map(({ name, position }) => name === `image ${String(position + 1)}`)).not.toContain(
        false,
      );
      expect(book.items.get(id, bea)).toEqual(book.items.get(id, everything));
    }
    for (const id of others) expect(book.items.get(id, ada).payload).toHaveProperty('item');
    submit(book, face, ada);
    for (const id of about) expect(book.items.get(id, ada).payload).toHaveProperty('item', OUTSTANDING);
  });

  it('is refused at the Desk in words, and its images are like no other item’s', async () => {
    await using book = await questionBook();
    const { ada, bea, about, others } = await ask(book, ['adjudicator', 'annotator']);
    const question = present(about[0]);
    const other = present(others[0]);
    const open = (itemId: ItemId, viewpoint: Viewpoint) =>
      book.annotations.open({ itemId, task, round: 1, personId: present(viewpoint.person?.id) }, viewpoint);
    expect(() => open(question, ada)).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        message: expect.stringMatching(/^This question reveals/u),
      }),
    );
    expect(open(question, bea).records['field:query']).toMatchObject({ value: true });
    expect(open(other, ada).records['field:query']).toMatchObject({ value: true });
    expect(await book.images.similar(question, ada)).toEqual([]);
    expect(await book.images.similar(question, bea)).not.toEqual([]);
  });

  it('is found by nothing that it holds, stands nowhere by it, and is counted by none of it', async () => {
    await using book = await questionBook();
    const { ada, bea, about, others, face } = await ask(book);
    const hidden = new Set<string>([...about, face]);
    const isHidden = (rows: readonly ItemRow[]): boolean => rows.some(({ id }) => hidden.has(id));
    const filters: ItemFilter[] = [
      { text: 'Ann' },
      { text: 'guided' },
      { facets: { domain: ['CELEB'] } },
      { facets: { kind: ['Localisation, guided'] } },
      { facets: { 'casebook:about': [OUTSTANDING] } },
      { status: ['draft'] },
      { label: [null] },
      { boxes: 'none' },
    ];
    for (const filter of filters) {
      expect(isHidden(listed(book, bea, filter)), JSON.stringify(filter)).toBe(true);
      expect(isHidden(listed(book, ada, filter)), JSON.stringify(filter)).toBe(false);
    }
    // Together, wherever their titles would put them.
    const places = listed(book, ada, {}, { by: 'title', descending: false }).map(({ id }) => hidden.has(id));
    expect(places.slice(0, hidden.size)).toEqual(Array.from(hidden, () => true));
    expect(places.slice(hidden.size)).toEqual(others.concat(listedEntities(book, face)).map(() => false));
    const total = (viewpoint: Viewpoint): number =>
      (book.items.counts({}, viewpoint).facets['kind'] ?? []).reduce((sum, { count }) => sum + count, 0);
    expect(total(bea) - total(ada)).toBe(hidden.size);
    expect(book.items.counts({}, ada).total).toBe(book.items.counts({}, bea).total);
    const near = book.items.neighbours(present(others[0]), {}, imported, 200, ada).rows;
    expect(near.filter(({ id }) => hidden.has(id)).every(({ blind }) => blind)).toBe(true);
    const refused = book.items.tag({ ids: [...about] }, ['x'], [], present(ada.person?.id), ada);
    expect(refused).toEqual({
      changed: 0,
      refused: about.map(() => ({
        item: 'A question',
        reason: 'You have not answered the item that it asks about.',
      })),
    });
  });

  it('is in no study that they draw, in no figure, and no answer to it is told', async () => {
    await using book = await questionBook();
    const { ada, bea, about } = await ask(book);
    const lines = listed(book, everything, { facets: { kind: ['Image matching'] } }).map(
      ({ externalId: item }) => JSON.stringify({ item, respondent: 'model', step: 'answer', answer: 'A' }),
    );
    const source = put(book.at('answers.jsonl'), `${lines.join('\n')}\n`);
    await book.importExport.import({ source, format: 'answers-jsonl' }, null, quietly);
    const answered = (viewpoint: Viewpoint) =>
      book.responses.list({}, 0, 500, viewpoint).rows.map(({ itemId }) => itemId);
    const hidden = answered(bea).filter((id) => about.includes(id));
    expect(hidden).toHaveLength(1);
    expect(answered(ada)).toEqual(answered(bea).filter((id) => !hidden.includes(id)));
    const itemsOf = async (viewpoint: Viewpoint): Promise<number | undefined> => {
      const { rows } = await book.metrics.report(
        MetricsRequest.parse({ bootstrap: 0 }),
        () => undefined,
        new AbortController().signal,
        viewpoint,
      );
      return rows[0]?.items;
    };
    expect(await itemsOf(bea)).toBe(lines.length);
    expect(await itemsOf(ada)).toBe(lines.length - 1);
    const initial = present(book.studies.options()?.initial);
    const settings = { ...initial, items: { filter: {}, sample: null } };
    const drawn = (viewpoint: Viewpoint): number => book.studies.preview(settings, viewpoint).items;
    // The question without its pictures is in neither.
    expect(drawn(bea) - drawn(ada)).toBe(about.length - 1);
    const question = present(about[0]);
    expect(createBlindNames(book.casebook.database)(present(ada.person?.id), question)).toBe('A question');
    const events = (viewpoint: Viewpoint) =>
      book.history.list({ itemId: question, limit: 50 }, viewpoint).events;
    book.items.tag({ ids: [question] }, ['hard'], [], present(bea.person?.id), bea);
    expect(events(bea).map(({ kind }) => kind)).toContain('tags');
    expect(events(ada).map(({ kind }) => kind)).not.toContain('tags');
  });

  it('is as hidden in a casebook from before it was noted what questions are about, and in one that takes it over', async () => {
    await using book = await questionBook();
    const { ada, about } = await ask(book);
    const { database, path } = book.casebook;
    database.exec("DELETE FROM item_facet WHERE name = 'casebook:about'");
    expect(about.map((id) => ada.isBlind(id))).not.toContain(true);
    await book.close();
    using folder = temporaryFolder();
    const again = createServices(await openCasebook(path, testPorts(folder.path)));
    const later = viewpointOf(again, present(ada.person?.id));
    expect(about.map((id) => later.isBlind(id))).not.toContain(false);
    await again.close();
    await using into = await freshCasebook('observatory');
    await into.merging.merge([path], { dryRun: false, by: null, agreed: true }, quietly);
    const there = viewpointOf(into, present(ada.person?.id));
    expect(about.map((id) => there.isBlind(id))).not.toContain(false);
    expect(listed(into, there).filter(({ blind }) => blind)).toHaveLength(about.length + 1);
  });

  it('is given to nobody to annotate', async () => {
    await using book = await questionBook();
    const { about, bea, others } = await ask(book);
    expect(() => {
      assignItems(book, present(about[0]), bea);
    }).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    await bringIn(book, { id: 'loose' });
    const all = { items: { filter: {} }, task, people: [present(bea.person?.id)], overlap: 1, round: 1 };
    const how = { order: 'fixed', seed: 1, unassignedOnly: true, dryRun: false } as const;
    // Seven entities; the face is ada's.
    expect(book.assignments.assign({ ...all, ...how }, everything).items).toBe(6);
    expect(others.some((id) => bea.isBlind(id))).toBe(true);
    const work = listed(book, bea, { assignment: ['open'] });
    expect(work.map(({ id }) => book.items.get(id, everything).row.facets['kind'])).toEqual(
      work.map(() => 'Entity'),
    );
  });

  it('that does not say what it is about is nobody’s secret', async () => {
    await using book = await questionBook();
    const { ada } = await ask(book);
    await bringIn(book, { id: 'loose' });
    expect(namesOf(listed(book, ada, { text: 'loose' }))).toEqual(['loose']);
  });
});

const listedEntities = (book: Services, face: ItemId): ItemId[] =>
  listed(book, everything, { facets: { kind: ['Entity'] } }).flatMap(({ id }) => (id === face ? [] : [id]));
