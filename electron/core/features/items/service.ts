import type { Work } from '../../base/work.ts';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  type AcceptancePreview,
  type BulkResult,
  type DeletionPreview,
  type FacetCounts,
  type ItemDetail,
  ItemDetail as ItemDetailSchema,
  type ItemFilter,
  type ItemRow,
  type ItemSelection,
  type ItemSort,
  type SavedView,
  SavedView as SavedViewSchema,
} from '../../../../shared/contract/items.ts';
import { type EventId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';
import { requireItem, type Viewpoint } from '../../access/viewpoint.ts';
import { createEditionNumbers } from '../../records/answers/edition.ts';
import { neutralImages } from '../../access/blindRow.ts';
import { ItemDeletion } from './deleting.ts';
import { countFacets } from './counts.ts';
import {
  countRows,
  idsOf,
  type ItemNeighbours,
  listRows,
  neighboursOf,
  readRow,
  visibleIdsOf,
} from '../../access/itemQueries.ts';

/** The items of an open casebook: lists, counts, bulk changes. */
export class ItemsService {
  readonly #casebook: Casebook;
  readonly #readImages;
  readonly #readItem;
  readonly #hasAnswered;
  readonly #ownAnswer;
  readonly #readSequence;
  readonly #readTags;
  readonly #editionOf;
  readonly #deletion;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#readImages = database.prepare<[string]>(
      `SELECT 'image' AS type, position, role, name, image_id AS imageId FROM item_image WHERE item_id = ? ORDER BY position`,
    );
    this.#readItem = database.prepare<
      [string],
      { payload: string; imported: string | null; edition: string | null; revision: number }
    >('SELECT payload, imported_payload AS imported, edition_id AS edition, revision FROM item WHERE id = ?');
    this.#hasAnswered = database
      .prepare<[string, string], number>(
        `SELECT 1 FROM annotation a JOIN item i ON i.id = a.item_id
       WHERE a.item_id = ? AND a.person_id = ? AND a.state = 'submitted' AND a.edition_id IS i.edition_id
         AND NOT EXISTS (SELECT 1 FROM assignment o
           WHERE o.item_id = a.item_id AND o.person_id = a.person_id AND o.state = 'open') LIMIT 1`,
      )
      .pluck();
    this.#ownAnswer = database
      .prepare<[string, string, string], string>(
        `SELECT a.payload FROM annotation a JOIN item i ON i.id = a.item_id
       WHERE a.item_id = ? AND a.person_id = ? AND a.task = ? AND a.edition_id IS i.edition_id
         AND NOT EXISTS (SELECT 1 FROM assignment o WHERE o.item_id = a.item_id AND o.person_id = a.person_id
           AND o.task = a.task AND o.round > a.round)
       ORDER BY a.round DESC, a.version DESC LIMIT 1`,
      )
      .pluck();
    this.#readSequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
    this.#readTags = database
      .prepare<[number], string>('SELECT tag FROM item_tag WHERE item = ? ORDER BY tag')
      .pluck();
    this.#editionOf = createEditionNumbers(database);
    this.#deletion = new ItemDeletion(casebook);
  }

  list(
    filter: ItemFilter,
    sort: ItemSort,
    offset: number,
    limit: number,
    viewpoint: Viewpoint,
  ): { total: number; rows: ItemRow[] } {
    return {
      total: countRows(this.#casebook.database, filter, viewpoint),
      rows: listRows(this.#casebook.database, filter, sort, offset, limit, viewpoint),
    };
  }

  counts(filter: ItemFilter, viewpoint: Viewpoint): FacetCounts {
    return countFacets(
      this.#casebook.database,
      this.#casebook.benchmark.facets.map(({ name }) => name),
      filter,
      viewpoint,
    );
  }

  /** Which of the items that the caller sees can be accepted now. */
  async acceptance(filter: ItemFilter, viewpoint: Viewpoint): Promise<AcceptancePreview> {
    return this.#casebook.derived.acceptability.sort(
      visibleIdsOf(this.#casebook.database, filter, viewpoint),
    );
  }

  /** The item as the caller may see it. Throws `forbidden` where it does not concern them. */
  get(id: ItemId, viewpoint: Viewpoint): ItemDetail {
    requireItem(viewpoint, id);
    const found = readRow(this.#casebook.database, id, viewpoint);
    const item = this.#readItem.get(id);
    if (found === undefined || item === undefined)
      throw new CasebookError('not_found', 'There is no such item in this casebook.');
    // Anybody who is to decide between raters reads the item beside their answers.
    const row = viewpoint.hidesRaters(id) ? { ...found, assignees: [] } : found;
    const detail = ItemDetailSchema.parse({
      row,
      payload: JSON.parse(item.payload),
      edition: item.edition,
      revision: item.revision,
      images: this.#readImages.all(id),
    });
    const machines = this.#machinesOf(id, viewpoint, detail.payload, item.imported);
    if (!viewpoint.isBlind(id)) {
      const payload = this.#mayCompare(id, viewpoint)
        ? detail.payload
        : this.#withoutMachines(detail.payload, item.imported);
      return { ...detail, payload, ...machines };
    }
    return {
      ...machines,
      row,
      payload: this.#casebook.benchmark.stimulus(detail.payload),
      edition: detail.edition,
      // How often the item was changed tells that somebody answered.
      revision: 1,
      images: neutralImages(detail.images),
    };
  }

  neighbours(
    id: ItemId,
    filter: ItemFilter,
    sort: ItemSort,
    around: number,
    viewpoint: Viewpoint,
  ): ItemNeighbours {
    return neighboursOf(this.#casebook.database, id, filter, sort, around, viewpoint);
  }

  /** Sets the status of what the caller sees; what is blind to them is refused by name. */
  setStatus(selection: ItemSelection, status: ItemStatus, by: PersonId, viewpoint: Viewpoint): BulkResult {
    return this.#casebook.database.transaction(() =>
      this.#casebook.derived.statusChange.change(this.#selected(selection, viewpoint), status, by, viewpoint),
    )();
  }

  /** The same without keeping others waiting; rejects when the signal aborts: what was written until then stays. */
  async setStatusOfMany(
    selection: ItemSelection,
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    work: Work,
  ): Promise<BulkResult> {
    return this.#casebook.derived.statusChange.changeMany(
      this.#selected(selection, viewpoint),
      status,
      by,
      viewpoint,
      work,
    );
  }

  tag(
    selection: ItemSelection,
    add: readonly string[],
    remove: readonly string[],
    by: PersonId,
    viewpoint: Viewpoint,
  ): BulkResult {
    return this.#casebook.database.transaction(() => {
      const updated: Record<string, [string[], string[]]> = {};
      const touched: number[] = [];
      const refused: { item: string; reason: string }[] = [];
      for (const id of this.#selected(selection, viewpoint)) {
        const blind = this.#casebook.derived.statusChange.refusedBlind(id, viewpoint);
        if (blind !== null) {
          refused.push(blind);
          continue;
        }
        const sequence = this.#readSequence.get(id);
        if (sequence === undefined) continue;
        const before = this.#readTags.all(sequence);
        for (const tag of remove) this.#casebook.records.itemTags.remove(tag, sequence);
        for (const tag of add) this.#casebook.records.itemTags.add(tag.trim(), sequence);
        const after = this.#readTags.all(sequence);
        if (after.join('\n') === before.join('\n')) continue;
        updated[id] = [before, after];
        touched.push(sequence);
        this.#casebook.derived.items.reindex(ItemId.parse(id));
      }
      if (touched.length > 0) {
        this.#casebook.records.log({
          kind: 'tags',
          personId: by,
          diff: { added: {}, updated, removed: {} },
          items: touched,
        });
      }
      return { changed: touched.length, refused };
    })();
  }

  /** What would be deleted with items, and the deletion. */
  previewDeletion(selection: ItemSelection, viewpoint: Viewpoint): DeletionPreview {
    return this.#deletion.preview(this.#seen(selection, viewpoint));
  }

  delete(
    selection: ItemSelection,
    by: PersonId | null,
    viewpoint: Viewpoint,
  ): { deleted: number; event: EventId } {
    return this.#deletion.delete(this.#seen(selection, viewpoint), by);
  }

  /** Saved filters; none for people who may not filter, because filters name labels and words. */
  views({ seesEverything }: Viewpoint): SavedView[] {
    return seesEverything
      ? z.array(SavedViewSchema).parse(readMeta(this.#casebook.database, 'views') ?? [])
      : [];
  }

  saveViews(views: SavedView[]): SavedView[] {
    writeMeta(this.#casebook.database, 'views', z.json().parse(JSON.parse(JSON.stringify(views))));
    return views;
  }

  #selected(selection: ItemSelection, viewpoint: Viewpoint): string[] {
    return 'ids' in selection
      ? [...new Set(selection.ids)]
      : idsOf(this.#casebook.database, selection.filter, viewpoint);
  }

  /** Items that are blind to somebody are not theirs to delete: the question would count what others did. */
  #seen(selection: ItemSelection, viewpoint: Viewpoint): ItemId[] {
    const ids = this.#selected(selection, viewpoint).map((id) => ItemId.parse(id));
    if (ids.some((id) => viewpoint.isBlind(id)))
      throw new CasebookError(
        'forbidden',
        'You have yet to answer some of these items yourself.',
        'Nothing was deleted. Answer them first, or select others.',
      );
    return ids;
  }

  /** What machines said of an item, for people who have answered it or need it now. */
  #machinesOf(
    id: ItemId,
    { person }: Viewpoint,
    payload: JsonObject,
    imported: string | null,
  ): Pick<ItemDetail, 'machines'> {
    if (this.#casebook.benchmark.validation?.machines === undefined || person === null) return {};
    if (this.#hasAnswered.get(id, person.id) === undefined && !this.#needsMachines(id, person.id, payload))
      return {};
    const source = imported === null ? payload : JsonObject.parse(JSON.parse(imported));
    const { validation } = this.#casebook.benchmark;
    const edition = this.#editionOf(id);
    const marked = (each: JsonObject): JsonObject => validation.marked?.(each, edition) ?? each;
    return { machines: validation.machines?.(marked(payload), marked(source)) };
  }

  /** Future validators of an item form their own opinion first; the importer has read them. */
  #mayCompare(id: ItemId, { person }: Viewpoint): boolean {
    return (
      person === null ||
      person.roles.includes('curator') ||
      this.#hasAnswered.get(id, person.id) !== undefined
    );
  }

  /** The payload without what machines said, which its own keys hold. */
  #withoutMachines(payload: JsonObject, imported: string | null): JsonObject {
    if (this.#casebook.benchmark.validation?.machines === undefined) return payload;
    const source = imported === null ? payload : JsonObject.parse(JSON.parse(imported));
    const said = this.#casebook.benchmark.validation.machines(payload, source);
    return Object.fromEntries(Object.entries(payload).filter(([key]) => !Object.hasOwn(said, key)));
  }

  #needsMachines(id: ItemId, personId: PersonId, payload: JsonObject): boolean {
    const task = this.#casebook.benchmark.tasks[0];
    const { validation } = this.#casebook.benchmark;
    if (task === undefined || validation?.needsMachines === undefined) return false;
    const answer = this.#ownAnswer.get(id, personId, task.id);
    return answer !== undefined && validation.needsMachines(JsonObject.parse(JSON.parse(answer)), payload);
  }
}
