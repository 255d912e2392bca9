import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Pseudonymous } from '../../../../shared/contract/people.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMetaText } from '../../db/meta.ts';

/** What an export calls somebody, and who that is. */
export interface Pseudonym {
  readonly pseudonym: string;
  readonly handle: string;
}

const Row = z.object({ personId: PersonId, handle: z.string(), name: z.string() });

/**
 * What people are called in everything that leaves: `rater-1`, `rater-2` and so on, in an order that tells nothing, the
 * same for the same people. Models keep their names, and no pseudonym is the handle of one.
 */
export function pseudonymsOf(database: CasebookDatabase): readonly Pseudonymous[] {
  const casebook = readMetaText(database, 'id');
  const taken = new Set(
    database.prepare<[], string>("SELECT lower(handle) FROM main.person WHERE kind <> 'human'").pluck().all(),
  );
  const place = (id: string): string => createHash('sha256').update(`${casebook}\n${id}`).digest('hex');
  let number = 0;
  const next = (): string => {
    number += 1;
    const pseudonym = `rater-${String(number)}`;
    return taken.has(pseudonym) ? next() : pseudonym;
  };
  return database
    .prepare("SELECT id AS personId, handle, name FROM main.person WHERE kind = 'human'")
    .all()
    .map((row) => Row.parse(row))
    .map((person) => ({ person, at: place(person.personId) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ person }) => ({ ...person, pseudonym: next() }));
}

/**
 * Has this connection read people under their pseudonyms from now on. Whatever reads people through it, in any format,
 * meets no name. The database itself stays as it is. Gives the key.
 */
export function pseudonymise(database: CasebookDatabase): readonly Pseudonym[] {
  const people = pseudonymsOf(database);
  // A temporary table stands before the one of the database that has its name.
  database.exec('CREATE TEMP TABLE person AS SELECT * FROM main.person');
  database.exec('CREATE UNIQUE INDEX temp.person_by_id ON person (id)');
  const rename = database.prepare<[string, string, string]>(
    'UPDATE temp.person SET handle = ?, name = ? WHERE id = ?',
  );
  return people.map(({ personId, handle, pseudonym }) => {
    rename.run(pseudonym, pseudonym, personId);
    return { pseudonym, handle };
  });
}

/** The key as the history of the casebook keeps it. */
export const keyOf = (pseudonyms: readonly Pseudonym[]): Record<string, string> =>
  Object.fromEntries(pseudonyms.map(({ pseudonym, handle }) => [pseudonym, handle]));
