import { Box } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert, Shapes } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { LabelSet } from '../../../shared/benchmarks/generic/schema.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { fitsBox } from '../../../shared/foreign/foreignPart.ts';
import { carriedTitle } from '../../../shared/foreign/foreignWords.ts';
import { paletteColor } from '../../canvas/index.ts';
import { useDesk, useDeskView } from '../../ui/form/context.ts';
import { Swatch } from '../../ui/images/Swatch.tsx';
import classes from './DeskForm.module.css';

const ROW_HEIGHT = 28;

/** All boxes, however many; choosing one selects it on the image. */
export function BoxList({
  regions,
  vocabulary,
}: {
  readonly regions: readonly RegionRecord[];
  readonly vocabulary: LabelSet;
}) {
  const { view, canvas, problems } = useDesk();
  const selection = useDeskView((state) => state.selection);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: regions.length,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => scroller.current,
    overscan: 8,
  });
  const labels = useMemo(
    () =>
      new Map(
        vocabulary.labels.map((label, index) => [
          label.id,
          { ...label, color: paletteColor(index), number: index + 1 },
        ]),
      ),
    [vocabulary],
  );
  const broken = useMemo(
    () => new Set(problems.flatMap(({ field }) => /^regions\.([^.]+)\./u.exec(field ?? '')?.[1] ?? [])),
    [problems],
  );
  if (regions.length === 0)
    return (
      <Box component="p" c="dimmed" data-field="regions">
        No boxes yet. Press R or choose “New box”, then drag.
      </Box>
    );
  return (
    <div ref={scroller} className={classes['boxes']} data-field="regions">
      <ul className={classes['rows']} style={{ height: rows.getTotalSize() }} aria-label="Boxes">
        {rows.getVirtualItems().map(({ index, start }) => {
          const region = regions[index];
          if (region === undefined) return null;
          const label = labels.get(region.label);
          const chosen = selection.includes(region.id);
          const fits = region.foreign !== undefined && fitsBox(region.foreign, region);
          const carried = region.foreign === undefined ? null : carriedTitle(region.foreign, fits);
          return (
            <li
              key={region.id}
              className={classes['row']}
              style={{ transform: `translateY(${String(start)}px)` }}
            >
              <button
                type="button"
                className={classes['box']}
                data-chosen={chosen || undefined}
                aria-pressed={chosen}
                onClick={(event) => {
                  const more = event.shiftKey || event.ctrlKey;
                  view.setState({
                    selection: !more
                      ? [region.id]
                      : chosen
                        ? selection.filter((id) => id !== region.id)
                        : [...selection, region.id],
                  });
                  canvas.current?.reveal(region.id);
                }}
              >
                <Swatch color={label?.color} number={label?.number ?? 0} />
                <span className={classes['name']}>
                  {index + 1}. {label?.name ?? `Unknown label “${region.label}”`}
                  {region.note !== '' && <span className={classes['note']}> {region.note}</span>}
                </span>
                {carried !== null && (
                  <span title={carried} className={classes['carried']} data-faded={!fits || undefined}>
                    <Shapes size={13} role="img" aria-label={carried} />
                  </span>
                )}
                {broken.has(region.id) && <CircleAlert size={13} role="img" aria-label="Has a problem" />}
                <span className={classes['size']}>
                  {Math.round(region.width)} x {Math.round(region.height)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
