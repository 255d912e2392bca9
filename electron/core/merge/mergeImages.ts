import { ImageId } from '../../../shared/base/ids.ts';
import { rowReader, rowWriter } from '../db/rows.ts';
import { type MergeContext, refuseMerge } from './mergeContext.ts';

/** Images are the same by their content, whatever ids they bear. */
export function mergeImages({ into, source, tally }: MergeContext): (id: ImageId) => ImageId {
  const bySha = into.database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
  const byId = into.database.prepare<[string], string>('SELECT sha256 FROM image WHERE id = ?').pluck();
  const insert = rowWriter(into.database, 'image');
  const rows = rowReader(source.database, 'image', 'ORDER BY created_at, id').list();
  const names = new Map<string, ImageId>();
  for (const { id, sha256 } of rows) {
    const own = bySha.get(sha256);
    names.set(id, own === undefined ? id : ImageId.parse(own));
  }
  for (const row of rows) {
    if (names.get(row.id) !== row.id || byId.get(row.id) === row.sha256) {
      tally[into.records.imageTable.uniteRights(row) ? 'taken' : 'known'].images += 1;
      continue;
    }
    if (byId.get(row.id) !== undefined) refuseMerge(`The image ${row.id} differs between the two casebooks.`);
    const { derived_from: parent } = row;
    insert({ ...row, link: null, derived_from: parent === null ? null : (names.get(parent) ?? null) });
    tally.taken.images += 1;
  }
  return (id) => names.get(id) ?? id;
}
