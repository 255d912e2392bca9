import { Anchor } from '@mantine/core';
import { MessagesSquare } from 'lucide-react';
import type { Task } from '../../../shared/benchmarks/task.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { usePerson } from '../window/applicationState.ts';
import { goTo, places } from '../window/navigate.ts';
import { NoticeBand } from '../feedback/NoticeBand.tsx';

/** Says that raters of an item differ, in which fields, and what is exported of them until somebody decides. */
export function DisputedNotice({
  row,
  task,
  vocabulary,
}: {
  readonly row: Pick<ItemRow, 'id' | 'ratings' | 'raters' | 'disputed'>;
  readonly task: Task;
  readonly vocabulary: JsonObject;
}) {
  const { roles } = usePerson();
  if (row.ratings !== 'disputed' && row.ratings !== 'conflict') return null;
  const fields = task
    .fields(vocabulary)
    .filter(({ name }) => row.disputed.includes(name))
    .map(({ title }) => title)
    .join(', ');
  return (
    <NoticeBand state="disputed" icon={MessagesSquare} role="note">
      <strong>
        {row.ratings === 'disputed'
          ? `Disputed: ${String(row.raters)} raters differ.`
          : 'Conflict: two decisions contradict each other.'}{' '}
        {roles.includes('adjudicator') ? (
          <Anchor
            component="button"
            type="button"
            inherit
            onClick={() => goTo(places.adjudicateItem(row.id))}
          >
            Decide in Adjudicate.
          </Anchor>
        ) : (
          'Decide in Adjudicate.'
        )}
      </strong>
      {fields !== '' && (
        <span>They differ in: {fields}. Until then, exports contain the previous answer.</span>
      )}
    </NoticeBand>
  );
}
