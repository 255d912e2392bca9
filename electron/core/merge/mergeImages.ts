import type { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { ImageId } from '../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { rowReader, rowWriter } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { rowForm } from '../db/schema.ts';
import type { MergeContext } from './mergeContext.ts';

const ImageRights = rowForm('image').pick({
  sha256: true,
  url: true,
  licence: true,
  attribution: true,
  redistributable: true,
});

/** Images are the same by their content, whatever ids they bear. */
export function mergeImages({ into, source, tally }: MergeContext): (id: ImageId) => ImageId {
  const bySha = into.database.prepare<[string], string>('SELECT id FROM image WHERE sha256 = ?').pluck();
  const byId = into.database.prepare<[string], string>('SELECT sha256 FROM image WHERE id = ?').pluck();
  const insert = rowWriter(into.database, 'image');
  const rows = rowReader(source.database, 'image', 'ORDER BY created_at, id').list();
  const mergeRights = rightsMerger(into.database);
  const names = new Map<string, ImageId>();
  for (const { id, sha256 } of rows) {
    const own = bySha.get(sha256);
    names.set(id, own === undefined ? id : ImageId.parse(own));
  }
  for (const row of rows) {
    if (names.get(row.id) !== row.id || byId.get(row.id) === row.sha256) {
      tally[mergeRights(row) ? 'taken' : 'known'].images += 1;
      continue;
    }
    if (byId.get(row.id) !== undefined) {
      throw new CasebookError(
        'invalid_input',
        `The image ${row.id} differs between the two casebooks.`,
        'None of it was merged.',
      );
    }
    const { derived_from: parent } = row;
    insert({ ...row, link: null, derived_from: parent === null ? null : (names.get(parent) ?? null) });
    tally.taken.images += 1;
  }
  return (id) => names.get(id) ?? id;
}

/**
 * Notes the rights in an image that both have where nothing is noted here, and that it may not be handed on where either
 * says so: otherwise what is forbidden there would be exported here.
 */
function rightsMerger(database: CasebookDatabase): (theirs: RowOf<'image'>) => boolean {
  const write = database.prepare<[z.infer<typeof ImageRights>]>(
    `UPDATE image SET url = coalesce(url, @url), licence = coalesce(licence, @licence),
       attribution = coalesce(attribution, @attribution),
       redistributable = coalesce(min(redistributable, @redistributable), redistributable, @redistributable)
     WHERE sha256 = @sha256 AND (url IS NULL AND @url IS NOT NULL OR licence IS NULL AND @licence IS NOT NULL
       OR attribution IS NULL AND @attribution IS NOT NULL
       OR @redistributable IS NOT NULL AND (redistributable IS NULL OR redistributable > @redistributable))`,
  );
  return (theirs) => write.run(ImageRights.parse(theirs)).changes > 0;
}
