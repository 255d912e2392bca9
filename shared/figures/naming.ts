import type { Pseudonymous } from '../contract/people.ts';
import type { PersonId } from '../base/ids.ts';

/** What respondents, raters and judges are called in figures that leave the app: the only place that decides it. */
export interface Naming {
  /** @param id null: nobody in particular, such as people together */
  readonly byId: (id: PersonId | null, name: string) => string;
  /** @param handle the key of a line: a handle, or the line of people together */
  readonly byHandle: (handle: string, name: string) => string;
  /** Sentences beside the figures: they name people in words. */
  readonly notes: (notes: readonly string[]) => string[];
}

/** Everybody by name. */
export const withNames: Naming = {
  byId: (_id, name) => name,
  byHandle: (_handle, name) => name,
  notes: (notes) => [...notes],
};

const NOTES_LEFT_OUT = 'The notes on these figures name people, so Casebook shows the notes on screen only.';

/**
 * People by their pseudonyms, the same as in files of the data; models keep their names.
 * @param people null: not known yet, so that nobody keeps a name
 */
export function pseudonymsFor(people: readonly Pseudonymous[] | null): Naming {
  const notes = (of: readonly string[]): string[] => (of.length === 0 ? [] : [NOTES_LEFT_OUT]);
  if (people === null) return { byId: () => 'respondent', byHandle: () => 'respondent', notes };
  const ids = new Map(people.map(({ personId, pseudonym }) => [personId, pseudonym]));
  const handles = new Map(people.map(({ handle, pseudonym }) => [handle.toLowerCase(), pseudonym]));
  return {
    byId: (id, name) => (id === null ? name : (ids.get(id) ?? name)),
    byHandle: (handle, name) => handles.get(handle.toLowerCase()) ?? name,
    notes,
  };
}
