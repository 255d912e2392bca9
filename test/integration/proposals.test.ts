import { describe, expect, it } from 'vitest';
import { everything, type Viewpoint } from '../../electron/core/access/viewpoint.ts';
import { intersectionOverUnion } from '../../shared/base/geometry.ts';
import { proposalOf, proposals, withProposal } from '../../shared/benchmarks/observatory/proposals.ts';
import type { ProposalsCell, ProposalsReport } from '../../shared/contract/proposals.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentRecord,
  fieldRecords,
  type RegionRecord,
  regionsOf,
  toRecords,
} from '../../shared/domain/document.ts';
import { type ItemId, type PersonId, RegionId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';
import { assignment } from '../helpers/assignment.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook } from '../helpers/commandLine.ts';
import { observatoryItems, putObservatory, SIDE } from '../helpers/observatoryItems.ts';
import { firsts, present } from '../helpers/present.ts';
import { regionRecord } from '../helpers/regions.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const ROUND = 1;
const LABELS = ['left_eye', 'right_eye', 'nose', 'mouth'];
const PLACES = [
  [64, 80, 48, 24],
  [144, 80, 48, 24],
  [112, 100, 32, 48],
  [88, 168, 80, 32],
] as const;

/** This many faces without boxes. */
async function faces(book: Book, count: number): Promise<readonly ItemId[]> {
  const [face = {}] = observatoryItems(0);
  const { boxes: _, ...bare } = face;
  const items = Array.from({ length: count }, (__, index) => ({
    ...bare,
    id: `face-${String(index)}`,
    image: `originals/${String(index)}.png`,
  }));
  const source = await putObservatory(book.at('source'), items);
  await book.importExport.import({ source, format: 'observatory' }, null, quietly);
  return book.items
    .list({}, { by: 'imported', descending: false }, 0, 99, everything)
    .rows.map(({ id }) => id);
}

/** A COCO file with the four boxes of each of the first faces. */
const detections = (book: Book, count: number): string =>
  put(
    book.at('detections.json'),
    JSON.stringify({
      images: Array.from({ length: count }, (_, id) => ({
        id,
        file_name: `originals/${String(id)}.png`,
        width: SIDE,
        height: SIDE,
      })),
      categories: LABELS.map((name, id) => ({ id, name })),
      annotations: Array.from({ length: count }, (_, image) =>
        PLACES.map((bbox, category) => ({
          id: image * PLACES.length + category,
          image_id: image,
          category_id: category,
          bbox,
        })),
      ).flat(),
    }),
  );

/** Opens an item as somebody and changes its boxes, as the Desk does; `verified` submits it, too. */
function verify(
  book: Book,
  itemId: ItemId,
  personId: PersonId,
  change: (regions: readonly RegionRecord[]) => readonly RegionRecord[],
  { verified = true, viewpoint = everything }: { verified?: boolean; viewpoint?: Viewpoint } = {},
): void {
  const key = { itemId, task: 'localise', round: ROUND, personId };
  const { records, revision } = book.annotations.open(key, viewpoint);
  const before = regionsOf(records);
  const now = change(before);
  const fields = { verified, ...proposals.afterBoxes(answerOf(records), before, now) };
  const after = {
    ...Object.fromEntries(Object.entries(records).filter(([, { type }]) => type !== 'region')),
    ...toRecords([...now, ...fieldRecords(fields)]),
  };
  const diff = makeDiff<DocumentRecord>(records, after);
  const edit = { revision, diff, mark: 'verified', activeMilliseconds: 0 };
  const edited = book.annotations.edit(key, edit, viewpoint);
  if (verified) book.annotations.submit(key, edited.revision, viewpoint);
}

const regionIdOf = (number: number): RegionId =>
  RegionId.parse(`01890000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`);

const reportOf = (book: Book, viewpoint: Viewpoint = everything): Promise<ProposalsReport> =>
  book.proposals.report(
    { filter: {}, bootstrap: 200, seed: 1 },
    viewpoint,
    () => undefined,
    new AbortController().signal,
  );

const behind = async (book: Book, cell: ProposalsCell): Promise<readonly ItemId[]> =>
  (await book.proposals.items({ filter: {}, cell, limit: 100 }, everything)).ids;

const person = (book: Book, handle: string, roles: readonly Role[] = ['annotator']): PersonId =>
  book.people.add({ handle, name: handle, roles }, null).id;

describe('the report on proposals', () => {
  it('counts what became of every box, what waits, drafts among it, and opens the items', async () => {
    await using book = await freshCasebook('observatory');
    const [first, second, third, fourth, fifth] = firsts(await faces(book, 6), 5);
    const coco = detections(book, 4);
    await book.importExport.import({ source: coco, format: 'coco' }, null, quietly);
    const ada = person(book, 'ada', ['curator', 'annotator']);
    verify(book, first, ada, (regions) => regions);
    verify(book, second, ada, (regions) =>
      regions.map((each) => (each.label === 'mouth' ? { ...each, x: each.x + 40 } : each)),
    );
    verify(book, third, ada, (regions) => regions.filter(({ label }) => label !== 'nose'));
    // Begun and not submitted: a draft of a face that nobody had boxes for.
    const model = present(
      regionsOf(
        book.annotations.open({ itemId: fourth, task: 'localise', round: ROUND, personId: ada }, everything)
          .records,
      )[0],
    );
    const imageOf = present(book.items.get(fifth, everything).images[0]?.imageId ?? null);
    const { x, y, width, height } = model;
    verify(
      book,
      fifth,
      ada,
      () => [
        { ...model, imageId: imageOf, attributes: withProposal({ x, y, width, height }, 'another detector') },
      ],
      { verified: false },
    );

    const report = await reportOf(book);
    // Moved by half its width, the mouth shares 40 of 120 columns.
    const moved = intersectionOverUnion(
      { x: 0, y: 0, width: 80, height: 1 },
      { x: 40, y: 0, width: 80, height: 1 },
    );
    expect(moved).toBeCloseTo(1 / 3, 12);
    expect(report).toMatchObject({ proposed: 5, verified: 3, detectors: ['coco'], labels: LABELS });
    const [all, ...byLabel] = report.rows;
    expect(all).toMatchObject({ items: 3, boxes: 12, untouched: 10, moved: 1, rejected: 1 });
    expect(all?.kept.value).toBeCloseTo((10 + moved) / 11, 12);
    expect(all?.withRejected.value).toBeCloseTo((10 + moved) / 12, 12);
    expect(byLabel.map(({ label, moved: changed, rejected }) => [label, changed, rejected])).toEqual([
      ['left_eye', 0, 0],
      ['right_eye', 0, 0],
      ['nose', 0, 1],
      ['mouth', 1, 0],
    ]);
    expect(report.names).toMatchObject({ left_eye: 'Left eye (image)', nose: 'Nose' });

    const boxes = { kind: 'boxes', label: null, by: null, fate: null } as const;
    expect(await behind(book, { ...boxes, label: 'nose', fate: 'rejected' })).toEqual([third]);
    expect(await behind(book, { ...boxes, fate: 'moved' })).toEqual([second]);
    // What was changed most comes first.
    expect(await behind(book, boxes)).toEqual([third, second, first]);
    expect(await behind(book, { kind: 'items', verified: false })).toEqual([fourth, fifth]);
    expect(await behind(book, { kind: 'items', verified: null })).toHaveLength(5);

    // The command line says the same.
    await book.close();
    const said = JSON.parse(
      (await casebook('proposals', book.casebook.path, '--bootstrap', '200', '--json')).stdout,
    );
    expect(said).toEqual(report);
  });

  it('knows nothing of items that the caller has yet to answer', async () => {
    await using book = await freshCasebook('observatory');
    const [first, second] = firsts(await faces(book, 2), 2);
    await book.importExport.import({ source: detections(book, 2), format: 'coco' }, null, quietly);
    const ada = person(book, 'ada', ['curator', 'annotator']);
    book.assignments.assign(
      assignment({ items: { ids: [first] }, task: 'localise', people: [ada], round: ROUND }),
      everything,
    );
    const found = present(book.people.find(ada));
    const hers = book.viewpoint(found);
    expect((await reportOf(book, hers)).proposed).toBe(1);
    const { ids } = await book.proposals.items(
      { filter: {}, cell: { kind: 'items', verified: null }, limit: 9 },
      hers,
    );
    expect(ids).toEqual([second]);
  });

  it('says how many of the answers that agreement compares began from proposals', async () => {
    await using book = await freshCasebook('observatory');
    const first = present((await faces(book, 1))[0]);
    const people = [person(book, 'bo'), person(book, 'cy')];
    book.assignments.assign(
      assignment({ items: { ids: [first] }, task: 'localise', people, overlap: 2, round: ROUND }),
      everything,
    );
    const imageId = present(book.items.get(first, everything).images[0]?.imageId ?? null);
    for (const [index, personId] of people.entries()) {
      const who = present(book.people.find(personId));
      const drawn = PLACES.map(([x, y, width, height], place): RegionRecord =>
        regionRecord({
          id: regionIdOf(index * 10 + place),
          imageId,
          label: LABELS[place] ?? '',
          x,
          y,
          width,
          height,
          attributes: index === 0 ? withProposal({ x, y, width, height }, 'a detector') : {},
          order: place,
        }),
      );
      verify(book, first, personId, () => drawn, { viewpoint: book.viewpoint(who) });
    }
    expect((await reportOf(book)).compared).toEqual({ round: ROUND, answers: 2, begun: 1 });
  });

  it('is refused where the benchmark has no proposals', async () => {
    await using book = await freshCasebook('generic');
    await expect(reportOf(book)).rejects.toThrow(/Detectors propose nothing/u);
  });
});

describe('an import of boxes', () => {
  it('takes them as proposals, or as drawn by a person where that is asked for', async () => {
    await using book = await freshCasebook('observatory');
    const first = present((await faces(book, 1))[0]);
    const ada = person(book, 'ada', ['curator', 'annotator']);
    const source = detections(book, 1);
    const kept = () => {
      const key = { itemId: first, task: 'localise', round: ROUND, personId: ada };
      return regionsOf(book.annotations.open(key, everything).records).map(proposalOf);
    };
    const drawn = { source, format: 'coco', person: 'ada', boxes: 'annotations' } as const;
    await book.importExport.import(drawn, null, quietly);
    expect(kept()).toEqual([null, null, null, null]);
    expect((await reportOf(book)).proposed).toBe(0);
    await book.importExport.import({ source, format: 'coco', person: 'ada' }, null, quietly);
    expect(kept().map((proposal) => proposal?.by)).toEqual(['coco', 'coco', 'coco', 'coco']);
    expect(await reportOf(book)).toMatchObject({ proposed: 1, verified: 0 });
  });

  it('of entities without boxes warns of nothing', async () => {
    await using book = await freshCasebook('observatory');
    const [face = {}] = observatoryItems(0);
    const { boxes: _, ...bare } = face;
    const source = await putObservatory(book.at('bare'), [bare]);
    const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(report).toMatchObject({ added: 1, warnings: [] });
  });
});
