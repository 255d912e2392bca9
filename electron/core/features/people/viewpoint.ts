import type { Person } from '../../../../shared/contract/application.ts';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { Role } from '../../../../shared/domain/status.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../casebook.ts';

/** What somebody may see. Every procedure that reads items, answers or the log asks it. */
export interface Viewpoint {
  /** Null: the program itself, on behalf of whoever owns the files (the command line). */
  readonly person: Person | null;
  /** Whether items that are not assigned to them concern them at all: curators, reviewers, adjudicators. */
  readonly seesEverything: boolean;
  /** Whether what others made of an item, gold included, has to stay hidden: their own answer is outstanding. */
  isBlind(itemId: ItemId): boolean;
  /** Whether they may look at the item at all. */
  mayOpen(itemId: ItemId): boolean;
}

const OVERSEEING: readonly Role[] = ['curator', 'reviewer', 'adjudicator'];

/** The viewpoint of the command line: the files lie open to whoever runs it. */
export const everything: Viewpoint = {
  person: null,
  seesEverything: true,
  isBlind: () => false,
  mayOpen: () => true,
};

/**
 * Viewpoints in an open casebook. Whoever oversees sees everything but what they have yet to answer themselves;
 * whoever only annotates sees their own assignments, and of them only their own work.
 */
export function createViewpoints({ database }: Casebook): (person: Person) => Viewpoint {
  const isOpen = database
    .prepare<[string, string], number>(
      "SELECT 1 FROM assignment WHERE item_id = ? AND person_id = ? AND state = 'open' LIMIT 1",
    )
    .pluck();
  const isAssigned = database
    .prepare<[string, string], number>('SELECT 1 FROM assignment WHERE item_id = ? AND person_id = ? LIMIT 1')
    .pluck();
  return (person) => {
    const seesEverything = person.roles.some((role) => OVERSEEING.includes(role));
    return {
      person,
      seesEverything,
      isBlind: (itemId) => !seesEverything || isOpen.get(itemId, person.id) !== undefined,
      mayOpen: (itemId) => seesEverything || isAssigned.get(itemId, person.id) !== undefined,
    };
  };
}

/** Throws `forbidden` unless the person holds one of these roles. */
export function requireRole(person: Person, roles: readonly Role[], what: string): void {
  if (person.roles.some((role) => roles.includes(role))) return;
  throw new CasebookError(
    'forbidden',
    `${what} is for ${roles.join(' or ')}s; ${person.name} is not one.`,
    'Nothing was changed. A curator can change roles on the Team screen.',
  );
}
