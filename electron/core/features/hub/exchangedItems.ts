import { createDocumentReader } from '../../db/documents.ts';
import { rowReader } from '../../db/rows.ts';
import type { RowOf } from '../../db/schema.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { MergeContext } from '../../merge/mergeContext.ts';
import { noteTouched } from '../../merge/tally.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import type { Delta } from './delta.ts';

/** The items of an exchange that this casebook has already: what came in replaces what they say here. */
export class ExchangedItems {
  readonly #casebook: Casebook;
  readonly #link: HubLink;
  readonly #delta: Delta;
  readonly #readHere;

  constructor(casebook: Casebook, link: HubLink, delta: Delta) {
    this.#casebook = casebook;
    this.#link = link;
    this.#delta = delta;
    this.#readHere = createDocumentReader(casebook.database);
  }

  /** Replaces items that were here only as raters see them by what came in. */
  restate(): void {
    const { derived, records } = this.#casebook;
    const items = rowReader(this.#delta.database, 'item').list();
    const assignmentsThere = rowReader(this.#delta.database, 'assignment', 'WHERE item_id = ?');
    const here = items.filter(({ id }) => this.#readHere('item', id) !== null && this.#isShownAlone(id));
    this.#freeNames(items, here);
    const replaceImages = this.#imageReplacer();
    for (const item of here) {
      const { id } = item;
      records.itemTable.rename(id, item.external_id);
      const former = this.#readHere('item', id)?.row['edition_id'] ?? null;
      records.itemTable.setEdition(id, item.edition_id);
      records.itemTable.setCreated(id, item.created_at);
      records.itemTable.setImported(
        id,
        item.imported_payload === null ? null : JSON.stringify(item.imported_payload),
      );
      replaceImages(id);
      derived.items.setPayload(id, item.payload);
      if (former !== item.edition_id)
        for (const { id: assignment, state, reason } of assignmentsThere.list(id))
          records.assignmentTable.setState(assignment, state, reason);
      if (!this.#delta.stimuli.has(id)) records.hub.dropStimulus(id);
    }
  }

  /** Takes over the wording of items that was changed later there, where no change of them waits here to be sent. */
  reword(context: MergeContext, isLater: (id: string) => boolean, isWaiting: (id: string) => boolean): void {
    const { database, derived } = this.#casebook;
    const { conflicts } = context.into.records;
    const openConflicts = conflicts.open().filter(({ kind }) => kind === 'item');
    const rowHere = rowReader(database, 'item', 'WHERE id = ?');
    for (const item of rowReader(this.#delta.database, 'item').list()) {
      const { id } = item;
      const [own] = rowHere.list(id);
      if (own === undefined || this.#isShownAlone(id) || isWaiting(id) || !isLater(id)) continue;
      if (own.edition_id !== item.edition_id) continue;
      const base = item.imported_payload ?? item.payload;
      const ownBase =
        own.imported_payload ?? (isAnswered(own) ? derived.recompute.unanswered(id) : own.payload);
      for (const conflict of openConflicts)
        if (conflict.itemId === id) conflicts.resolved(conflict.id, 'theirs', null);
      if (JSON.stringify(base) === JSON.stringify(ownBase)) continue;
      if (own.imported_payload !== null || isAnswered(own)) derived.items.setImported(id, base);
      derived.items.setPayload(id, derived.recompute.answered(id, base));
      noteTouched(context.tally, id, null);
    }
  }

  /** Whether this casebook holds only what a rater is shown of an item. */
  #isShownAlone(id: string): boolean {
    return this.#link.role === 'annotator' || this.#casebook.records.hub.isStimulus(id);
  }

  /** Gives each item a name that no other has first: items can have exchanged theirs. */
  #freeNames(items: readonly RowOf<'item'>[], here: readonly RowOf<'item'>[]): void {
    const { database, records } = this.#casebook;
    const namesake = database
      .prepare<[string, string], string>('SELECT id FROM item WHERE external_id = ? AND id <> ?')
      .pluck();
    for (const { id } of here) records.itemTable.rename(id, id);
    for (const { id, external_id: name } of items) {
      const other = namesake.get(name, id);
      if (other !== undefined && this.#isShownAlone(other))
        records.itemTable.rename(other, `${name} (${other.slice(-6)})`);
    }
  }

  /** Makes what gives an item the images that it has there. An image can be here under another id. */
  #imageReplacer(): (id: string) => void {
    const { database, records } = this.#casebook;
    const imagesThere = rowReader(this.#delta.database, 'item_image', 'WHERE item_id = ? ORDER BY position');
    const imageOf = database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
    const shaThere = this.#delta.database
      .prepare<[string], string>('SELECT sha256 FROM image WHERE id = ?')
      .pluck();
    return (id) => {
      records.itemTable.cutImages(id, 0);
      for (const { position, role, name, image_id: image, foreign_part: foreign } of imagesThere.list(id)) {
        const sha = image === null ? undefined : shaThere.get(image);
        const own = (sha === undefined ? undefined : imageOf.get(sha)) ?? image;
        records.itemTable.insertImage(id, { position, role, name, imageId: own }, foreign);
      }
      records.itemTable.countMissingImages(id);
    };
  }
}

const isAnswered = (item: RowOf<'item'>): boolean =>
  item.gold_annotation_id !== null || item.gold_fields !== null;
