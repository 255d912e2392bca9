import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { createDocumentReader, createDocumentWriter } from '../../db/documents.ts';
import { readMeta } from '../../db/meta.ts';
import { rowReader } from '../../db/rows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { inspectAnswer, inspectBox, inspectPayload, taskOf } from '../../merge/inspection.ts';
import type { DeltaKey } from './admission.ts';
import type { Delta } from './delta.ts';

/**
 * Adds the rows of images that what came in shows and that came in earlier: an item is compared by the contents of its
 * images, and a box lies on one, whatever that is called here.
 */
export function completeImages(casebook: Casebook, delta: Delta): void {
  const { database } = delta;
  const readHere = createDocumentReader(casebook.database);
  const write = createDocumentWriter(database);
  const alias = casebook.database
    .prepare<[string], string>('SELECT own_id FROM hub_image WHERE id = ?')
    .pluck();
  const named = database
    .prepare<[], string>(
      `SELECT image_id FROM item_image WHERE image_id IS NOT NULL UNION SELECT image_id FROM region
       EXCEPT SELECT id FROM image`,
    )
    .pluck()
    .all();
  database.transaction(() => {
    for (const id of named) {
      const own = readHere('image', id) ?? readHere('image', alias.get(id) ?? '');
      if (own !== null) write('image', { ...own, row: { ...own.row, id, link: null } });
    }
  })();
}

/**
 * Looks at what came in as at a package: payloads and answers of the benchmark's own shape, boxes inside their images. Takes
 * out what is not, and gives it with the reason.
 */
export function inspectDelta(casebook: Casebook, delta: Delta): (DeltaKey & { readonly reason: string })[] {
  const { benchmark, database: here } = casebook;
  const { database } = delta;
  const stored = readMeta(database, 'vocabulary') ?? readMeta(here, 'vocabulary');
  const vocabulary = benchmark.vocabulary.parse(JsonObject.parse(stored));
  const words = vocabulary.ok ? vocabulary.value : {};
  const bad: (DeltaKey & { readonly reason: string })[] = [];
  const look = (key: DeltaKey, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof CasebookError)) throw error;
      bad.push({ ...key, reason: error.message });
    }
  };
  for (const item of rowReader(database, 'item').all())
    look({ table: 'item', id: item.id }, () => {
      if (item.benchmark !== benchmark.id)
        throw new CasebookError('invalid_input', `The item belongs to the benchmark "${item.benchmark}".`);
      for (const payload of [item.payload, item.imported_payload ?? {}])
        inspectPayload(benchmark, item.id, payload);
    });
  const size = (database: CasebookDatabase) =>
    database.prepare<[string], { width: number; height: number }>(
      'SELECT width, height FROM image WHERE id = ?',
    );
  const [sizeThere, sizeHere] = [size(database), size(here)];
  const regions = rowReader(database, 'region', 'WHERE annotation_id = ?');
  for (const annotation of rowReader(database, 'annotation').all())
    look({ table: 'annotation', id: annotation.id }, () => {
      // Which it follows each casebook counts by itself.
      inspectAnswer(annotation, undefined, taskOf(benchmark, annotation), words);
      for (const box of regions.list(annotation.id))
        inspectBox(box, sizeThere.get(box.image_id) ?? sizeHere.get(box.image_id));
    });
  if (bad.length === 0) return bad;
  const drop = { item: 'DELETE FROM item WHERE id = ?', annotation: 'DELETE FROM annotation WHERE id = ?' };
  // What was submitted cannot be deleted; here it never was.
  database.exec('DROP TRIGGER annotation_submitted_stays; DROP TRIGGER region_submitted_no_delete;');
  for (const { table, id } of bad) {
    if (table === 'item') database.prepare(drop.item).run(id);
    else {
      database.prepare('DELETE FROM region WHERE annotation_id = ?').run(id);
      database.prepare(drop.annotation).run(id);
    }
  }
  return bad;
}
