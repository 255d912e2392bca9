import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { AssignDialog } from './AssignDialog.tsx';
import type { AssignStart } from './itemsToAssign.ts';

/** The dialog of assigning with the people and progress that it needs; null: it is closed. */
export function AssignRound({
  start,
  onClose,
}: {
  readonly start: AssignStart | null;
  readonly onClose: () => void;
}) {
  const opened = start !== null;
  const people = useQuery(orpc.people.list.queryOptions({ enabled: opened })).data;
  const progress = useQuery(orpc.assignments.progress.queryOptions({ enabled: opened })).data;
  return (
    <AssignDialog
      opened={opened && people !== undefined && progress !== undefined}
      onClose={onClose}
      people={people ?? []}
      progress={progress ?? []}
      {...(start !== null && { start })}
    />
  );
}
