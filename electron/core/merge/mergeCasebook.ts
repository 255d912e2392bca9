import { z } from 'zod';
import type { Addition } from '../../../shared/benchmarks/additions.ts';
import type { ImageId, ItemId } from '../../../shared/base/ids.ts';
import { Json, type JsonObject, sameJson } from '../../../shared/base/json.ts';
import type { Casebook } from '../derived/casebook.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { ItemFacets } from '../derived/facets.ts';
import { Sides } from '../records/sharing/conflicts.ts';
import { isDeletedHere, mergeDeletions } from './mergeDeletions.ts';
import { mergeImages } from './mergeImages.ts';
import { type Correspondence, countConflict, type MergeContext, refuseMerge } from './mergeContext.ts';
import { noteTouched } from './tally.ts';

/**
 * Takes over what a whole casebook has beside answers: people, images, items, guidelines. In the caller's
 * transaction with foreign keys deferred.
 */
export function mergeSurroundings(context: MergeContext): Correspondence {
  mergePeople(context);
  const imageId = mergeImages(context);
  mergeDeletions(context);
  const leftOut = mergeItems(context, imageId);
  // What comes from a hub is about items that came in before; also about those that were deleted since.
  if (context.source.exchange !== undefined)
    for (const id of context.into.records.deletions.ids()) leftOut.add(id);
  mergeGuidelines(context);
  mergeComments(context, leftOut);
  return { imageId, leftOut };
}

function mergePeople({ into, source, conflicts, tally }: MergeContext): void {
  const byId = rowReader(into.database, 'person', 'WHERE id = ?');
  const byHandle = rowReader(into.database, 'person', 'WHERE handle = ?');
  const insert = rowWriter(into.database, 'person');
  for (const theirs of rowReader(source.database, 'person', 'ORDER BY created_at, id').all()) {
    const [own] = byId.list(theirs.id);
    const [namesake] = byHandle.list(theirs.handle);
    const clash = namesake !== undefined && namesake.id !== theirs.id ? namesake : null;
    if (own === undefined) {
      // Apart by a piece of their id, so that it is the same name wherever they are taken in.
      const handle = clash === null ? theirs.handle : `${theirs.handle}-${theirs.id.slice(-6)}`;
      insert({ ...theirs, handle });
      tally.taken.people += 1;
    } else tally.known.people += 1;
    const ours = clash ?? own;
    if (ours === undefined || (ours.handle === theirs.handle && ours.name === theirs.name && clash === null))
      continue;
    // In an exchange with a hub the later name counts.
    if (clash === null && source.exchange !== undefined) continue;
    const side = ({ id, handle, name }: RowOf<'person'>): Json => ({ id, handle, name });
    const noted = conflicts.note({
      kind: 'person',
      itemId: null,
      summary:
        clash === null
          ? `${ours.name} is called ${theirs.name} (${theirs.handle}) in the other casebook.`
          : `There are two people called "${theirs.handle}"; the one that came in is here as "${theirs.handle}-${theirs.id.slice(-6)}".`,
      ours: side(ours),
      theirs: side(theirs),
      source: source.name,
      same: (earlier) => Sides.person.parse(earlier.theirs).id === theirs.id,
    });
    countConflict(tally, noted);
  }
}

