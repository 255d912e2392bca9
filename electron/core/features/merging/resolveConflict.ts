import type { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  AnnotationId,
  type ConflictId,
  ImageId,
  type ItemId,
  type PersonId,
} from '../../../../shared/base/ids.ts';
import { type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { rowReader } from '../../db/rows.ts';
import type { RowOf } from '../../db/schema.ts';
import { createAdoption } from '../../merge/adoption.ts';
import { type KeptAnswer, type KeptConflict, Sides } from '../../records/sharing/conflicts.ts';
import { reopenDecisions } from '../../merge/decisions.ts';
import { DocumentAppender } from '../../merge/documents.ts';
import { createHashesReader } from '../../merge/mergeCasebook.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/**
 * Resolves a conflict as a person chose. A chosen answer becomes the last version, so that no submission is lost; of an
 * item its texts are taken, of a person the name; of two decisions the other is withdrawn. Throws `not_found`, and
 * `conflict` if it is resolved already, or an open study asks about the item.
 */
export function resolveConflict(
  casebook: Casebook,
  id: ConflictId,
  choice: 'ours' | 'theirs',
  by: PersonId,
): void {
  const { database } = casebook;
  const store = casebook.records.conflicts;
  database
    .transaction(() => {
      const conflict = store.find(id);
      if (conflict === undefined) throw new CasebookError('not_found', 'There is no such conflict.');
      if (conflict.resolved) {
        throw new CasebookError(
          'conflict',
          'Somebody has already resolved this conflict.',
          'Nothing was changed. Reload the list to see what is left.',
        );
      }
      apply(casebook, conflict, choice, by);
      store.resolved(id, choice, by);
      casebook.records.log({
        kind: 'settle',
        personId: by,
        itemId: conflict.itemId,
        detail: { conflict: conflict.kind, choice, source: conflict.source },
      });
      if (conflict.itemId === null) return;
      const recomputing = casebook.derived.recompute;
      for (const task of casebook.benchmark.tasks) recomputing.recompute(conflict.itemId, task.id, by);
      casebook.derived.items.reindex(conflict.itemId);
    })
    .immediate();
}

function apply(casebook: Casebook, conflict: KeptConflict, choice: 'ours' | 'theirs', by: PersonId): void {
  switch (conflict.kind) {
    case 'answer':
      makeCount(casebook, conflict, choice);
      return;
    case 'item':
      if (choice === 'theirs') acceptTexts(casebook, conflict, by);
      return;
    case 'person':
      if (choice === 'theirs') acceptName(casebook, conflict);
      return;
    case 'decision': {
      const loser = choice === 'ours' ? conflict.theirs : conflict.ours;
      reopenDecisions(
        casebook,
        Sides.decision.parse(loser).decisions,
        by,
        'Another decision was chosen when casebooks were merged.',
      );
    }
  }
}

/** What was chosen becomes the last version, unless what counts is of that side already, or newer than either. */
function makeCount(casebook: Casebook, { ours, theirs }: KeptConflict, choice: 'ours' | 'theirs'): void {
  const sides = { ours: Sides.answer.parse(ours).answers, theirs: Sides.answer.parse(theirs).answers };
  const chosen = sides[choice].at(-1);
  if (chosen === undefined) return;
  const has = (side: readonly KeptAnswer[], id: string | undefined): boolean =>
    side.some(({ annotation }) => annotation.id === id);
  const { item_id: item, task, round, person_id: person } = chosen.annotation;
  const document = casebook.database
    .prepare<[string, string, number, string], string>(
      `SELECT id FROM annotation WHERE (item_id, task, round, person_id) = (?, ?, ?, ?) AND state = 'submitted' ORDER BY version`,
    )
    .pluck()
    .all(item, task, round, person);
  const last = document.at(-1);
  const isHere = document.includes(chosen.annotation.id);
  if (has(sides[choice], last)) return;
  if (isHere && !has(sides[choice === 'ours' ? 'theirs' : 'ours'], last)) return;
  const { annotation, regions } = chosen;
  const now = timeOfWriting(casebook);
  const begun = Math.min(annotation.created_at, now);
  new DocumentAppender(casebook).append(
    // Chosen now: wherever this is merged, it comes after both.
    { annotation: { ...annotation, created_at: begun, submitted_at: now, updated_at: now }, regions },
    AnnotationId.parse(casebook.ports.newId()),
  );
}

function acceptTexts(casebook: Casebook, { itemId, theirs }: KeptConflict, by: PersonId): void {
  const { database, benchmark } = casebook;
  if (itemId === null) return;
  const [item] = rowReader(database, 'item', 'WHERE id = ?').list(itemId);
  const task = benchmark.tasks[0];
  if (item === undefined || task === undefined) return;
  const side = Sides.item.parse(theirs);
  const { edition } = side;
  if (edition !== undefined) {
    requireNotAsked(casebook, itemId);
    createAdoption(casebook)(itemId, edition, { imported: null, latestRound: () => 1 });
    return;
  }
  const writer = casebook.derived.items;
  const payload = withOwnImages(casebook, item, side);
  const isAnswered = item.gold_annotation_id !== null || item.gold_fields !== null;
  if (item.imported_payload !== null || isAnswered) writer.setImported(itemId, payload);
  writer.setPayload(itemId, casebook.derived.recompute.answered(itemId, payload));
  addImages(casebook, itemId, payload, side, by);
}

/** As where an item is fixed: participants would answer two different ones. */
function requireNotAsked(casebook: Casebook, itemId: ItemId): void {
  const study = casebook.records.askedItems.studyOf(itemId);
  if (study === null) return;
  throw new CasebookError(
    'conflict',
    `The study “${study}” is open and asks about this item: its participants would answer two versions.`,
    'Nothing was changed. Close the study first.',
  );
}

type ItemSide = z.infer<(typeof Sides)['item']>;

/**
 * Their texts; where the images are others, with those that files have added here, in the places in which answers speak
 * of them.
 */
function withOwnImages({ benchmark, database }: Casebook, item: RowOf<'item'>, side: ItemSide): JsonObject {
  if (sameJson(createHashesReader(database)(item.id), side.images)) return side.payload;
  const own = item.imported_payload ?? item.payload;
  return (benchmark.additions ?? []).reduce((source, addition) => addition.keep(source, own), side.payload);
}

/** Puts the images behind those of the item that the payload names: the files were taken when it was merged. */
function addImages(
  casebook: Casebook,
  itemId: ItemId,
  payload: JsonObject,
  side: ItemSide,
  by: PersonId,
): void {
  const { benchmark, database } = casebook;
  const [item, there] = [benchmark.parseItem(payload), benchmark.parseItem(side.payload)];
  if (!item.ok || !there.ok) return;
  const imageOf = database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
  const here = rowReader(database, 'item_image', 'WHERE item_id = ?').list(itemId);
  const writer = casebook.derived.items;
  for (const [position, { role, name }] of item.value.images.entries()) {
    if (position < here.length) continue;
    const sha256 = side.images[there.value.images.findIndex((each) => each.name === name)] ?? null;
    const imageId = sha256 === null ? undefined : imageOf.get(sha256);
    const taken = imageId === undefined ? null : ImageId.parse(imageId);
    writer.setImage(itemId, { position, role, name, imageId: taken }, by);
  }
}

function acceptName({ database, records }: Casebook, { ours, theirs }: KeptConflict): void {
  const { personTable } = records;
  const [own, other] = [Sides.person.parse(ours), Sides.person.parse(theirs)];
  const byId = rowReader(database, 'person', 'WHERE id = ?');
  const [holder] = byId.list(own.id);
  if (
    own.id !== other.id &&
    holder !== undefined &&
    holder.handle.toLowerCase() === other.handle.toLowerCase()
  )
    personTable.rename(holder.id, `${holder.handle}-${holder.id.slice(-6)}`);
  personTable.rename(other.id, other.handle);
  personTable.setName(other.id, other.name);
}
