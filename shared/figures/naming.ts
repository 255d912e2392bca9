import type { Pseudonymous } from '../contract/people.ts';
import type { PersonId } from '../domain/ids.ts';

/** What respondents, raters and judges are called in figures that leave the app: the only place that decides it. */
export interface Naming {
  /** @param id null: nobody in particular, such as people together */
  readonly byId: (id: PersonId | null, name: string) => string;
  /** @param handle the key of a line: a handle, or the line of people together */
  readonly byHandle: (handle: string, name: string) => string;
}

/** Everybody by name. */
export const withNames: Naming = { byId: (_id, name) => name, byHandle: (_handle, name) => name };

/** People by their pseudonyms, the same as in files of the data; models keep their names. */
export function pseudonymsFor(people: readonly Pseudonymous[]): Naming {
  const ids = new Map(people.map(({ personId, pseudonym }) => [personId, pseudonym]));
  const handles = new Map(people.map(({ handle, pseudonym }) => [handle.toLowerCase(), pseudonym]));
  return {
    byId: (id, name) => (id === null ? name : (ids.get(id) ?? name)),
    byHandle: (handle, name) => handles.get(handle.toLowerCase()) ?? name,
  };
}
