import { decimalText } from '../../../../shared/base/decimals.ts';
import { axisX, axisY, dot, gridX, type Markish, ruleX, ruleY, text } from '@observablehq/plot';
import type { ShownFigure } from '../tables/tableModel.ts';
import type { LegendEntry } from './legend.ts';
import { nameRoom, type PlotLook, shortName } from './look.ts';
import { svgPlot } from './svgPlot.ts';

/** A figure of a plot by its name. */
export interface NamedFigure {
  readonly name: string;
  readonly figure: ShownFigure;
  /** The respondent's colour, the same in every plot; left out: the accent, as in plots without series. */
  readonly color?: string;
}

const ROW_HEIGHT = 26;

export interface IntervalPlotWords {
  readonly label: string;
  /** Which figure it is, where all are of one kind. */
  readonly axis: string | null;
  /** What the lines are; left out: the interval. */
  readonly line?: string;
  /** By how much the table beside it multiplies its figures: 100 for percent. */
  readonly factor?: number;
  /** A value to see the figures against: what guessing gives. */
  readonly reference?: { readonly name: string; readonly value: number } | null;
}

/** Figures one below the other, each with its intervals, on one scale that has zero in it. */
export function intervalPlot(
  { label, axis, line = '95% interval', factor = 1, reference = null }: IntervalPlotWords,
  figures: readonly NamedFigure[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  // Names are drawn short, and two long ones can be the same then: rows are told apart by their number.
  const rows = figures.map(({ name, figure, color = look.accent }, row) => ({
    row,
    name: shortName(name),
    color,
    ...figure,
    bootstrap: figure.ci95_bootstrap ?? null,
  }));
  const defined = rows.flatMap(({ row, color, value, ci95, bootstrap }) =>
    value === null ? [] : [{ row, color, value, ci95, bootstrap }],
  );
  const missing = rows.filter(({ value }) => value === null);
  const ends = [
    ...(reference === null ? [] : [reference.value]),
    ...defined.flatMap(({ value, ci95, bootstrap }) => [value, ...(ci95 ?? []), ...(bootstrap ?? [])]),
  ];
  const markColor = figures.some(({ color }) => color !== undefined) ? look.ink : look.accent;
  const legend = legendOf(defined, { line, reference }, look, markColor);
  const axisRoom = axis === null ? 0 : 16;
  const marginLeft = nameRoom(rows.map(({ name }) => name));
  return svgPlot(
    {
      label,
      description: figures
        .map(
          ({ name, figure }) =>
            `${name} ${figure.value === null ? 'undefined' : decimalText(figure.value, 3)}`,
        )
        .join(', '),
      width,
      height: rows.length * ROW_HEIGHT + 36 + axisRoom,
      marginLeft,
      marginRight: 16,
      marginTop: 4,
      marginBottom: 32 + axisRoom,
      legend,
      x: { domain: [Math.min(0, ...ends), Math.max(1, ...ends)], nice: true },
      y: { type: 'band', domain: rows.map(({ row }) => row), padding: 0 },
      marks: [
        gridX({ stroke: look.grid, strokeOpacity: 1 }),
        ruleX([0], { stroke: look.faint, strokeWidth: 1.5 }),
        ...(reference === null
          ? []
          : [ruleX([reference.value], { stroke: look.ink, strokeWidth: 1.25, strokeDasharray: '4 3' })]),
        axisX({
          label: null,
          tickSize: 0,
          tickFormat: (value: number) => String(Number((value * factor).toFixed(4))),
          color: look.faint,
        }),
        axisY({
          label: null,
          tickSize: 0,
          tickFormat: (row: number) => rows[row]?.name ?? '',
          color: look.ink,
        }),
        ...intervalMarks(defined),
        dot(defined, { y: 'row', x: 'value', r: 4, fill: 'color' }),
        // At the edge, not in the middle: it is longer than the axis where there is little room.
        ...(axis === null
          ? []
          : [
              text([axis], {
                frameAnchor: 'bottom-right',
                dx: 12,
                dy: 40,
                textAnchor: 'end',
                text: (words: string) => words,
                fill: look.ink,
              }),
            ]),
        text(missing, {
          y: 'row',
          x: 0,
          dx: 6,
          textAnchor: 'start',
          text: () => 'undefined',
          fontStyle: 'italic',
          fill: look.faint,
        }),
      ],
    },
    look,
  );
}

interface RowIntervals {
  readonly ci95: ShownFigure['ci95'];
  readonly bootstrap: ShownFigure['ci95'];
}

function legendOf(
  defined: readonly RowIntervals[],
  { line = '', reference }: Pick<IntervalPlotWords, 'line' | 'reference'>,
  look: PlotLook,
  color: string,
): readonly LegendEntry[] {
  const entries: LegendEntry[] = [];
  if (defined.some(({ ci95 }) => ci95 !== null)) entries.push({ mark: 'line', color, words: line });
  if (defined.some(({ bootstrap }) => bootstrap !== null))
    entries.push({ mark: 'band', color, words: 'bootstrap 95% interval (BCa)' });
  if (reference != null) entries.push({ mark: 'dashes', color: look.ink, words: reference.name });
  return entries;
}

/** The intervals of figures: the bootstrap's as a band, the other as a line on it. */
const intervalMarks = (defined: readonly RowIntervals[]): Markish[] => [
  ruleY(
    defined.filter(({ bootstrap }) => bootstrap !== null),
    {
      y: 'row',
      x1: ({ bootstrap }: RowIntervals) => bootstrap?.[0],
      x2: ({ bootstrap }: RowIntervals) => bootstrap?.[1],
      stroke: 'color',
      strokeOpacity: 0.3,
      strokeWidth: 9,
    },
  ),
  ruleY(
    defined.filter(({ ci95 }) => ci95 !== null),
    {
      y: 'row',
      x1: ({ ci95 }: RowIntervals) => ci95?.[0],
      x2: ({ ci95 }: RowIntervals) => ci95?.[1],
      stroke: 'color',
      strokeWidth: 1.5,
    },
  ),
];
