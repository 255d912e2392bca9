import type { Task } from '../../../../shared/benchmarks/task.ts';
import { isSignedOff, signOffWithdrawn } from '../../../../shared/benchmarks/signOff.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { AnnotationStore } from './annotations.ts';
import { type GoldParts, isAskedFor } from './goldParts.ts';

/** Where an item's gold comes from, as far as its sign-off is concerned. */
interface SignedGold {
  readonly goldParts: GoldParts | null;
  readonly goldAnnotationId: string | null;
}

/** An item's images in one text: their SHA-256 in their order, null for a missing one. */
export const imagesText = (images: readonly { readonly sha256: string | null }[]): string =>
  images.map(({ sha256 }) => sha256 ?? '-').join(' ');

/**
 * Ties sign-offs to the very images that they were given for (`annotation.signed_off_images`), whichever way an item comes
 * to other ones.
 */
export class SignOffs {
  readonly #images;
  readonly #given;
  readonly #annotations: AnnotationStore;
  readonly #latest;

  constructor(database: CasebookDatabase, annotations: AnnotationStore) {
    this.#annotations = annotations;
    this.#images = database
      .prepare<[string], string | null>(
        `SELECT group_concat(coalesce(m.sha256, '-'), ' ' ORDER BY p.position)
       FROM item_image p LEFT JOIN image m ON m.id = p.image_id WHERE p.item_id = ?`,
      )
      .pluck();
    this.#given = database
      .prepare<[string], string | null>('SELECT signed_off_images FROM annotation WHERE id = ?')
      .pluck();
    this.#latest = database.prepare<
      [string, string, string, string],
      { itemId: string; images: string | null }
    >(
      `SELECT item_id AS itemId, signed_off_images AS images FROM annotation
     WHERE item_id ${IN_SET} AND task = ? AND state = 'submitted' AND payload ->> ? = 1 AND ${isAskedFor('annotation')}
     ORDER BY submitted_at, version, id`,
    );
  }

  /** An item's images as they are now: the same text for the same pixels in the same order, in any casebook. */
  imagesOf(itemId: string): string {
    return this.#images.get(itemId) ?? '';
  }

  /**
   * Whether an answer signs off, and the images that it signed off are not those that the item has now.
   * @param images the item's, as {@link imagesOf} gives them
   */
  isLost(task: Task, answer: JsonObject, of: string | null, now: string): boolean {
    return isSignedOff(task, answer) && of !== now;
  }

  /** The answer that gives it; null where none does. */
  givenIn({ images }: Task, { goldParts, goldAnnotationId }: SignedGold): string | null {
    return goldParts === null ? goldAnnotationId : (goldParts[images?.signOff ?? '']?.annotationId ?? null);
  }

  /** The images that an answer signed off, as `signed_off_images` has them; null for an answer that signs nothing off. */
  givenBy(annotationId: string): string | null {
    return this.#given.get(annotationId) ?? null;
  }

  /** The answer with the sign-off taken back where it {@link isLost}. */
  answerInForce(task: Task, answer: JsonObject, of: string | null, now: string): JsonObject {
    return this.isLost(task, answer, of, now) ? { ...answer, ...signOffWithdrawn(task, answer) } : answer;
  }

  /** The same of the answer that gives the sign-off that is in force for an item. */
  inForce(task: Task, gold: SignedGold): string | null {
    const from = this.givenIn(task, gold);
    return from === null ? null : this.givenBy(from);
  }

  /** Notes that a draft signs off the item's images as they are now, where it does and its rater was asked to. */
  tie(annotationId: string, task: Task, answer: JsonObject, itemId: string): void {
    if (task.images === undefined) return;
    this.#annotations.tieSignOff(
      annotationId,
      task.images.signOff,
      isSignedOff(task, answer) ? this.imagesOf(itemId) : null,
    );
  }

  /**
   * Those of some items of which the latest answer that signed their images off did so of other ones: what is there now
   * must not be handed out. Items whose images nobody has signed off are not among them.
   */
  changedSince(
    { id, images: signedImages }: Task,
    items: readonly { readonly id: string; readonly images: Parameters<typeof imagesText>[0] }[],
  ): ReadonlySet<string> {
    if (signedImages === undefined) return new Set();
    const { signOff } = signedImages;
    const rows = this.#latest.all(asSet(items.map((item) => item.id)), id, `$.${signOff}`, signOff);
    // The last one of each item stays.
    const signed = new Map(rows.map(({ itemId, images: of }) => [itemId, of]));
    return new Set(
      items.flatMap((item) =>
        signed.has(item.id) && signed.get(item.id) !== imagesText(item.images) ? [item.id] : [],
      ),
    );
  }
}
