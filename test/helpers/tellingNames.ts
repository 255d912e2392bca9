import type { CasebookDatabase } from '../../electron/core/db/database.ts';

/** What every name and handle of a person has in it after {@link tellNames}, and nothing else in a casebook. */
export const TELLING = /tellinger|zelda|@mail\.example/iu;

/**
 * Gives every person a full name, and a handle like an address that begins with the former one, so that one that leaves
 * is found. Models keep theirs.
 */
export function tellNames(database: CasebookDatabase): void {
  database.exec(
    `UPDATE person SET name = 'Zelda ' || handle || ' Tellinger', handle = handle || '.tellinger@mail.example'
     WHERE kind = 'human'`,
  );
}
