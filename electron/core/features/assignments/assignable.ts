import type { AssignRequest } from '../../../../shared/contract/assignments.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { z } from 'zod';
import type { AssignmentCandidate } from './queries.ts';

/**
 * The selected items that may be assigned: no questions, and with `unassignedOnly` none that somebody has in this
 * round. Rejected items only if they were selected one by one or as rejected ones.
 * @param raters who has each item in this round
 */
export function itemsToAssign(
  selected: readonly AssignmentCandidate[],
  {
    items,
    round,
    unassignedOnly,
  }: Pick<z.output<typeof AssignRequest>, 'items' | 'round' | 'unassignedOnly'>,
  raters: ReadonlyMap<string, unknown>,
): { readonly chosen: readonly AssignmentCandidate[]; readonly rejected: number } {
  const all = withoutQuestions(selected).filter(({ id }) => !unassignedOnly || !raters.has(id));
  const wantsRejected = 'ids' in items || items.filter.status?.includes('rejected') === true;
  const chosen = round === 1 || wantsRejected ? all : all.filter(({ rejected }) => !rejected);
  return { chosen, rejected: all.length - chosen.length };
}

/** Throws `invalid_input` where items would get fewer people than they are to have. */
export function requireEnoughPeople(short: number, overlap: number): void {
  if (short === 0) return;
  throw new CasebookError(
    'invalid_input',
    `${String(short)} of the items would get fewer than ${String(overlap)} people: there are not enough people.`,
    'Nothing was assigned. Choose more people, or fewer people per item.',
  );
}

/** There is nothing to annotate on a question: it is put to people in studies. */
function withoutQuestions(found: readonly AssignmentCandidate[]): AssignmentCandidate[] {
  const annotated = found.filter(({ question }) => !question);
  if (annotated.length > 0 || found.length === 0) return annotated;
  throw new CasebookError(
    'invalid_input',
    'All of these are questions built from other items, with nothing to annotate.',
    'Nothing was assigned. Ask them in a study, or choose the items that they are about.',
  );
}

/** A document is opened in its person's latest round: one of an earlier round could never be answered. */
export function requireNoLater(name: string, later: number, round: number): void {
  if (later === 0) return;
  throw new CasebookError(
    'invalid_input',
    `${name} already has ${String(later)} of the items in a round later than ${String(round)}.`,
    'Nothing was assigned. Choose the later round, other people or other items.',
  );
}

/** What is asked in a study session gives away what an annotator is to find, and the other way round. */
export function requireNotAsked(name: string, items: number): void {
  if (items === 0) return;
  throw new CasebookError(
    'conflict',
    `${name} takes part in a study that asks about ${String(items)} of the items.`,
    'Nothing was assigned. Choose other people or other items, or wait until they have finished.',
  );
}
