import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { QueueState } from '../../../shared/domain/status.ts';
import { QUEUE_STATE } from '../records/acceptance/queueStates.ts';
import { awaitedItems } from './blindItems.ts';
import type { Viewpoint } from './viewpoint.ts';

/**
 * SQL: the state of an item (`item AS i` with `validation_state AS v`) as the caller sees it. An item that they have
 * yet to answer is outstanding, whatever its state. Adjudicators also see that raters differ.
 */
export function seenQueueState(viewpoint: Viewpoint): {
  readonly sql: string;
  readonly parameters: readonly string[];
} {
  const { person } = viewpoint;
  if (person === null || !viewpoint.isBlindAnywhere()) return { sql: QUEUE_STATE, parameters: [] };
  return {
    sql: `(CASE WHEN i.id IN (${awaitedItems('?')}) THEN 'outstanding' ELSE ${QUEUE_STATE} END)`,
    parameters: [person.id],
  };
}

/** Sets of states that a filter asks for: an item has to be in each of them. */
export function askedStates({
  state,
  asked,
  short,
}: NonNullable<ItemFilter['validation']>): readonly (readonly QueueState[])[] {
  return [
    ...(state === undefined ? [] : [state]),
    ...(asked === undefined ? [] : [[asked === 'nobody' ? 'unassigned' : asked] as const]),
    ...(short === undefined ? [] : [[short ? 'short' : 'ready'] as const]),
  ];
}
