import { Button, CloseButton, Flex, Group, SegmentedControl } from '@mantine/core';
import { GalleryVerticalEnd } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { agreementCommands } from '../commands.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import type { OpenedCell } from '../choices.ts';
import type { AnsweredReport } from '../question.ts';
import { RatedItemList } from './RatedItemList.tsx';
import { fetchRatedIds, LONGEST_LIST, useRatedItems } from './useRatedItems.ts';
import classes from './ItemPanel.module.css';

/** The items behind a cell, beside the report. */
export function ItemPanel({
  answered,
  opened,
  onOpen,
  onClose,
  onBoxes,
}: {
  readonly answered: AnsweredReport;
  readonly opened: OpenedCell;
  readonly onOpen: (opened: OpenedCell) => void;
  readonly onClose: () => void;
  readonly onBoxes: (index: number) => void;
}) {
  const { report, request } = answered;
  const { cell, title } = opened;
  const items = useRatedItems(request, cell);
  const hidesRaters =
    ['confusion', 'marginal', 'pair'].includes(cell.kind) &&
    items.rowAt(0)?.ratings.some(({ rater }) => rater === null) === true;
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  useCommands('screen', [{ ...agreementCommands.close, run: onClose }], { within: panel });
  return (
    <aside ref={panel} className={classes['panel']} aria-label="Items behind the figure">
      <header className={classes['head']}>
        <div className={classes['title']}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <CloseButton aria-label="Close the items" onClick={onClose} />
        </div>
        {cell.kind === 'pair' && (
          <SegmentedControl
            fullWidth
            aria-label="Which of them"
            value={cell.agree === null ? 'all' : cell.agree ? 'agree' : 'differ'}
            data={[
              { value: 'all', label: 'All' },
              { value: 'differ', label: 'They differ' },
              { value: 'agree', label: 'They agree' },
            ]}
            onChange={(which) => {
              onOpen({ title, cell: { ...cell, agree: which === 'all' ? null : which === 'agree' } });
            }}
          />
        )}
        <Group gap={0} wrap="nowrap" justify="space-between" mih={28} c="dimmed">
          <span role="status">{items.loading ? 'Loading…' : counted(items.total, 'item')}</span>
          <ShowInLibrary answered={answered} opened={opened} total={items.total} />
        </Group>
        {hidesRaters && (
          <Flex component="p" align="center" justify="space-between" mih={28} c="dimmed">
            Casebook hides who said what until a disagreement is decided. This list therefore holds every such
            item that could belong here, which can be more than the figure counts.
          </Flex>
        )}
      </header>
      <RatedItemList
        key={JSON.stringify(cell)}
        label={title}
        items={items}
        raters={report.raters}
        shape="narrow"
        onBoxes={report.level === 'boxes' ? onBoxes : null}
      />
    </aside>
  );
}

/** Opens the Library on exactly the items behind a cell. */
export function ShowInLibrary({
  answered: { request },
  opened: { cell },
  total,
}: {
  readonly answered: AnsweredReport;
  readonly opened: OpenedCell;
  readonly total: number;
}) {
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      const ids = await fetchRatedIds(request, cell);
      useListContext.getState().setFilter({ ids });
      goTo(places.library);
      if (ids.length < total) toast(`The ${counted(LONGEST_LIST, 'item')} most disputed are shown.`);
    } catch (error) {
      toastFailure('The Library was not opened', error);
    } finally {
      setBusy(false);
    }
  };
  if (total === 0) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy}
      leftSection={<GalleryVerticalEnd size={14} aria-hidden />}
      onClick={() => void show()}
    >
      Show in Library
    </Button>
  );
}