function mergeItems(context: MergeContext, imageId: (id: ImageId) => ImageId): Set<string> {
  const { into, source, tally } = context;
  const byId = rowReader(into.database, 'item', 'WHERE id = ?');
  const byName = rowReader(into.database, 'item', 'WHERE benchmark = ? AND external_id = ?');
  const imagesThere = createHashesReader(source.database);
  const imagesHere = createHashesReader(into.database);
  const insert = itemWriter(context, imageId);
  const tags = mergeTags(context);
  const additions = into.benchmark.additions ?? [];
  // What files add to items, curators bring in.
  const mergeAdditions = source.heldBack === undefined ? additionMerger(context) : () => undefined;
  const leftOut = new Set<string>();
  for (const theirs of rowReader(source.database, 'item', 'ORDER BY sequence').all()) {
    if (isDeletedHere(context, theirs)) {
      leftOut.add(theirs.id);
      continue;
    }
    const [own] = byId.list(theirs.id);
    const [namesake] = own === undefined ? byName.list(theirs.benchmark, theirs.external_id) : [];
    const ours = own ?? namesake;
    if (ours === undefined) {
      insert(theirs);
      tags(theirs.id);
      tally.taken.items += 1;
      continue;
    }
    if (own === undefined) leftOut.add(theirs.id);
    else {
      tally.known.items += 1;
      tags(theirs.id);
    }
    const here = sideOf(ours, imagesHere(ours.id));
    const there = sideOf(theirs, imagesThere(theirs.id));
    if (own !== undefined && sameItem(own, here, theirs, there, additions)) mergeAdditions(own, theirs);
    else if (own === undefined || source.exchange?.isKnown(theirs.id) !== true)
      noteItemConflict(context, ours.id, own !== undefined, here, there);
  }
  return leftOut;
}

/** Leaves it to a person what an item says, or, where only the name is the same, which of two items has it. */
function noteItemConflict(
  { source, conflicts, tally }: MergeContext,
  itemId: ItemId,
  isSameItem: boolean,
  here: ItemSide,
  there: ItemSide,
): void {
  const noted = conflicts.note({
    kind: 'item',
    itemId,
    summary: isSameItem
      ? 'The item reads differently there.'
      : 'Another item has this name there; its answers were not merged.',
    ours: Json.parse(here),
    theirs: Json.parse(there),
    source: source.name,
    same: (earlier) => sameJson(earlier.theirs, Json.parse(there)),
  });
  countConflict(tally, noted);
}

type ItemSide = z.infer<(typeof Sides)['item']>;

const sideOf = (item: RowOf<'item'>, images: (string | null)[]): ItemSide => ({
  externalId: item.external_id,
  payload: baseOf(item) ?? item.payload,
  imported: item.gold_source === 'imported' || item.imported_payload !== null,
  images,
});

/** What an item was before anybody answered; null where that is not known any more. */
function baseOf(item: RowOf<'item'>): RowOf<'item'>['payload'] | null {
  if (item.imported_payload !== null) return item.imported_payload;
  return item.gold_annotation_id === null && item.gold_fields === null ? item.payload : null;
}

function sameItem(
  ours: RowOf<'item'>,
  here: ItemSide,
  theirs: RowOf<'item'>,
  there: ItemSide,
  additions: readonly Addition[],
): boolean {
  if (ours.external_id !== theirs.external_id || !sameJson(here.images, there.images)) return false;
  const [own, other] = [baseOf(ours), baseOf(theirs)];
  if (own === null || other === null || sameJson(own, other)) return true;
  // What auditors and classifiers said of it in one place only makes it no other item.
  const united = withAdditions(additions, own, other);
  return sameJson(united, withAdditions(additions, other, united));
}

const withAdditions = (additions: readonly Addition[], to: JsonObject, from: JsonObject): JsonObject =>
  additions.reduce((payload, addition) => addition.keep(payload, from), to);

/** What was said of an item there, and not yet here, is added to it. */
function additionMerger({ into, tally }: MergeContext): (ours: RowOf<'item'>, theirs: RowOf<'item'>) => void {
  const writer = into.derived.items;
  const additions = into.benchmark.additions ?? [];
  return (ours, theirs) => {
    const other = baseOf(theirs);
    if (additions.length === 0 || other === null) return;
    const payload = withAdditions(additions, ours.payload, other);
    const { imported_payload: before } = ours;
    const imported = before === null ? null : withAdditions(additions, before, other);
    if (imported !== null && !sameJson(imported, before ?? {})) writer.setImported(ours.id, imported);
    if (sameJson(payload, ours.payload)) return;
    writer.setPayload(ours.id, payload);
    noteTouched(tally, ours.id, null);
  };
}

