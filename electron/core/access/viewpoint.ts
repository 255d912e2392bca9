import type { Person } from '../../../shared/contract/application.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { OVERSEEING, type Role } from '../../../shared/domain/status.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { IS_AWAITED_ITEM, IS_UNDECIDED_ITEM } from './blindItems.ts';
import { UNDECIDED } from './undecided.ts';
import { createEarlierGoldShown } from '../records/answers/earlierGoldShown.ts';

/** What somebody may see. Every procedure that reads items, answers or the log asks it. */
export interface Viewpoint {
  /** Null: the program itself, on behalf of the person who owns the files (the command line). */
  readonly person: Person | null;
  /** Whether items that are not assigned to them concern them at all: curators, reviewers, adjudicators. */
  readonly seesEverything: boolean;
  /**
   * Whether what others made of an item, gold included, has to stay hidden: their own answer is outstanding, to it or to the
   * item that it is a question about; or they decide on it and must not know what is to come out (`hidesGold`).
   */
  isBlind(itemId: ItemId): boolean;
  /**
   * Whether the item is undecided and they are to decide without knowing its name, origin and gold: adjudicators who do
   * not curate, unless the casebook shows the earlier gold. Adjudicate itself hides it from curators, too.
   */
  hidesGold(itemId: ItemId): boolean;
  /** Whether there is any item that is blind to them. Where there is none, lists need not ask item by item. */
  isBlindAnywhere(): boolean;
  /** Whether they may look at the item at all. */
  mayOpen(itemId: ItemId): boolean;
  /** Whether who answered what stays hidden although the answers do not: they are to decide between the raters. */
  hidesRaters(itemId: ItemId): boolean;
}

/** The viewpoint of the command line, whose user can read the files anyway. */
export const everything: Viewpoint = {
  person: null,
  seesEverything: true,
  isBlind: () => false,
  hidesGold: () => false,
  isBlindAnywhere: () => false,
  mayOpen: () => true,
  hidesRaters: () => false,
};

/**
 * Viewpoints in an open casebook. Overseers see everything but what they have yet to answer and questions about it;
 * those who adjudicate and do not curate see nothing undecided either. Annotators see their assignments and their own
 * work.
 */
export function createViewpoints({ database }: CasebookFiles): (person: Person) => Viewpoint {
  const isAwaited = database.prepare<[{ item: string; person: string }], number>(IS_AWAITED_ITEM).pluck();
  const isUndecidedItem = database.prepare<[{ item: string }], number>(IS_UNDECIDED_ITEM).pluck();
  const hasUndecided = database
    .prepare<[], number>(`SELECT 1 FROM rating_state WHERE state IN (${UNDECIDED}) LIMIT 1`)
    .pluck();
  const isGoldShown = createEarlierGoldShown(database);
  const isAssigned = database
    .prepare<[string, string], number>('SELECT 1 FROM assignment WHERE item_id = ? AND person_id = ? LIMIT 1')
    .pluck();
  const hasOpen = database
    .prepare<[string], number>("SELECT 1 FROM assignment WHERE person_id = ? AND state = 'open' LIMIT 1")
    .pluck();
  const isUndecided = database
    .prepare<[string], number>(
      `SELECT 1 FROM rating_state WHERE item_id = ? AND state IN (${UNDECIDED}) LIMIT 1`,
    )
    .pluck();
  return (person) => {
    const seesEverything = person.roles.some((role) => OVERSEEING.includes(role));
    const decidesBlind = (): boolean => adjudicatesOnly(person) && !isGoldShown();
    const hidesGold = (itemId: ItemId): boolean =>
      decidesBlind() && isUndecidedItem.get({ item: itemId }) !== undefined;
    return {
      person,
      seesEverything,
      isBlind: (itemId) =>
        !seesEverything ||
        isAwaited.get({ item: itemId, person: person.id }) !== undefined ||
        hidesGold(itemId),
      hidesGold,
      isBlindAnywhere: () =>
        !seesEverything ||
        hasOpen.get(person.id) !== undefined ||
        (decidesBlind() && hasUndecided.get() !== undefined),
      mayOpen: (itemId) => seesEverything || isAssigned.get(itemId, person.id) !== undefined,
      hidesRaters: (itemId) => person.roles.includes('adjudicator') && isUndecided.get(itemId) !== undefined,
    };
  };
}

/** Whether somebody decides between raters and does not curate. */
export const adjudicatesOnly = ({ roles }: Pick<Person, 'roles'>): boolean =>
  roles.includes('adjudicator') && !roles.includes('curator');

/** Throws `forbidden` where somebody may not look at an item. */
export function requireItem(viewpoint: Viewpoint, itemId: ItemId): void {
  if (viewpoint.mayOpen(itemId)) return;
  throw new CasebookError(
    'forbidden',
    'This item is not assigned to you.',
    'Nothing was changed. A curator assigns items on the Team screen.',
  );
}

/** Throws `forbidden` unless the person holds one of these roles; `instead`: what they can do about it. */
export function requireRole(
  person: Person,
  roles: readonly Role[],
  what: string,
  instead = 'A curator can change roles on the Team screen.',
): void {
  if (person.roles.some((role) => roles.includes(role))) return;
  throw new CasebookError(
    'forbidden',
    `${what} is for ${roles.map((role) => `${role}s`).join(' or ')}; ${person.name} is not one.`,
    `Nothing was changed. ${instead}`,
  );
}
