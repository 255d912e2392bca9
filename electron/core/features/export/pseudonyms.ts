import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMetaText } from '../../db/meta.ts';

/** What an export calls somebody, and who that is. */
export interface Pseudonym {
  readonly pseudonym: string;
  readonly handle: string;
}

const Row = z.object({ id: z.string(), handle: z.string() });

/**
 * Has this connection read people under pseudonyms from now on: `rater-1`, `rater-2` and so on, the same in every file of
 * an export, in an order that tells nothing. Whatever reads people through it, in any format, meets no name. Models
 * keep theirs. The database itself stays as it is. Gives the key.
 */
export function pseudonymise(database: CasebookDatabase): readonly Pseudonym[] {
  const casebook = readMetaText(database, 'id');
  const people = database
    .prepare("SELECT id, handle FROM main.person WHERE kind = 'human'")
    .all()
    .map((row) => Row.parse(row));
  const place = ({ id }: { readonly id: string }): string =>
    createHash('sha256').update(`${casebook}\n${id}`).digest('hex');
  const ordered = people
    .map((person) => ({ ...person, place: place(person) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  // A temporary table stands before the one of the database that has its name.
  database.exec('CREATE TEMP TABLE person AS SELECT * FROM main.person');
  database.exec('CREATE UNIQUE INDEX temp.person_by_id ON person (id)');
  const rename = database.prepare<[string, string, string]>(
    'UPDATE temp.person SET handle = ?, name = ? WHERE id = ?',
  );
  return ordered.map(({ id, handle }, at) => {
    const pseudonym = `rater-${String(at + 1)}`;
    rename.run(pseudonym, pseudonym, id);
    return { pseudonym, handle };
  });
}

/** The key as the history of the casebook keeps it. */
export const keyOf = (pseudonyms: readonly Pseudonym[]): Record<string, string> =>
  Object.fromEntries(pseudonyms.map(({ pseudonym, handle }) => [pseudonym, handle]));
