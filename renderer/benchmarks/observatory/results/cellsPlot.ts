import { rect, text } from '@observablehq/plot';
import { figureText } from '../../../../shared/figures/exportTable.ts';
import { type PlotLook, shortName } from '../../../ui/figures/plots/look.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';
import { CELL_NAMES, type CellPanel } from './cells.ts';

const CELL = { width: 84, height: 56 } as const;
const HEAD = 24;
const FOOT = 28;
const GAP = 24;
/** Ends of the scale are at least so far apart: chance is not blown up to a pattern. */
const LEAST_RANGE = 0.2;
const PALEST = 0.04;
/** Words on it stay legible in either theme. */
const DEEPEST = 0.52;
const PERCENT = { factor: 100, digits: 1 } as const;

/**
 * Accuracy by the cell of the right answer, a grid of two by two for each respondent: the deeper the tint, the higher. One
 * hue, told apart by its lightness alone, and every value is written in its cell.
 */
export function cellsPlot(
  label: string,
  panels: readonly CellPanel[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const panelWidth = 2 * CELL.width;
  const panelHeight = HEAD + 2 * CELL.height + FOOT;
  const across = Math.max(1, Math.floor((width + GAP) / (panelWidth + GAP)));
  const down = Math.max(1, Math.ceil(panels.length / across));
  const height = down * panelHeight + 20;
  const scale = scaleOf(panels);
  const placed = panels.map((panel, place) => ({
    ...panel,
    left: (place % across) * (panelWidth + GAP),
    top: Math.floor(place / across) * panelHeight,
  }));
  const cells = placed.flatMap(({ cells: figures, left, top }) =>
    figures.map(({ value, n }, place) => {
      const x = left + (place % 2) * CELL.width;
      const y = top + HEAD + Math.floor(place / 2) * CELL.height;
      return {
        x1: x,
        x2: x + CELL.width,
        y1: y,
        y2: y + CELL.height,
        x: x + CELL.width / 2,
        y: y + CELL.height / 2,
        tint: value === null ? 0 : scale.tint(value),
        value: value === null ? '–' : figureText(value, PERCENT),
        n: `n ${String(n)}`,
      };
    }),
  );
  return svgPlot(
    {
      label,
      description: panels.map(described).join('; '),
      width,
      height,
      margin: 1,
      x: { axis: null, domain: [0, width], range: [1, width - 1] },
      y: { axis: null, domain: [0, height], range: [1, height - 1] },
      marks: [
        rect(cells, {
          x1: 'x1',
          x2: 'x2',
          y1: 'y1',
          y2: 'y2',
          fill: look.accent,
          fillOpacity: 'tint',
          stroke: look.faint,
          strokeWidth: 1,
        }),
        text(cells, { x: 'x', y: 'y', dy: -7, text: 'value', fontWeight: 600, fontSize: 14, fill: look.ink }),
        text(cells, { x: 'x', y: 'y', dy: 12, text: 'n', fill: look.ink }),
        text(placed, {
          x: 'left',
          y: 'top',
          dy: 12,
          textAnchor: 'start',
          text: ({ name }: CellPanel) => shortName(name),
          fontWeight: 600,
          fill: look.ink,
        }),
        text(placed, {
          x: 'left',
          y: ({ top }: { readonly top: number }) => top + HEAD + 2 * CELL.height,
          dy: 12,
          textAnchor: 'start',
          text: ({ spread }: CellPanel) =>
            `spread ${spread.value === null ? 'undefined' : figureText(spread.value, PERCENT)}`,
          fill: look.faint,
        }),
        text([`accuracy in percent; palest ${scale.words[0]}, deepest ${scale.words[1]}`], {
          x: 0,
          y: height,
          dy: -8,
          textAnchor: 'start',
          text: (words: string) => words,
          fill: look.faint,
        }),
      ],
    },
    look,
  );
}

/** How deep a value's tint is: by the values there are, all panels alike. */
function scaleOf(panels: readonly CellPanel[]): {
  readonly tint: (value: number) => number;
  readonly words: readonly [string, string];
} {
  const values = panels.flatMap(({ cells }) => cells.flatMap(({ value }) => value ?? []));
  const high = Math.max(LEAST_RANGE, ...values);
  const low = Math.max(0, Math.min(high - LEAST_RANGE, ...values));
  return {
    tint: (value) => PALEST + ((DEEPEST - PALEST) * (value - low)) / (high - low),
    words: [figureText(low, PERCENT), figureText(high, PERCENT)],
  };
}

function described({ name, cells, spread }: CellPanel): string {
  const parts = cells.map(
    ({ value, n }, place) =>
      `${CELL_NAMES[place]?.toLowerCase() ?? ''} ${value === null ? 'undefined' : figureText(value, PERCENT)} of ${String(n)}`,
  );
  return `${name}: ${parts.join(', ')}, spread ${spread.value === null ? 'undefined' : figureText(spread.value, PERCENT)}`;
}
