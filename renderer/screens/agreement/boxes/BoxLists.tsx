import { Box } from '@mantine/core';
import { decimalText } from '../../../../shared/base/decimals.ts';
import { counted } from '../../../../shared/base/counts.ts';
import type { RegionId } from '../../../../shared/base/ids.ts';
import { inkOn } from '../../../canvas/index.ts';
import { boxesById, type BoxPair, columnName, type Overlay, type OverlayBox } from './overlayBoxes.ts';
import classes from './BoxOverlay.module.css';

/** Whose box is whose, what matches what, and what has no partner; each line selects its boxes on the image. */
export function BoxLists({
  overlay,
  pair,
  threshold,
  selection,
  onSelect,
}: {
  readonly overlay: Overlay;
  /** Null: everybody’s boxes, unmatched. */
  readonly pair: BoxPair | null;
  readonly threshold: number;
  readonly selection: readonly string[];
  readonly onSelect: (ids: readonly RegionId[]) => void;
}) {
  const boxes = boxesById(overlay);
  const named = (ids: readonly RegionId[]): readonly OverlayBox[] =>
    ids.flatMap((id) => {
      const box = boxes.get(id);
      return box === undefined ? [] : [box];
    });
  const line = (ids: readonly RegionId[], text: string, detail: string, weak = false) => (
    <li key={ids.join(' ')}>
      <button
        type="button"
        className={classes['box']}
        aria-pressed={ids.every((id) => selection.includes(id)) && ids.length > 0}
        onClick={() => onSelect(ids)}
      >
        <span className={classes['boxName']}>{text}</span>
        <span className={classes['boxDetail']} data-weak={weak || undefined}>
          {detail}
        </span>
      </button>
    </li>
  );
  return (
    <>
      <ul className={classes['legend']} aria-label="Raters">
        {overlay.columns.map((rater) => (
          <li key={rater.column} data-off={(pair !== null && !sideOf(pair, rater.column)) || undefined}>
            <Letter overlay={overlay} column={rater.column} />
            {columnName(rater)}
            <span className={classes['boxDetail']}>{counted(rater.regions.length, 'box', 'boxes')}</span>
          </li>
        ))}
      </ul>
      {pair === null ? (
        overlay.columns.map((rater) => (
          <section key={rater.column}>
            <h2>
              <Letter overlay={overlay} column={rater.column} /> {columnName(rater)}
            </h2>
            <ul className={classes['boxes']}>
              {named(rater.regions.map(({ id }) => id)).map((box) =>
                line([box.region.id], box.category, place(box)),
              )}
            </ul>
          </section>
        ))
      ) : (
        <>
          <dl className={classes['figures']}>
            <Figure label="Mean IoU" value={pair.meanIou} />
            <Figure label={`F1 at ${decimalText(threshold, 2)}`} value={pair.f1} />
          </dl>
          <section>
            <h2>Matched ({pair.matched.length})</h2>
            {pair.matched.length === 0 && (
              <Box component="p" c="dimmed">
                No boxes overlap.
              </Box>
            )}
            <ul className={classes['boxes']}>
              {pair.matched
                .toSorted((one, other) => one.iou - other.iou)
                .map(({ a, b, iou }) =>
                  line(
                    [a, b],
                    named([a])[0]?.category ?? '',
                    `IoU ${decimalText(iou, 2)}${iou < threshold ? ', below' : ''}`,
                    iou < threshold,
                  ),
                )}
            </ul>
          </section>
          {(
            [
              [pair.a, pair.unmatchedA],
              [pair.b, pair.unmatchedB],
            ] as const
          ).map(([column, ids]) => (
            <section key={column}>
              <h2>
                <Letter overlay={overlay} column={column} /> alone ({ids.length})
              </h2>
              {ids.length === 0 && (
                <Box component="p" c="dimmed">
                  {drewNothing(overlay, column) ? 'No box was drawn.' : 'Every box has a partner.'}
                </Box>
              )}
              <ul className={classes['boxes']}>
                {named(ids).map((box) => line([box.region.id], box.category, place(box)))}
              </ul>
            </section>
          ))}
        </>
      )}
    </>
  );
}

function Letter({ overlay, column }: { readonly overlay: Overlay; readonly column: string }) {
  const color = overlay.columns.find((each) => each.column === column)?.color ?? '#bbbbbb';
  return (
    <span className={classes['letter']} style={{ background: color, color: inkOn(color) }}>
      {column}
    </span>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === null ? 'undefined' : decimalText(value, 3)}</dd>
    </div>
  );
}

const drewNothing = ({ columns }: Overlay, column: string): boolean =>
  columns.every((each) => each.column !== column || each.regions.length === 0);

const sideOf = ({ a, b }: BoxPair, column: string): boolean => column === a || column === b;

function place({ region: { x, y, width, height } }: OverlayBox): string {
  return `${String(Math.round(width))} × ${String(Math.round(height))} at ${String(Math.round(x))}, ${String(Math.round(y))}`;
}
