import type { Work } from '../../base/work.ts';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type {
  Acceptance,
  BulkResult,
  DeletionPreview,
  FacetCounts,
  ItemDetail,
  ItemFilter,
  ItemRow,
  ItemSelection,
  ItemSort,
  SavedView,
} from '../../../../shared/contract/items.ts';
import {
  ItemDetail as ItemDetailSchema,
  SavedView as SavedViewSchema,
} from '../../../../shared/contract/items.ts';
import { type EventId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { requireItem } from '../../access/viewpoint.ts';
import { createEditionNumbers } from '../../records/edition.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { createItemDeletion } from './deleting.ts';
import { countFacets } from './counts.ts';
import type { Neighbours } from '../../access/itemQueries.ts';
import { countRows, idsOf, listRows, neighboursOf, readRow, visibleIdsOf } from '../../access/itemQueries.ts';

export interface ItemsService {
  list(
    filter: ItemFilter,
    sort: ItemSort,
    offset: number,
    limit: number,
    viewpoint: Viewpoint,
  ): { total: number; rows: ItemRow[] };
  counts(filter: ItemFilter, viewpoint: Viewpoint): FacetCounts;
  /** Which of the items that the caller sees can be accepted now. */
  acceptance(filter: ItemFilter, viewpoint: Viewpoint): Promise<Acceptance>;
  /** The item as the caller may see it. Throws `forbidden` where it does not concern them. */
  get(id: ItemId, viewpoint: Viewpoint): ItemDetail;
  neighbours(
    id: ItemId,
    filter: ItemFilter,
    sort: ItemSort,
    around: number,
    viewpoint: Viewpoint,
  ): Neighbours;
  /** Sets the status of what the caller sees; what is blind to them is refused by name. */
  setStatus(selection: ItemSelection, status: ItemStatus, by: PersonId, viewpoint: Viewpoint): BulkResult;
  /** The same without keeping others waiting; rejects when the signal aborts: what was written until then stays. */
  setStatusOfMany(
    selection: ItemSelection,
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    work: Work,
  ): Promise<BulkResult>;
  tag(
    selection: ItemSelection,
    add: readonly string[],
    remove: readonly string[],
    by: PersonId,
    viewpoint: Viewpoint,
  ): BulkResult;
  /** What would be deleted with items, and the deletion. */
  previewDeletion(selection: ItemSelection, viewpoint: Viewpoint): DeletionPreview;
  delete(
    selection: ItemSelection,
    by: PersonId | null,
    viewpoint: Viewpoint,
  ): { deleted: number; event: EventId };
  /** Saved filters; none for anybody who may not filter, because they name labels and words. */
  views(viewpoint: Viewpoint): SavedView[];
  saveViews(views: SavedView[]): SavedView[];
}

/** The items of an open casebook: lists, counts, bulk changes. */
export function createItemsService(casebook: Casebook): ItemsService {
  const { database, benchmark } = casebook;
  const { log } = casebook.records;
  const { items: writer, statusChange: statuses } = casebook.derived;
  const readImages = database.prepare<[string]>(
    `SELECT 'image' AS type, position, role, name, image_id AS imageId FROM item_image WHERE item_id = ? ORDER BY position`,
  );
  const readItem = database.prepare<
    [string],
    { payload: string; imported: string | null; edition: string | null; revision: number }
  >('SELECT payload, imported_payload AS imported, edition_id AS edition, revision FROM item WHERE id = ?');
  const hasAnswered = database
    .prepare<[string, string], number>(
      `SELECT 1 FROM annotation a JOIN item i ON i.id = a.item_id
       WHERE a.item_id = ? AND a.person_id = ? AND a.state = 'submitted' AND a.edition_id IS i.edition_id
         AND NOT EXISTS (SELECT 1 FROM assignment o
           WHERE o.item_id = a.item_id AND o.person_id = a.person_id AND o.state = 'open') LIMIT 1`,
    )
    .pluck();
  const ownAnswer = database
    .prepare<[string, string, string], string>(
      `SELECT a.payload FROM annotation a JOIN item i ON i.id = a.item_id
       WHERE a.item_id = ? AND a.person_id = ? AND a.task = ? AND a.edition_id IS i.edition_id
         AND NOT EXISTS (SELECT 1 FROM assignment o WHERE o.item_id = a.item_id AND o.person_id = a.person_id
           AND o.task = a.task AND o.round > a.round)
       ORDER BY a.round DESC, a.version DESC LIMIT 1`,
    )
    .pluck();
  const readSequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
  const readTags = database
    .prepare<[number], string>('SELECT tag FROM item_tag WHERE item = ? ORDER BY tag')
    .pluck();
  const editionOf = createEditionNumbers(database);
  const addTag = database.prepare<[string, number]>(
    'INSERT OR IGNORE INTO item_tag (tag, item) VALUES (?, ?)',
  );
  const removeTag = database.prepare<[string, number]>('DELETE FROM item_tag WHERE tag = ? AND item = ?');

  const selected = (selection: ItemSelection, viewpoint: Viewpoint): string[] =>
    'ids' in selection ? [...new Set(selection.ids)] : idsOf(database, selection.filter, viewpoint);
  const deletion = createItemDeletion(casebook);
  /** Items that are blind to somebody are not theirs to delete: the question would count what others did. */
  const seen = (selection: ItemSelection, viewpoint: Viewpoint): ItemId[] => {
    const ids = selected(selection, viewpoint).map((id) => ItemId.parse(id));
    if (ids.some((id) => viewpoint.isBlind(id)))
      throw new CasebookError(
        'forbidden',
        'You have yet to answer some of these items yourself.',
        'Nothing was deleted. Answer them first, or select others.',
      );
    return ids;
  };
  return {
    list: (filter, sort, offset, limit, viewpoint) => ({
      total: countRows(database, filter, viewpoint),
      rows: listRows(database, filter, sort, offset, limit, viewpoint),
    }),
    counts: (filter, viewpoint) =>
      countFacets(
        database,
        benchmark.facets.map(({ name }) => name),
        filter,
        viewpoint,
      ),
    acceptance: async (filter, viewpoint) =>
      casebook.derived.acceptability.sort(visibleIdsOf(database, filter, viewpoint)),
    get(id, viewpoint) {
      requireItem(viewpoint, id);
      const found = readRow(database, id, viewpoint);
      const item = readItem.get(id);
      if (found === undefined || item === undefined)
        throw new CasebookError('not_found', 'There is no such item in this casebook.');
      // Anybody who is to decide between raters reads the item beside their answers.
      const row = viewpoint.hidesRaters(id) ? { ...found, assignees: [] } : found;
      const detail = ItemDetailSchema.parse({
        row,
        payload: JSON.parse(item.payload),
        edition: item.edition,
        revision: item.revision,
        images: readImages.all(id),
      });
      const machines = machinesOf(id, viewpoint, detail.payload, item.imported);
      if (!viewpoint.isBlind(id)) {
        const payload = mayCompare(id, viewpoint)
          ? detail.payload
          : withoutMachines(detail.payload, item.imported);
        return { ...detail, payload, ...machines };
      }
      return {
        ...machines,
        row,
        payload: benchmark.stimulus(detail.payload),
        edition: detail.edition,
        // How often the item was changed tells that somebody answered.
        revision: 1,
        images: neutralImages(detail.images),
      };
    },
    neighbours: (id, filter, sort, around, viewpoint) =>
      neighboursOf(database, id, filter, sort, around, viewpoint),
    setStatus: (selection, status, by, viewpoint) =>
      database.transaction(() => statuses.change(selected(selection, viewpoint), status, by, viewpoint))(),
    setStatusOfMany: async (selection, status, by, viewpoint, work) =>
      statuses.changeMany(selected(selection, viewpoint), status, by, viewpoint, work),
    tag: (selection, add, remove, by, viewpoint) =>
      database.transaction(() => {
        const updated: Record<string, [string[], string[]]> = {};
        const touched: number[] = [];
        const refused: { item: string; reason: string }[] = [];
        for (const id of selected(selection, viewpoint)) {
          const blind = statuses.refusedBlind(id, viewpoint);
          if (blind !== null) {
            refused.push(blind);
            continue;
          }
          const sequence = readSequence.get(id);
          if (sequence === undefined) continue;
          const before = readTags.all(sequence);
          for (const tag of remove) removeTag.run(tag, sequence);
          for (const tag of add) addTag.run(tag.trim(), sequence);
          const after = readTags.all(sequence);
          if (after.join('\n') === before.join('\n')) continue;
          updated[id] = [before, after];
          touched.push(sequence);
          writer.reindex(ItemId.parse(id));
        }
        if (touched.length > 0) {
          log({ kind: 'tags', personId: by, diff: { added: {}, updated, removed: {} }, items: touched });
        }
        return { changed: touched.length, refused };
      })(),
    previewDeletion: (selection, viewpoint) => deletion.preview(seen(selection, viewpoint)),
    delete: (selection, by, viewpoint) => deletion.delete(seen(selection, viewpoint), by),
    views: ({ seesEverything }) =>
      seesEverything ? z.array(SavedViewSchema).parse(readMeta(database, 'views') ?? []) : [],
    saveViews(views) {
      writeMeta(database, 'views', z.json().parse(JSON.parse(JSON.stringify(views))));
      return views;
    },
  };

  /** What machines said of an item, for anybody who has answered it, or has come to where it is needed. */
  function machinesOf(
    id: ItemId,
    { person }: Viewpoint,
    payload: JsonObject,
    imported: string | null,
  ): Pick<ItemDetail, 'machines'> {
    if (benchmark.validation?.machines === undefined || person === null) return {};
    if (hasAnswered.get(id, person.id) === undefined && !needsMachines(id, person.id, payload)) return {};
    const source = imported === null ? payload : JsonObject.parse(JSON.parse(imported));
    const { validation } = benchmark;
    const edition = editionOf(id);
    const marked = (each: JsonObject): JsonObject => validation.marked?.(each, edition) ?? each;
    return { machines: validation.machines?.(marked(payload), marked(source)) };
  }

  /** Anybody who may yet validate an item forms an opinion of their own first; anybody who brings the files in has read them. */
  function mayCompare(id: ItemId, { person }: Viewpoint): boolean {
    return (
      person === null || person.roles.includes('curator') || hasAnswered.get(id, person.id) !== undefined
    );
  }

  /** The payload without what machines said, which its own keys hold. */
  function withoutMachines(payload: JsonObject, imported: string | null): JsonObject {
    if (benchmark.validation?.machines === undefined) return payload;
    const source = imported === null ? payload : JsonObject.parse(JSON.parse(imported));
    const said = benchmark.validation.machines(payload, source);
    return Object.fromEntries(Object.entries(payload).filter(([key]) => !Object.hasOwn(said, key)));
  }

  function needsMachines(id: ItemId, personId: PersonId, payload: JsonObject): boolean {
    const task = benchmark.tasks[0];
    const { validation } = benchmark;
    if (task === undefined || validation?.needsMachines === undefined) return false;
    const answer = ownAnswer.get(id, personId, task.id);
    return answer !== undefined && validation.needsMachines(JsonObject.parse(JSON.parse(answer)), payload);
  }
}
