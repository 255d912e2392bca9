import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ImageIntake } from '../intake/imageIntake.ts';
import { type ExistingItem, type ItemRows, parsePayload } from '../../../records/items/itemRows.ts';

/** What is said of a question that a source has changed. */
export const STAYS_AS_ASKED =
  'The source has another question here, but this one is answered or assigned already, so it stays. Build with another seed to get a new name.';

/** Questions that have been answered, or are being put to people: a source changes them no more. There are none where the benchmark builds none. */
export class AskedQuestions {
  readonly #casebook: Casebook;
  readonly #rows: Pick<ItemRows, 'images' | 'rootContent'>;
  readonly #asked;

  constructor(casebook: Casebook, rows: Pick<ItemRows, 'images' | 'rootContent'>) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#rows = rows;
    this.#asked = database
      .prepare<[string, string], number>(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM response WHERE item_id = ?)
         OR EXISTS (SELECT 1 FROM study_item t JOIN study s ON s.id = t.study_id
           WHERE t.item_id = ? AND s.state = 'open')`,
      )
      .pluck();
  }

  isAsked({ id, payload }: ExistingItem): boolean {
    return (
      this.#casebook.benchmark.isQuery?.(parsePayload(payload)) === true &&
      this.#asked.get(id, id) !== undefined
    );
  }

  /** Whether the source has another picture in one of an item's places. */
  hasOtherPictures({ id }: ExistingItem, item: ParsedItem, intake: ImageIntake): boolean {
    const current = this.#rows.images(id);
    return item.images.some(({ name }, position) => {
      const imageId = current[position]?.imageId ?? null;
      const result = intake.result(name);
      return (
        imageId !== null &&
        result.kind === 'stored' &&
        this.#rows.rootContent(imageId) !== result.image.sha256
      );
    });
  }
}
