import { Button, Group, MultiSelect, Select } from '@mantine/core';
import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FilterX, History } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { HistoryEvent } from '../../../shared/contract/history.ts';
import { ItemId, PersonId } from '../../../shared/base/ids.ts';
import { useCurates } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { KIND_TITLES } from './kinds.ts';
import classes from './HistoryScreen.module.css';

const PAGE = 100;
const day = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

/** Who did what when, the latest first; of everything or of one item. */
export default function HistoryScreen() {
  const itemId = ItemId.safeParse(useParams()['itemId']).data;
  const [personId, setPersonId] = useState<PersonId | null>(null);
  const [kinds, setKinds] = useState<readonly string[]>([]);
  const people = useQuery(orpc.people.list.queryOptions()).data ?? [];
  const item = useQuery(
    orpc.items.get.queryOptions({ input: itemId === undefined ? skipToken : { id: itemId } }),
  ).data;
  const log = useLog(itemId, personId, kinds);
  if (log.error !== null && log.data === undefined)
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const filtered = personId !== null || kinds.length > 0 || itemId !== undefined;
  return (
    <ScreenPage>
      <ScreenHeader
        title={itemId === undefined ? 'History' : titleOf(item?.row.externalId)}
        description="Every change, kept forever. Undo bulk changes here; restore an item’s older versions at the Desk, the whole casebook from a backup."
        actions={<Actions itemId={itemId} />}
      />
      <Group gap="sm" mb="md" align="flex-start">
        <Select
          label="Who"
          placeholder="Everybody"
          clearable
          data={people.map((person) => ({ value: person.id, label: person.name }))}
          value={personId}
          onChange={(id) => setPersonId(id === null ? null : PersonId.parse(id))}
        />
        <MultiSelect
          label="What"
          {...(kinds.length === 0 && { placeholder: 'Everything' })}
          miw={240}
          clearable
          data={Object.entries(KIND_TITLES).map(([value, label]) => ({ value, label }))}
          value={[...kinds]}
          onChange={setKinds}
        />
      </Group>
      {log.isPending && <LoadingState label="Loading the log" />}
      {!log.isPending && events.length === 0 && (
        <NoEntries
          filtered={filtered}
          onShowAll={() => {
            setPersonId(null);
            setKinds([]);
            goTo(places.history);
          }}
        />
      )}
      {[...Map.groupBy(events, (event) => day.format(event.at))].map(([date, entries]) => (
        <section key={date} className={classes['day']}>
          <h2>{date}</h2>
          <ol>
            {entries.map((event: HistoryEvent) => (
              <HistoryEntry key={event.id} event={event} ofItem={itemId !== undefined} />
            ))}
          </ol>
        </section>
      ))}
      <Earlier log={log} />
    </ScreenPage>
  );
}

/** The log, a page at a time. */
function useLog(itemId: ItemId | undefined, personId: PersonId | null, kinds: readonly string[]) {
  return useInfiniteQuery(
    orpc.history.list.infiniteOptions({
      input: (before: number | undefined) => ({
        limit: PAGE,
        ...(before !== undefined && { before }),
        ...(itemId !== undefined && { itemId }),
        ...(personId !== null && { personId }),
        ...(kinds.length > 0 && { kinds: [...kinds] }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ events, more }) => (more ? events.at(-1)?.sequence : undefined),
    }),
  );
}

const titleOf = (name = 'an item'): string => `History of ${name}`;

/** Buttons that lead from the log to other places. */
function Actions({ itemId }: { readonly itemId: ItemId | undefined }) {
  const curates = useCurates();
  return itemId === undefined ? (
    curates && (
      <Button variant="default" onClick={() => goTo('/settings/backups')}>
        Backups…
      </Button>
    )
  ) : (
    <>
      <Button variant="default" onClick={() => goTo(places.desk(itemId))}>
        Open at the Desk
      </Button>
      <Button variant="default" onClick={() => goTo(places.history)}>
        Everything
      </Button>
    </>
  );
}

function NoEntries({ filtered, onShowAll }: { readonly filtered: boolean; readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={filtered ? FilterX : History}
      title={filtered ? 'No entries match' : 'Nothing has happened yet'}
      actions={filtered && <Button onClick={onShowAll}>Show everything</Button>}
    >
      {filtered ? 'Nobody made changes of this kind.' : 'Import items to begin.'}
    </EmptyState>
  );
}

/** A button that reads earlier entries, or the reason why they could not be read. */
function Earlier({ log }: { readonly log: ReturnType<typeof useLog> }) {
  return (
    <>
      {log.error !== null && (
        <Notice state="disputed" title="Earlier entries could not be read">
          {failureOf(log.error).message}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void log.fetchNextPage()}>
            Try again
          </Button>
        </Notice>
      )}
      {log.hasNextPage && log.error === null && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Earlier entries
        </Button>
      )}
    </>
  );
}