/** Reads the contents of an item's images, by position; null: missing. */
export function createHashesReader(database: Casebook['database']): (itemId: string) => (string | null)[] {
  const read = database
    .prepare<[string], string | null>(
      `SELECT m.sha256 FROM item_image p LEFT JOIN image m ON m.id = p.image_id WHERE p.item_id = ? ORDER BY p.position`,
    )
    .pluck();
  return (itemId) => read.all(itemId);
}

/** Writes an item as it is there, with its derived data computed again; its words follow when it is indexed. */
function itemWriter(
  { into, source, tally }: MergeContext,
  imageId: (id: ImageId) => ImageId,
): (item: RowOf<'item'>) => void {
  const { database, benchmark, records } = into;
  const facets = new ItemFacets(into);
  const insertImage = rowWriter(database, 'item_image');
  const imagesOf = rowReader(source.database, 'item_image', 'WHERE item_id = ? ORDER BY position');
  return (item) => {
    const images = imagesOf.list(item.id);
    const summary = benchmark.summarize(item.payload);
    const { title, label } = summary;
    const missingImages = images.filter((image) => image.image_id === null).length;
    const sequence = records.itemTable.insertMerged(item, { title, label, missingImages });
    facets.write({ sequence, externalId: item.external_id }, item.payload, summary);
    for (const image of images)
      insertImage({ ...image, image_id: image.image_id === null ? null : imageId(image.image_id) });
    noteTouched(tally, item.id, null);
  };
}

/** Tags are united: both sides' stay. */
function mergeTags({ into, source, tally }: MergeContext): (itemId: ItemId) => void {
  // In an exchange with a hub the later change of a tag counts.
  if (source.exchange !== undefined) return () => undefined;
  const read = source.database
    .prepare<[string], string>(
      'SELECT tag FROM item_tag WHERE item = (SELECT sequence FROM item WHERE id = ?)',
    )
    .pluck();
  return (itemId) => {
    for (const raw of read.all(itemId))
      if (into.records.itemTags.addTo(itemId, z.string().parse(raw))) noteTouched(tally, itemId, null);
  };
}

/** A guideline that was removed in one place is removed. */
function mergeGuidelines({ into, source, tally }: MergeContext): void {
  const byId = rowReader(into.database, 'guideline', 'WHERE id = ?');
  const insert = rowWriter(into.database, 'guideline');
  for (const theirs of rowReader(source.database, 'guideline').all()) {
    const [own] = byId.list(theirs.id);
    if (own === undefined) {
      insert(theirs);
      tally.taken.guidelines += 1;
      continue;
    }
    if (!sameRow(own, theirs, ['removed_at', 'person_id']))
      refuseMerge(`The guideline ${theirs.id} was changed.`);
    const removed = Math.min(own.removed_at ?? Infinity, theirs.removed_at ?? Infinity);
    if (removed === (own.removed_at ?? Infinity)) tally.known.guidelines += 1;
    else {
      into.records.guidelineTable.remove(theirs.id, removed);
      tally.taken.guidelines += 1;
    }
  }
}

/** Comments unite; whether one is resolved or removed is as the later change says. */
function mergeComments({ into, source, tally }: MergeContext, leftOut: ReadonlySet<string>): void {
  const byId = rowReader(into.database, 'comment', 'WHERE id = ?');
  const insert = rowWriter(into.database, 'comment');
  // What begins a thread comes before its answers.
  for (const theirs of rowReader(source.database, 'comment', 'ORDER BY thread_id IS NOT NULL, id').all()) {
    if (leftOut.has(theirs.item_id)) continue;
    const [own] = byId.list(theirs.id);
    if (own === undefined) {
      insert(theirs);
      tally.taken.comments += 1;
      continue;
    }
    if (!sameRow(own, theirs, ['resolved', 'removed', 'changed_at']))
      refuseMerge(`The comment ${theirs.id} was changed.`);
    if (theirs.changed_at > own.changed_at) {
      into.records.commentTable.change(theirs);
      tally.taken.comments += 1;
    } else tally.known.comments += 1;
  }
}
