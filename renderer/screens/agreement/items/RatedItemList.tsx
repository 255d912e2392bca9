import { decimalText } from '../../../../shared/base/decimals.ts';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { EyeOff, Gavel, SquarePen } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import '../../../ui/theme/styleVariables.ts';
import type { RatedItem, Rater } from '../../../../shared/contract/agreement.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ItemName } from '../../../ui/items/ItemName.tsx';
import { Thumbnail } from '../../../ui/items/Thumbnail.tsx';
import type { RatedItems } from './useRatedItems.ts';
import classes from './RatedItemList.module.css';

const HEIGHTS = { wide: 44, narrow: 60 } as const;

/**
 * Items with what each rater said of them, however many: only what is on the screen exists. Arrows go from item to
 * item; `wide`: a column a rater, else two lines an item.
 */
export function RatedItemList({
  label,
  items,
  raters,
  shape,
  onBoxes,
}: {
  readonly label: string;
  readonly items: RatedItems;
  /** In the order of their columns. */
  readonly raters: readonly Rater[];
  readonly shape: 'wide' | 'narrow';
  /** Opens the boxes of the item at a place; null: the field has no boxes. */
  readonly onBoxes: ((index: number) => void) | null;
}) {
  const viewport = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(0);
  const focusing = useRef(false);
  const height = HEIGHTS[shape];
  const lines = useVirtualizer({
    count: items.total,
    getScrollElement: () => viewport.current,
    estimateSize: () => height,
    overscan: 4,
  });
  const virtual = lines.getVirtualItems();
  const first = virtual[0]?.index ?? 0;
  const last = virtual.at(-1)?.index ?? 0;
  const { show } = items;
  useEffect(() => {
    show(first, last);
  }, [show, first, last]);
  useEffect(() => {
    if (!focusing.current) return;
    const button = viewport.current?.querySelector<HTMLElement>(
      `[data-index="${String(cursor)}"] [data-main]`,
    );
    if (button === null || button === undefined) return;
    focusing.current = false;
    button.focus();
  });

  const move = (event: KeyboardEvent) => {
    const target = {
      ArrowUp: cursor - 1,
      ArrowDown: cursor + 1,
      Home: 0,
      End: items.total - 1,
    }[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(target, items.total - 1));
    focusing.current = true;
    setCursor(next);
    lines.scrollToIndex(next);
  };

  if (items.error !== null) return <ErrorState error={items.error} onRetry={items.refetch} />;
  if (items.loading && items.total === 0) return <LoadingState label="Loading the items" />;
  const tabStop = cursor < items.total ? cursor : 0;
  return (
    <div
      className={classes['list']}
      data-shape={shape}
      data-action={onBoxes !== null || undefined}
      style={{ '--raters': Math.max(1, raters.length) }}
    >
      <div ref={viewport} className={classes['viewport']}>
        {shape === 'wide' && (
          <div className={classes['header']} aria-hidden>
            <span />
            <span>Item</span>
            <span>Disagreement</span>
            {raters.map(({ personId, name }) => (
              <span key={personId} title={name}>
                {name}
              </span>
            ))}
          </div>
        )}
        <ul
          className={classes['rows']}
          style={{ height: lines.getTotalSize() }}
          aria-label={`${label}: ${formatCount(items.total)}`}
        >
          {virtual.map(({ index, start }) => {
            const row = items.rowAt(index);
            return (
              <li
                key={index}
                className={classes['row']}
                style={{ transform: `translateY(${String(start)}px)`, height }}
                data-index={index}
                aria-setsize={items.total}
                aria-posinset={index + 1}
              >
                {row === undefined ? (
                  <span className={classes['waiting']}>Loading…</span>
                ) : (
                  <Row
                    row={row}
                    raters={raters}
                    shape={shape}
                    tabIndex={index === tabStop ? 0 : -1}
                    onKeyDown={move}
                    onFocus={() => setCursor(index)}
                    onBoxes={
                      onBoxes === null
                        ? null
                        : () => {
                            onBoxes(index);
                          }
                    }
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function Row({
  row,
  raters,
  shape,
  tabIndex,
  onKeyDown,
  onFocus,
  onBoxes,
}: {
  readonly row: RatedItem;
  readonly raters: readonly Rater[];
  readonly shape: 'wide' | 'narrow';
  readonly tabIndex: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
  readonly onBoxes: (() => void) | null;
}) {
  const { item, disagreement } = row;
  // Where raters differ there is nothing to answer any more, but something to decide.
  const decides = item.ratings === 'disputed' || item.ratings === 'conflict' || item.ratings === 'decided';
  const place = decides ? 'in Adjudicate' : 'at the Desk';
  const open = () => goTo(decides ? places.adjudicateItem(item.id) : places.desk(item.id));
  return (
    <>
      <button
        type="button"
        className={classes['main']}
        data-main
        tabIndex={tabIndex}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onClick={onBoxes ?? open}
      >
        <VisuallyHidden>{onBoxes === null ? `Open ${place}:` : 'Boxes on'} </VisuallyHidden>
        <span className={classes['thumbnail']} aria-hidden>
          <Thumbnail key={item.imageId} imageId={item.imageId} missing={item.missingImages > 0} />
        </span>
        <span className={classes['name']} title={item.externalId}>
          <ItemName id={item.externalId} />
        </span>
        <Disagreement value={disagreement} />
        {shape === 'wide' ? <Columns row={row} raters={raters} /> : <Line row={row} raters={raters} />}
      </button>
      {onBoxes !== null && (
        <Tooltip label={`Open ${place}`}>
          <ActionIcon tabIndex={tabIndex} aria-label={`Open ${item.externalId} ${place}`} onClick={open}>
            {decides ? <Gavel size={16} aria-hidden /> : <SquarePen size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}

/** Each rater’s value in their column; where it may not be told whose is whose, all of them without names. */
function Columns({ row, raters }: { readonly row: RatedItem; readonly raters: readonly Rater[] }) {
  if (row.ratings.some(({ rater }) => rater === null))
    return (
      <span className={classes['unnamed']}>
        <Hidden />
        {row.ratings.map(({ text }) => text).join('  ·  ')}
      </span>
    );
  return raters.map(({ personId, name }) => {
    const text = row.ratings.find(({ rater }) => rater?.personId === personId)?.text;
    return (
      <span key={personId} className={classes['value']} title={text}>
        <VisuallyHidden>{name}: </VisuallyHidden>
        {text ?? <span className={classes['none']}>–</span>}
      </span>
    );
  });
}

function Line({ row, raters }: { readonly row: RatedItem; readonly raters: readonly Rater[] }) {
  const place = (rater: Rater | null) => raters.findIndex(({ personId }) => personId === rater?.personId);
  const ratings = row.ratings.toSorted((a, b) => place(a.rater) - place(b.rater));
  return (
    <span className={classes['line']}>
      {row.ratings.some(({ rater }) => rater === null) && <Hidden />}
      {ratings.map(({ rater, text }, index) => (
        <span key={rater?.personId ?? index} className={classes['said']}>
          {rater !== null && <span className={classes['who']}>{rater.name}</span>} {text}
        </span>
      ))}
    </span>
  );
}

/** The adjudicator decides without knowing who said what. */
function Hidden() {
  return (
    <span className={classes['hidden']} title="Raters stay hidden from you until the item is decided">
      <EyeOff size={13} role="img" aria-label="Raters hidden until decided" />
    </span>
  );
}

function Disagreement({ value }: { readonly value: number | null }) {
  return (
    <span className={classes['disagreement']} title={disagreementWords(value)}>
      {value !== null && (
        <>
          <span className={classes['meter']} aria-hidden>
            <span style={{ width: `${String(value * 100)}%` }} />
          </span>
          <VisuallyHidden>Disagreement </VisuallyHidden>
          {decimalText(value, 2)}
        </>
      )}
    </span>
  );
}

function disagreementWords(value: number | null): string {
  return value === null ? 'Rated once' : `Disagreement ${decimalText(value, 2)} of 1`;
}
