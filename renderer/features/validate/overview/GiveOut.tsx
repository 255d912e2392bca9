import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../client/index.ts';
import { AssignDialog } from '../../team/AssignDialog.tsx';

/** The Team screen's dialog of assignments, with the next round chosen. */
export function GiveOut({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const people = useQuery(orpc.people.list.queryOptions({ enabled: opened })).data;
  const progress = useQuery(orpc.assignments.progress.queryOptions({ enabled: opened })).data;
  return (
    <AssignDialog
      opened={opened && people !== undefined && progress !== undefined}
      onClose={onClose}
      people={people ?? []}
      progress={progress ?? []}
      nextRound
    />
  );
}
