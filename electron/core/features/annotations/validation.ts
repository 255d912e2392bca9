import type { Task } from '../../../../shared/benchmarks/task.ts';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import {
  answerOf,
  type DocumentDiff,
  type DocumentRecord,
  type DocumentRecords,
  imagesOf,
  recordId,
} from '../../../../shared/domain/document.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { readMeta } from '../../db/meta.ts';

/** Room for the rounding of sums of floating-point coordinates, in pixels. */
const TOLERANCE = 1e-6;

/**
 * Checks a change before it is written: the answer's shape, boxes inside their image, images that exist.
 * A rule of the benchmark may be broken by a draft; the shape may not. Throws `invalid_input`.
 */
export function createValidation({
  database,
}: Casebook): (task: Task, records: DocumentRecords, diff: DocumentDiff) => void {
  const sizeOf = database.prepare<[string], { width: number; height: number }>(
    'SELECT width, height FROM image WHERE id = ?',
  );
  return (task, records, diff) => {
    const changed: readonly [string, DocumentRecord][] = [
      ...Object.entries(diff.added),
      ...Object.entries(diff.updated).map(([id, [, to]]): [string, DocumentRecord] => [id, to]),
    ];
    const images = new Set(imagesOf(records).map((image) => image.imageId));
    for (const [id, record] of changed) {
      if (recordId(record) !== id) refuse(`A record has a wrong id (${id}).`);
      if (record.type === 'region') {
        const size = sizeOf.get(record.imageId);
        if (size === undefined || !images.has(record.imageId))
          refuse('A box belongs to an image that the item does not have.');
        else if (
          record.x + record.width > size.width + TOLERANCE ||
          record.y + record.height > size.height + TOLERANCE
        ) {
          refuse('A box reaches beyond its image.');
        }
      }
      if (record.type === 'image' && record.imageId !== null && sizeOf.get(record.imageId) === undefined) {
        refuse('The image does not exist in this casebook.');
      }
    }
    const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
    const parsed = task.parseAnswer(answerOf(records), vocabulary);
    if (!parsed.ok)
      refuse(
        parsed.problems
          .map(({ field, message }) =>
            field === null ? message : `${pathTitle(field, task.fields(vocabulary))}: ${message}`,
          )
          .join('; '),
      );
  };
}

function refuse(what: string): never {
  throw new CasebookError('invalid_input', `The change was not saved. ${what}`);
}
