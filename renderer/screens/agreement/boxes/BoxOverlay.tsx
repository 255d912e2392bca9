import { ActionIcon, Button, Flex, SegmentedControl, Stack, Tooltip } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, SquarePen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { BoxComparison, RatedItem, Rater } from '../../../../shared/contract/agreement.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { canvasCommands } from '../../../ui/commands/deskCommands.ts';
import { useCanvasVerbs } from '../../../ui/images/useCanvasVerbs.ts';
import { ImageViewer } from '../../../ui/images/ImageViewer.tsx';
import { agreementCommands } from '../commands.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { type CanvasHandle, defaultViewOptions } from '../../../canvas/index.ts';
import { imageUrl, orpc } from '../../../client/index.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import type { OpenedCell } from '../choices.ts';
import type { AnsweredReport } from '../question.ts';
import { useRatedItems } from '../items/useRatedItems.ts';
import { BoxLists } from './BoxLists.tsx';
import { overlayLabels, overlayOf, overlayRegions } from './overlayBoxes.ts';
import classes from './BoxOverlay.module.css';
import { NumberField } from '../../../ui/form/NumberField.tsx';

/** The boxes that raters drew on one item of a list, laid over one another. */
export function BoxOverlay({
  answered: { request, report },
  list,
  index,
  threshold,
  onThreshold,
  onIndex,
  onClose,
}: {
  readonly answered: AnsweredReport;
  readonly list: OpenedCell;
  readonly index: number;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
  readonly onIndex: (index: number) => void;
  readonly onClose: () => void;
}) {
  const items = useRatedItems(request, list.cell);
  const { show } = items;
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    back.current?.focus();
  }, []);
  useEffect(() => {
    show(index, index);
  }, [show, index]);
  const row = items.rowAt(index);
  const itemId = row?.item.id;
  const boxes = useQuery({
    ...orpc.agreement.boxes.queryOptions({
      input:
        itemId === undefined
          ? skipToken
          : {
              itemId,
              task: request.task,
              field: request.field,
              ...(request.round !== undefined && { round: request.round }),
              threshold,
            },
    }),
    placeholderData: keepPreviousData,
  });
  const go = (to: number) => () => {
    if (to < 0 || to >= items.total) return false;
    onIndex(to);
    return true;
  };
  useCommands('screen', [
    { ...agreementCommands.nextItem, run: go(index + 1) },
    { ...agreementCommands.previousItem, run: go(index - 1) },
  ]);
  const error = items.error ?? boxes.error;
  // The comparison of the item before stays until this one’s is there: nothing flickers between items.
  const comparison = boxes.data;
  return (
    <Stack gap={0} flex={1} miw={0} mih={0}>
      <header className={classes['head']}>
        <Button
          ref={back}
          variant="default"
          leftSection={<ArrowLeft size={14} aria-hidden />}
          onClick={onClose}
        >
          Figures
        </Button>
        <h1 title={row?.item.externalId}>
          {row === undefined ? 'Boxes' : `Boxes on ${row.item.externalId}`}
        </h1>
        <span className={classes['place']}>
          {items.total > 0 && `${formatCount(index + 1)} of ${formatCount(items.total)}`}
        </span>
        <Step label="Previous item" disabled={index === 0} onClick={go(index - 1)}>
          <ChevronLeft size={16} aria-hidden />
        </Step>
        <Step label="Next item" disabled={index + 1 >= items.total} onClick={go(index + 1)}>
          <ChevronRight size={16} aria-hidden />
        </Step>
        {itemId !== undefined && (
          <Button
            variant="default"
            leftSection={<SquarePen size={14} aria-hidden />}
            onClick={() => goTo(places.desk(itemId))}
          >
            Open at the Desk
          </Button>
        )}
      </header>
      {error !== null ? (
        <ErrorState
          error={error}
          onRetry={() => {
            items.refetch();
            void boxes.refetch();
          }}
        />
      ) : comparison === undefined || row === undefined ? (
        <LoadingState label="Loading the boxes" />
      ) : (
        <Comparison
          key={comparison.itemId}
          comparison={comparison}
          raters={report.raters}
          item={row.item}
          threshold={threshold}
          onThreshold={onThreshold}
          onClose={onClose}
        />
      )}
    </Stack>
  );
}

