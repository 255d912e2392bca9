import { ActionIcon, Button, Flex, Group, SegmentedControl, Select, TextInput, Tooltip } from '@mantine/core';
import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  Funnel,
  LayoutGrid,
  PanelRight,
  Search,
  Table2,
  Upload,
} from 'lucide-react';
import { memo, type RefObject, useEffect, useState } from 'react';
import { ItemSort } from '../../../shared/contract/items.ts';
import { useMayCurate, usePerson } from '../../ui/window/applicationState.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { SavedViews } from './SavedViews.tsx';
import { useLibraryLook } from './libraryLook.ts';
import classes from './LibraryScreen.module.css';

const SORTS: Readonly<Record<ItemSort['by'], string>> = {
  imported: 'Order of import',
  externalId: 'Id',
  title: 'Text',
  label: 'Label',
  status: 'Status',
  updated: 'Last change',
  assignment: 'My assignments',
};

/** Typing settles for this long before the list follows. */
const SETTLING_MILLISECONDS = 180;

/** Search, sort, views, and how the list looks. */
export const LibraryToolbar = memo(function LibraryToolbar({
  searchRef,
  onLeaveSearch,
}: {
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly onLeaveSearch: () => void;
}) {
  const look = useLibraryLook();
  const onLook = useLibraryLook.setState;
  const sort = useListContext((context) => context.sort);
  const setSort = useListContext((context) => context.setSort);
  const writable = useMayCurate();
  const answers = usePerson().roles.includes('annotator');
  return (
    <Group gap="sm" py={6} px="md" style={{ borderBottom: '1px solid var(--casebook-border)' }}>
      <Tooltip label="Filters">
        <ActionIcon
          variant={look.filters ? 'light' : 'subtle'}
          aria-label="Filters"
          aria-pressed={look.filters}
          onClick={() => onLook({ filters: !look.filters })}
        >
          <Funnel size={16} />
        </ActionIcon>
      </Tooltip>
      <SearchField ref={searchRef} onLeave={onLeaveSearch} />
      <Select
        aria-label="Sort by"
        w={148}
        data={ItemSort.shape.by.options
          .filter((by) => answers || by !== 'assignment')
          .map((by) => ({ value: by, label: SORTS[by] }))}
        value={sort.by}
        allowDeselect={false}
        onChange={(by) => {
          if (by !== null) setSort({ ...sort, by });
        }}
      />
      <Tooltip label={sort.descending ? 'Descending' : 'Ascending'}>
        <ActionIcon
          aria-label={sort.descending ? 'Descending: make ascending' : 'Ascending: make descending'}
          onClick={() => setSort({ ...sort, descending: !sort.descending })}
        >
          {sort.descending ? <ArrowDownWideNarrow size={16} /> : <ArrowUpNarrowWide size={16} />}
        </ActionIcon>
      </Tooltip>
      <SavedViews />
      <SegmentedControl
        aria-label="View"
        value={look.view}
        onChange={(view) => onLook({ view })}
        data={[
          { value: 'grid' as const, label: <IconLabel icon={<LayoutGrid size={14} />} text="Grid" /> },
          { value: 'table' as const, label: <IconLabel icon={<Table2 size={14} />} text="Table" /> },
        ]}
      />
      <SegmentedControl
        aria-label="Size of the cards"
        disabled={look.view === 'table'}
        value={look.size}
        onChange={(size) => onLook({ size })}
        data={[
          { value: 'small' as const, label: 'S' },
          { value: 'medium' as const, label: 'M' },
          { value: 'large' as const, label: 'L' },
        ]}
      />
      <Tooltip label="Details">
        <ActionIcon
          variant={look.peek ? 'light' : 'subtle'}
          aria-label="Details"
          aria-pressed={look.peek}
          onClick={() => onLook({ peek: !look.peek })}
        >
          <PanelRight size={16} />
        </ActionIcon>
      </Tooltip>
      {writable && (
        <Button
          variant="default"
          leftSection={<Upload size={14} aria-hidden />}
          onClick={() => runCommand('transfer.import')}
        >
          Import…
        </Button>
      )}
    </Group>
  );
});

function IconLabel({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) {
  return (
    <Flex component="span" display="inline-flex" align="center" h={20} title={text}>
      {icon}
      <span className={classes['unseen']}>{text}</span>
    </Flex>
  );
}

function SearchField({
  ref,
  onLeave,
}: {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly onLeave: () => void;
}) {
  const inFilter = useListContext((context) => context.filter.text ?? '');
  const [typed, setTyped] = useState(inFilter);
  const [known, setKnown] = useState(inFilter);
  // The filter changed elsewhere (a chip removed, a view chosen): the field follows.
  if (known !== inFilter) {
    setKnown(inFilter);
    if (typed.trim() !== inFilter.trim()) setTyped(inFilter);
  }
  useEffect(() => {
    if (typed.trim() === inFilter.trim()) return;
    const timer = setTimeout(() => {
      const { filter: latest, setFilter } = useListContext.getState();
      setFilter({ ...latest, text: typed });
    }, SETTLING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, inFilter]);
  return (
    <TextInput
      ref={ref}
      className={classes['search'] ?? ''}
      type="search"
      aria-label="Search all texts"
      placeholder="Search all texts"
      leftSection={<Search size={14} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}
