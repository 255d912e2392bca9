import type { Casebook } from '../../derived/casebook.ts';
import type { LabelStudioTask } from './labelStudioReader.ts';
import { indexKnownImages, whyUnknown } from '../reading/knownImages.ts';

/** The item that a task is about, or why that cannot be said. */
export type TaskItem =
  | {
      readonly ok: true;
      readonly item: string;
      /** Which of the item's images each of the task's is, from 1; null: the item has it not. */
      readonly places: readonly (number | null)[];
      /** Whether only the image's name told. */
      readonly byImage: boolean;
    }
  | { readonly ok: false; readonly field: 'image'; readonly reason: string };

/**
 * Tells which item of the casebook a task is about: the one that it names, else the one whose image it shows. Only where
 * neither is here, the task's number is the item's name: numbers of tasks are nobody's names, and two sources have the same.
 */
export class TaskItems {
  readonly #benchmark;
  readonly #find;
  readonly #itemCalled;
  readonly #namesOf;

  constructor({ database, benchmark }: Casebook) {
    this.#benchmark = benchmark.id;
    this.#find = indexKnownImages(database);
    this.#itemCalled = database
      .prepare<[string, string], string>('SELECT id FROM item WHERE benchmark = ? AND external_id = ?')
      .pluck();
    this.#namesOf = database
      .prepare<[string], string>('SELECT name FROM item_image WHERE item_id = ? ORDER BY position')
      .pluck();
  }

  of({ item, isNamed, images }: Pick<LabelStudioTask, 'item' | 'isNamed' | 'images'>): TaskItem {
    const called = this.#itemCalled.get(this.#benchmark, item);
    const byName = { ok: true, item, places: images.map((_, index) => index + 1), byImage: false } as const;
    if (isNamed && called !== undefined) return byName;
    for (const { name } of images) {
      const found = this.#find(name);
      const fitting = found.length > 1 ? found.filter(({ externalId }) => externalId === item) : found;
      const [only, another] = fitting;
      if (only !== undefined && another === undefined) {
        const { externalId } = only;
        const places = images.map((image) => {
          const own = this.#find(image.name).filter((each) => each.externalId === externalId);
          return own.length === 1 && own[0] !== undefined ? own[0].position + 1 : null;
        });
        return { ok: true, item: externalId, places, byImage: externalId !== item };
      }
      if (found.length > 0) return { ok: false, field: 'image', reason: `${name}: ${whyUnknown(found)}` };
    }
    const others = called === undefined ? [] : this.#namesOf.all(called);
    const [shown] = images;
    if (shown === undefined || others.length === 0) return byName;
    return {
      ok: false,
      field: 'image',
      reason: `The task shows ${shown.name}, but the item ${item} of this casebook shows ${others.join(', ')}: it is another item with that number.`,
    };
  }
}