function Step({
  label,
  disabled,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const ALL = 'all';

function Comparison({
  comparison,
  raters,
  item,
  threshold,
  onThreshold,
  onClose,
}: {
  readonly comparison: BoxComparison;
  readonly raters: readonly Rater[];
  readonly item: RatedItem['item'];
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
  readonly onClose: () => void;
}) {
  const overlay = useMemo(() => overlayOf(comparison, raters), [comparison, raters]);
  const { columns, pairs } = overlay;
  const canvas = useRef<CanvasHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [viewOptions, setViewOptions] = useState({ ...defaultViewOptions, keepZoom: false });
  const details = useQuery(orpc.images.get.queryOptions({ input: { ids: comparison.images } })).data;
  const pair = chosen === ALL ? null : (pairs.find((each) => keyOf(each) === chosen) ?? pairs[0] ?? null);
  const images = useMemo(
    () =>
      comparison.images.flatMap((id) => {
        const detail = details?.find((each) => each.id === id);
        if (detail === undefined) return [];
        return [{ id, url: imageUrl(id, 'full'), width: detail.width, height: detail.height }];
      }),
    [comparison, details],
  );
  const labels = useMemo(() => overlayLabels(overlay), [overlay]);
  const regions = useMemo(() => overlayRegions(overlay, pair, threshold), [overlay, pair, threshold]);
  const shown = useMemo(() => {
    const present = new Set(regions.map(({ id }) => id));
    return selection.filter((id) => present.has(id));
  }, [regions, selection]);
  const verbs = useCanvasVerbs(canvas);
  useCommands('canvas', [
    ...verbs.hide,
    ...verbs.look,
    {
      ...canvasCommands.loupe,
      run: () => setViewOptions((view) => ({ ...view, loupe: !view.loupe })),
    },
    {
      ...canvasCommands.escape,
      run: () => {
        if (canvas.current?.escape() !== true) onClose();
      },
    },
  ]);
  // Keys that move things work at the image alone.
  useCommands('canvas', [...verbs.select, verbs.selectAll, ...verbs.pan], { within: area });
  return (
    <Flex flex={1} mih={0}>
      <ImageViewer
        canvas={canvas}
        area={area}
        label={`Boxes of ${String(columns.length)} raters on ${item.externalId}`}
        images={details === undefined ? undefined : images}
        boxes={{ regions, labels, selection: shown, onSelectionChange: setSelection }}
        viewOptions={viewOptions}
        onViewOptionsChange={setViewOptions}
      >
        {pairs.length > 1 && (
          <SegmentedControl
            aria-label="Whose boxes"
            value={pair === null ? ALL : keyOf(pair)}
            data={[
              ...pairs.map((each) => ({ value: keyOf(each), label: `${each.a} and ${each.b}` })),
              { value: ALL, label: 'All' },
            ]}
            onChange={setChosen}
          />
        )}
      </ImageViewer>
      <aside className={classes['side']} aria-label="Boxes">
        <NumberField
          label="IoU threshold"
          description="Boxes with at least this overlap count as the same."
          min={0.05}
          max={1}
          step={0.05}
          value={threshold}
          onChange={(value) => {
            if (value !== null) onThreshold(value);
          }}
        />
        <BoxLists
          overlay={overlay}
          pair={pair}
          threshold={threshold}
          selection={shown}
          onSelect={(ids) => {
            setSelection(ids);
            const [first] = ids;
            if (first !== undefined) canvas.current?.reveal(first);
          }}
        />
      </aside>
    </Flex>
  );
}

const keyOf = ({ a, b }: { readonly a: string; readonly b: string }): string => `${a} ${b}`;
