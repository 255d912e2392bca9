import { useElementSize } from '@mantine/hooks';
import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { type PlotLook, screenLook } from './look.ts';
import { openingOf } from './opening.ts';
import classes from './PlotFigure.module.css';

/** Draws a plot for a width in pixels; the same one goes to the screen and, in other looks, into a file. */
export type DrawPlot = (look: PlotLook, width: number) => SVGSVGElement;

const WIDEST = 760;
const NARROWEST = 320;

/** A plot as wide as there is room for it. `draw` is one function as long as it draws the same. */
export function PlotFigure({
  draw,
  onOpen,
  widest = WIDEST,
}: {
  readonly draw: DrawPlot;
  /** Opens what a part of the plot stands for, by pointer: the table beside it opens the same by keyboard. */
  readonly onOpen?: (keys: readonly string[]) => void;
  /** In pixels. */
  readonly widest?: number;
}) {
  const { ref, width: room } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const width = Math.round(Math.min(widest, Math.max(NARROWEST, room)));
  useLayoutEffect(() => {
    place.current?.replaceChildren(draw(screenLook, width));
  }, [draw, width]);
  return (
    <div ref={ref} className={classes['frame']}>
      <div
        ref={place}
        className={classes['plot']}
        {...(onOpen !== undefined && {
          onPointerOver: ({ target, currentTarget }: PointerEvent<HTMLElement>) => {
            currentTarget.toggleAttribute('data-opens', openingOf(target) !== null);
          },
          onClick: ({ target }: MouseEvent<HTMLElement>) => {
            const keys = openingOf(target);
            if (keys !== null) onOpen(keys);
          },
        })}
      />
    </div>
  );
}
