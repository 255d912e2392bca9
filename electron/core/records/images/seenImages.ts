import { z } from 'zod';
import type { PlanEntry } from '../../../../shared/domain/study.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { isShownImage } from './chosenImages.ts';

/** An answer of a study session, by where it was given. */
export interface StudySessionAnswer {
  readonly itemId: string;
  readonly itemRevision: number;
  /** The entry of its study session's plan. */
  readonly planned: PlanEntry | undefined;
}

/**
 * The images that a participant saw when they answered, in that order: by the item's names for them, or by SHA-256 if
 * the item no longer has one. Null if unknown: the plan does not say, and the item has changed since.
 */
export type SeenImages = (answer: StudySessionAnswer) => readonly string[] | null;

const Shown = z.object({ name: z.string() });

/** The names of the images that an item shows now, in their order. */
export function createShownNames(database: CasebookDatabase): (itemId: string) => readonly string[] {
  const shown = database.prepare<[string]>(
    `SELECT f.name FROM item_image f WHERE f.item_id = ? AND f.image_id IS NOT NULL AND ${isShownImage('f')}
     ORDER BY f.position`,
  );
  return (itemId) => shown.all(itemId).map((raw) => Shown.parse(raw).name);
}

/** The images that were seen, their statements prepared once. */
export function createSeenImages(
  database: CasebookDatabase,
  shownNow: ReturnType<typeof createShownNames>,
): SeenImages {
  const byContent = database
    .prepare<[string, string], string>(
      `SELECT f.name FROM item_image f JOIN image m ON m.id = f.image_id
       WHERE f.item_id = ? AND m.sha256 = ? ORDER BY f.position LIMIT 1`,
    )
    .pluck();
  const revision = database.prepare<[string], number>('SELECT revision FROM item WHERE id = ?').pluck();
  return ({ itemId, itemRevision, planned }) => {
    if (planned?.kind !== 'item') return null;
    const { images, contents } = planned;
    if (contents === undefined && revision.get(itemId) !== itemRevision) return null;
    const names =
      contents === undefined
        ? shownNow(itemId)
        : contents.map((content) => byContent.get(itemId, content) ?? content);
    return images.flatMap((place) => names[place] ?? []);
  };
}
