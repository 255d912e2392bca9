import { PersonId } from '../../../shared/domain/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';

/**
 * Whose device a casebook is: of the person on whose behalf it exchanges with a hub. Null: it is connected to none. What
 * is written here goes out in that person's name, so nobody else works in it.
 */
export function createDeviceOwner(database: CasebookDatabase): () => PersonId | null {
  const owner = database.prepare<[], string>('SELECT person_id FROM hub').pluck();
  return () => {
    const id = owner.get();
    return id === undefined ? null : PersonId.parse(id);
  };
}
