import { type ForeignFormat, ForeignSets } from '../../../../shared/foreign/foreignPart.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';

/**
 * The setting that holds them. It stays in the casebook that read the files: whatever keys a header has, people who are blind to
 * items would get them with a team's other settings.
 */
const KEY = 'foreignSets';

/** What files said of the whole data set when it came in, by format: headers, categories, and their like. */
export function readForeignSets(database: CasebookDatabase): ForeignSets {
  return ForeignSets.parse(readMeta(database, KEY) ?? {});
}

/** Keeps what a file says of its data set, in the place of what an earlier file of the same format said. */
export function writeForeignSet(database: CasebookDatabase, format: ForeignFormat, source: string): void {
  writeMeta(database, KEY, { ...readForeignSets(database), [format]: source });
}
