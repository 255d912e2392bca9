import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { FilterX, ImagePlus, Images } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { useCasebook, useMayCurate } from '../../ui/window/applicationState.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { BulkBar } from './BulkBar.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ItemList } from './ItemList.tsx';
import { ItemPeek } from './ItemPeek.tsx';
import { CARD_WIDTHS, useLibraryLook } from './libraryLook.ts';
import { LibraryToolbar } from './LibraryToolbar.tsx';
import { nothing } from './selection.ts';
import { useLibraryCommands } from './useLibraryCommands.ts';
import { useItemSelection } from './useItemSelection.ts';
import { tableColumns } from './tableColumns.ts';
import { TableHeader } from './TableHeader.tsx';
import { useCursor } from './useCursor.ts';
import { useSeveralPeople } from './useSeveralPeople.ts';
import { orpc } from '../../client/index.ts';
import { useItemPages } from '../../ui/items/useItemPages.ts';
import classes from './LibraryScreen.module.css';

/** Every item of the casebook: to be found, looked at, sorted out and opened. */
export function LibraryScreen() {
  const { benchmark } = useCasebook();
  const { filter, sort, setFilter, setSort } = useListContext();
  useEffect(() => {
    useListContext.getState().refresh();
  }, []);
  const look = useLibraryLook();
  const several = useSeveralPeople().length > 1;
  const pages = useItemPages(filter, sort);
  const [cursor, moveCursor] = useCursor();
  const { selection, select, setAnchor, extendTo, toggle } = useItemSelection(filter, sort, pages);
  const search = useRef<HTMLInputElement>(null);
  const { ref: listRef, width: listWidth } = useElementSize();
  const all = useQuery(orpc.items.counts.queryOptions({ input: { filter: {} } })).data;
  const hasSplits = all?.split.some(({ value }) => value !== null) ?? false;
  const columns = useMemo(
    () => tableColumns(findBenchmark(benchmark)?.facets ?? [], listWidth, several, hasSplits),
    [benchmark, listWidth, several, hasSplits],
  );
  const filtered = Object.keys(filter).length > 0;

  const setCursor = (index: number) => {
    moveCursor(index);
    useListContext.getState().setCursor(pages.rowAt(index)?.id ?? null);
  };
  const open = (id: ItemId) => {
    useListContext.getState().setCursor(id);
    useListContext.getState().setAtWork(false);
    goTo(places.desk(id));
  };
  const pick = (row: ItemRow, index: number, how: 'only' | 'toggle' | 'extend') => {
    setCursor(index);
    if (how === 'extend') {
      extendTo(index);
      return;
    }
    setAnchor(index);
    if (how === 'toggle') toggle(row.id);
    else select({ kind: 'ids', ids: new Set([row.id]) });
  };
  const move = (index: number, extend: boolean) => {
    setCursor(index);
    if (extend) extendTo(index);
    else setAnchor(index);
  };
  const clear = () => {
    setFilter({});
    focusList();
  };

  useLibraryCommands({
    filtered,
    total: pages.total,
    selection,
    searchRef: search,
    onSelect: select,
    onClearFilters: clear,
  });

  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={pages.refetch} />;
  const empty = !pages.loading && pages.total === 0;
  return (
    <Stack gap={0} h="100%">
      <h1 className={classes['unseen']}>Library</h1>
      <LibraryToolbar searchRef={search} onLeaveSearch={focusList} />
      <Flex flex={1} mih={0}>
        {look.filters && <FilterPanel filter={filter} onChange={setFilter} />}
        <div ref={listRef} className={classes['list']}>
          <Flex gap="md" align="flex-start" mih={32} py="xs" px="md">
            <span role="status" className={classes['total']}>
              {pages.loading ? ' ' : counted(pages.total, 'item')}
            </span>
            <FilterChips filter={filter} onChange={setFilter} />
          </Flex>
          {look.view === 'table' && !empty && <TableHeader columns={columns} sort={sort} onSort={setSort} />}
          {pages.loading ? (
            <LoadingState label="Loading items" />
          ) : empty ? (
            <NoItems filtered={filtered} onClear={clear} />
          ) : (
            <ItemList
              pages={pages}
              view={look.view}
              cardWidth={CARD_WIDTHS[look.size]}
              columns={columns}
              selection={selection}
              cursor={Math.min(cursor, pages.total - 1)}
              onMove={move}
              onPick={pick}
              onOpen={(row) => open(row.id)}
            />
          )}
          <BulkBar
            selection={selection}
            filter={filter}
            total={pages.total}
            onSelectAll={() => select({ kind: 'all' })}
            onClear={() => {
              select(nothing);
              focusList();
            }}
          />
        </div>
        {look.peek && (
          <ItemPeek
            id={pages.rowAt(cursor)?.id ?? null}
            onOpen={open}
            onClose={() => useLibraryLook.setState({ peek: false })}
          />
        )}
      </Flex>
    </Stack>
  );
}

function focusList(): void {
  document.querySelector<HTMLElement>('#items')?.focus();
}

function NoItems({ filtered, onClear }: { readonly filtered: boolean; readonly onClear: () => void }) {
  const writable = useMayCurate();
  if (filtered)
    return (
      <EmptyState
        icon={FilterX}
        title="No items match"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        No item in this casebook matches all filters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Images}
      title="This casebook has no items yet"
      actions={
        writable && (
          <Button
            leftSection={<ImagePlus size={14} aria-hidden />}
            onClick={() => runCommand('transfer.import')}
          >
            Import…
          </Button>
        )
      }
    >
      Import a folder of images or a benchmark’s own file. You can also drop files on the window.
    </EmptyState>
  );
}
