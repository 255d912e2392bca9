import { axisX, axisY, dot, type Markish, ruleY, text } from '@observablehq/plot';
import { type PlotLook, shortName } from './look.ts';

/** The column and the row of a panel. */
export interface PanelPlace {
  readonly fx: number;
  readonly fy: number;
}

/** Panels beside and below each other, as many across as there is room for. */
export interface PanelGrid {
  readonly down: number;
  readonly at: (place: number) => PanelPlace;
  /** The facets of a plot, with the gap between them as a share of their width. */
  readonly facets: (gap: number) => {
    readonly fx: { readonly axis: null; readonly domain: readonly number[]; readonly padding: number };
    readonly fy: { readonly axis: null; readonly domain: readonly number[]; readonly padding: number };
  };
}

export function panelGrid(count: number, width: number, panelWidth: number): PanelGrid {
  const across = Math.max(1, Math.min(count, Math.floor(width / panelWidth)));
  const down = Math.max(1, Math.ceil(count / across));
  const numbers = (most: number) => Array.from({ length: most }, (_, place) => place);
  return {
    down,
    at: (place) => ({ fx: place % across, fy: Math.floor(place / across) }),
    facets: (gap) => ({
      fx: { axis: null, domain: numbers(across), padding: gap },
      fy: { axis: null, domain: numbers(down), padding: 0.06 },
    }),
  };
}

/** A figure in a panel, with the ends of its interval. */
export interface PanelPoint extends PanelPlace {
  readonly color: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The axes, and each figure on its line with its 95 % interval. */
export function panelMarks(
  points: readonly PanelPoint[],
  y: string,
  words: (line: string) => string,
  look: PlotLook,
): Markish[] {
  return [
    axisX({ label: null, tickSize: 0, ticks: 3, color: look.faint }),
    axisY({ label: null, tickSize: 0, tickFormat: words, color: look.ink, facetAnchor: 'left' }),
    ruleY(points, { y, x1: 'low', x2: 'high', fx: 'fx', fy: 'fy', stroke: 'color', strokeWidth: 1.5 }),
    dot(points, { y, x: 'value', fx: 'fx', fy: 'fy', r: 3.5, fill: 'color' }),
  ];
}

/** The title of each panel, and the label of the shared axis below all of them. */
export function panelWords(
  panels: readonly (PanelPlace & { readonly title: string })[],
  axis: string,
  { down }: PanelGrid,
  dy: number,
  look: PlotLook,
): Markish[] {
  return [
    text(panels, {
      fx: 'fx',
      fy: 'fy',
      text: ({ title }: { readonly title: string }) => shortName(title),
      frameAnchor: 'top-left',
      dy: 8,
      fontWeight: 600,
      fill: look.ink,
    }),
    // In a panel that is there: the last line may not be full.
    text([axis], {
      frameAnchor: 'bottom-left',
      fx: 0,
      fy: down - 1,
      dy,
      textAnchor: 'start',
      text: (words: string) => words,
      fill: look.faint,
    }),
  ];
}
