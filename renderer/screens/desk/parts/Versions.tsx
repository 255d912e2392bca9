import { Box, Button, Drawer, Flex, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw, Star } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnnotationVersion } from '../../../../shared/contract/annotations.ts';
import { consensusInWords } from '../../../../shared/domain/consensus.ts';
import { makeDiff } from '../../../../shared/base/diff.ts';
import type { DocumentRecord, DocumentRecords } from '../../../../shared/domain/document.ts';
import { useOversees, usePerson } from '../../../ui/window/applicationState.ts';
import { places } from '../../../ui/window/navigate.ts';
import { client } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { WordDiff } from '../../../ui/text/WordDiff.tsx';
import { useDesk, useDeskState } from '../../../ui/form/context.ts';
import { changesOfDiff } from '../../../ui/form/describeDiff.ts';
import { announce } from '../../../ui/form/view.ts';
import classes from './Versions.module.css';

/** The versions of the item's answers, each to look at and to bring back. */
export function Versions({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title="Versions of this answer"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <VersionList onClose={onClose} />}
    </Drawer>
  );
}

function VersionList({ onClose }: { readonly onClose: () => void }) {
  const { session } = useDesk();
  const { itemId, task } = session;
  const oversees = useOversees();
  const isBlind = useDeskState(({ item }) => item.blind);
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'versions', itemId, task],
    queryFn: async () => client.annotations.versions({ itemId, task }),
    // Every edit of the draft changes them.
    gcTime: 0,
    staleTime: 0,
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState label="Reading the versions" />;
  return (
    <>
      {data.length === 0 && (
        <Text c="dimmed">
          {isBlind
            ? 'You have not begun yet. Others’ answers stay hidden.'
            : 'Nobody has begun yet: the form shows the imported answer.'}
        </Text>
      )}
      <Flex component="ol" direction="column" mb="md" style={{ listStyle: 'none' }}>
        {data.map((version) => (
          <VersionRow key={version.id} version={version} onRestored={onClose} />
        ))}
      </Flex>
      {oversees && (
        <Link href={places.historyOf(itemId)} className={classes['more'] ?? ''}>
          Full history of this item
        </Link>
      )}
    </>
  );
}

function VersionRow({
  version,
  onRestored,
}: {
  readonly version: AnnotationVersion;
  readonly onRestored: () => void;
}) {
  const { session, view, readOnly, task, vocabulary } = useDesk();
  const records = useDeskState((state) => state.records);
  const [compared, setCompared] = useState(false);
  const { data } = useQuery({
    queryKey: ['desk', 'version', version.id, version.updatedAt],
    queryFn: async () => client.annotations.version({ id: version.id }),
    enabled: compared,
  });
  const me = usePerson().id;
  // What is being edited is on the screen already.
  const isOwnDraft = version.state === 'draft' && version.personId === me;
  const when = formatDateTime(version.submittedAt ?? version.updatedAt);
  const minutes = Math.round(version.activeMilliseconds / 60_000);

  const restore = async (): Promise<void> => {
    try {
      await session.store.restore(version.id);
      announce(view, `Version ${String(version.version)} restored. You can undo this.`);
      onRestored();
    } catch (error) {
      toastFailure('The version could not be restored', error);
    }
  };

  return (
    <li className={classes['version']}>
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <div>
          <strong>
            {version.state === 'draft'
              ? `Draft of version ${String(version.version)}`
              : `Version ${String(version.version)}`}
          </strong>{' '}
          by {version.person}
          {version.isGold && (
            <Flex component="span" display="inline-flex" gap={2} align="center" ml="sm" fz="xs">
              <Star size={12} aria-hidden /> Gold
              {version.consensus !== null && ` (boxes: ${consensusInWords(version.consensus)})`}
            </Flex>
          )}
          <Box c="dimmed" fz="xs">
            {version.state === 'draft' ? 'last edited' : 'submitted'} {when}
            {minutes > 0 && `, ${String(minutes)} min of work`}
            {(version.outdated || version.edition > 1) &&
              `, edition ${String(version.edition)}${version.outdated ? ', outdated' : ''}`}
            {version.byFixer && ', by the person who fixed the text'}
          </Box>
        </div>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={compared}
            onClick={() => setCompared(!compared)}
          >
            Compare
          </Button>
          {!isOwnDraft && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<RotateCcw size={13} aria-hidden />}
              disabled={readOnly}
              onClick={() => void restore()}
            >
              Restore
            </Button>
          )}
        </Group>
      </Group>
      {compared && data !== undefined && (
        <Comparison {...changesOfDiff(difference(records, data.records), task.fields(vocabulary))} />
      )}
    </li>
  );
}

function Comparison({ changes, boxes }: ReturnType<typeof changesOfDiff>) {
  return changes.length === 0 && boxes.length === 0 ? (
    <Box component="p" c="dimmed" fz="xs">
      Identical to the current answer.
    </Box>
  ) : (
    <dl className={classes['changes']} aria-label="Changes if you restore it">
      {changes.map(({ title, from, to }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <WordDiff from={from ?? ''} to={to} label={`${title}: now, and if you restore it`} />
          </dd>
        </div>
      ))}
      {boxes.length > 0 && (
        <div>
          <dt>Boxes</dt>
          <dd>{boxes.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

/** What restoring would change; the images of an item are not part of a version. */
function difference(now: DocumentRecords, then: DocumentRecords) {
  const answers = (records: DocumentRecords): DocumentRecords =>
    Object.fromEntries(Object.entries(records).filter(([, record]) => record.type !== 'image'));
  return makeDiff<DocumentRecord>(answers(now), answers(then));
}
