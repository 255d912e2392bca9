import { Button, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BackupList, KeptBackup } from '../../../shared/contract/casebooks.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { orpc } from '../../client/index.ts';
import { useSaveState } from '../../save/saveState.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { BACKUP_CHECKS, backupLoss, backupReason, restorable } from '../../ui/backups/backupWords.ts';
import { useRestore } from '../../ui/backups/useRestore.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { formatBytes, formatDateTime } from '../../ui/text/format.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { useCasebook, useSignedIn } from '../../ui/window/applicationState.ts';

/** The backups that the open casebook keeps of itself, and the way back to each. */
export function BackupSettings() {
  const { path } = useCasebook();
  const list = useQuery(orpc.casebooks.backups.queryOptions({ input: { path }, gcTime: 0 }));
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Casebook makes backups inside the casebook’s folder: once a day, after an import, after changes, and
        before each restore. It keeps the ten newest. They are on the same disk, so save a copy elsewhere,
        too.
      </Text>
      {list.isPending && <LoadingState />}
      {list.error !== null && (
        <ErrorState
          title="The backups cannot be read"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && <Backups list={restorable(list.data)} />}
    </Stack>
  );
}

function Backups({ list }: { readonly list: BackupList }) {
  const isOverNetwork = useSignedIn();
  const isUnsaved = useSaveState(({ pending, failed }) => pending > 0 || failed !== null);
  const restore = useRestore();
  if (list.backups.length === 0)
    return <Text>This casebook has no backups yet. Casebook makes one after the first import.</Text>;
  const restoreAfterQuestion = async (backup: KeptBackup): Promise<void> => {
    if (!(await confirm(questionOf(backup)))) return;
    restore.mutate(
      { path: list.path, backup: backup.name },
      {
        onError: (error) => toastFailure('The backup was not restored', error),
      },
    );
  };
  return (
    <>
      <Table striped={false} verticalSpacing="xs" aria-label="Backups">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Made</Table.Th>
            <Table.Th>Why</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>Items</Table.Th>
            <Table.Th>Answers</Table.Th>
            <Table.Th>Checked</Table.Th>
            <Table.Th>Lost if restored</Table.Th>
            {!isOverNetwork && <Table.Th aria-label="Restore" />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.backups.map((each) => (
            <Table.Tr key={each.name}>
              <Table.Td>{formatDateTime(each.madeAt)}</Table.Td>
              <Table.Td>{backupReason(each)}</Table.Td>
              <Table.Td>{formatBytes(each.bytes)}</Table.Td>
              <Table.Td>{countOf(each.items)}</Table.Td>
              <Table.Td>{countOf(each.answers)}</Table.Td>
              <Table.Td>{BACKUP_CHECKS[each.check]}</Table.Td>
              <Table.Td>{backupLoss(each)}</Table.Td>
              {!isOverNetwork && (
                <Table.Td>
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={`Restore the backup of ${formatDateTime(each.madeAt)}…`}
                    disabled={each.check === 'damaged' || isUnsaved || restore.isPending}
                    loading={restore.isPending && restore.variables.backup === each.name}
                    onClick={() => void restoreAfterQuestion(each)}
                  >
                    Restore this backup…
                  </Button>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isUnsaved && (
        <Text role="status">Some edits are not saved yet. You can restore a backup once they are.</Text>
      )}
      {isOverNetwork && (
        <Text c="dimmed">Backups are restored on the computer that hosts this casebook.</Text>
      )}
    </>
  );
}

const countOf = (count: number | null): string => (count === null ? '–' : formatCount(count));

/** Says what is replaced, what is kept, and the way back. */
function questionOf(backup: KeptBackup): Parameters<typeof confirm>[0] {
  const { changesLost } = backup;
  const since = formatDateTime(backup.lastChangeAt ?? backup.madeAt);
  const loss =
    changesLost === 0
      ? 'No changes are lost.'
      : `You lose ${changesLost === null ? 'everything' : counted(changesLost, 'change')} after ${since}.`;
  return {
    title: 'Restore this backup?',
    message:
      `The whole casebook goes back to ${formatDateTime(backup.madeAt)}, for everybody who works on it here. ` +
      `${loss} ` +
      'Casebook first makes a backup of the present state, which you can restore in the same way. Image files stay. ' +
      'A casebook that is connected to a team hub gets back what the hub has.',
    action: 'Restore',
    dangerous: true,
  };
}
