import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ImageIntake } from './imageIntake.ts';
import type { ExistingItem, ItemRows } from '../../records/itemRows.ts';
import { parsePayload } from '../../records/itemRows.ts';

/** Questions that have been answered, or are being put to people: a source changes them no more. */
export interface AskedQuestions {
  isAsked(existing: ExistingItem): boolean;
  /** Whether the source has another picture in one of an item's places. */
  hasOtherPictures(existing: ExistingItem, item: ParsedItem, intake: ImageIntake): boolean;
}

/** What is said of a question that a source has changed. */
export const STAYS_AS_ASKED =
  'The source has another question here, but this one is answered or assigned already, so it stays. Build with another seed to get a new name.';

/** For one import; nothing is a question where the benchmark builds none. */
export function createAskedQuestions(
  { database, benchmark }: Casebook,
  rows: Pick<ItemRows, 'images' | 'rootContent'>,
): AskedQuestions {
  const asked = database
    .prepare<[string, string], number>(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM response WHERE item_id = ?)
         OR EXISTS (SELECT 1 FROM study_item t JOIN study s ON s.id = t.study_id
           WHERE t.item_id = ? AND s.state = 'open')`,
    )
    .pluck();
  return {
    isAsked: ({ id, payload }) =>
      benchmark.isQuery?.(parsePayload(payload)) === true && asked.get(id, id) !== undefined,
    hasOtherPictures({ id }, item, intake) {
      const current = rows.images(id);
      return item.images.some(({ name }, position) => {
        const imageId = current[position]?.imageId ?? null;
        const result = intake.result(name);
        return (
          imageId !== null && result.kind === 'stored' && rows.rootContent(imageId) !== result.image.sha256
        );
      });
    },
  };
}
