import { Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../shared/base/counts.ts';
import type { BackupList, KeptBackup } from '../../../shared/contract/casebooks.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { formatBytes, formatDateTime } from '../../ui/text/format.ts';
import { BACKUP_CHECKS, backupLoss, restorable } from '../../ui/backups/backupWords.ts';
import { useRestore } from '../../ui/backups/useRestore.ts';
import { closeRestoring, type RestoreOffer, useRestoring } from '../../ui/window/restoreOffer.ts';

/** Restores one of a damaged casebook's own backups. Offered where one does not open, and in one that can only be read. */
export function RestoreDialog() {
  const of = useRestoring((state) => state.of);
  return (
    <Modal
      opened={of !== null}
      onClose={closeRestoring}
      title="Restore a backup"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {of !== null && <Backups of={of} />}
    </Modal>
  );
}

function Backups({ of }: { readonly of: RestoreOffer }) {
  const list = useQuery(orpc.casebooks.backups.queryOptions({ input: { path: of.path }, gcTime: 0 }));
  return (
    <Stack gap="md">
      <Notice state="disputed" title={of.why}>
        {of.path}
      </Notice>
      {list.isPending && <LoadingState />}
      {list.error !== null && (
        <ErrorState
          title="The backups cannot be read"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data !== undefined && <Choice list={restorable(list.data)} />}
    </Stack>
  );
}

function Choice({ list }: { readonly list: BackupList }) {
  const [chosen, setChosen] = useState(mostComplete(list.backups));
  const restore = useRestore({ onDone: closeRestoring });
  if (list.backups.length === 0)
    return <Text>This casebook’s folder has no backups. If you have a copy elsewhere, open that.</Text>;
  return (
    <>
      <Radio.Group value={chosen} onChange={setChosen} aria-label="Backup">
        <Table striped={false} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Made</Table.Th>
              <Table.Th>Size</Table.Th>
              <Table.Th>Items</Table.Th>
              <Table.Th>Checked</Table.Th>
              <Table.Th>You would lose</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.backups.map((each) => (
              <Table.Tr key={each.name}>
                <Table.Td>
                  <Radio
                    value={each.name}
                    size="xs"
                    label={formatDateTime(each.madeAt)}
                    disabled={each.check === 'damaged'}
                  />
                </Table.Td>
                <Table.Td>{formatBytes(each.bytes)}</Table.Td>
                <Table.Td>{each.items === null ? '–' : formatCount(each.items)}</Table.Td>
                <Table.Td>{BACKUP_CHECKS[each.check]}</Table.Td>
                <Table.Td>{backupLoss(each)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Radio.Group>
      <Text c="dimmed">
        The casebook’s folder keeps the damaged database under a name that begins with “damaged-”. Image files
        stay unchanged.
      </Text>
      {restore.error !== null && (
        <Notice state="disputed" title={failureOf(restore.error).message}>
          {failureOf(restore.error).hint}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={closeRestoring}>
          Cancel
        </Button>
        <Button
          loading={restore.isPending}
          disabled={chosen === null}
          onClick={() => {
            if (chosen !== null) restore.mutate({ path: list.path, backup: chosen });
          }}
        >
          Restore
        </Button>
      </Group>
    </>
  );
}

/** The one that loses least; of equals the newest. */
function mostComplete(backups: readonly KeptBackup[]): string | null {
  const [best] = backups
    .filter(({ check }) => check !== 'damaged')
    .sort((a, b) => (b.lastChangeAt ?? 0) - (a.lastChangeAt ?? 0));
  return best?.name ?? null;
}
