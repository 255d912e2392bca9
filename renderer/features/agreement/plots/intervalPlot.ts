import { axisX, axisY, dot, gridX, ruleX, ruleY, text } from '@observablehq/plot';
import type { Coefficient } from '../../../../shared/contract/agreement.ts';
import { nameRoom, shortName, type PlotLook } from './look.ts';
import { svgPlot } from './svgPlot.ts';

/** A figure of a plot by its name. */
export interface NamedFigure {
  readonly name: string;
  readonly figure: Coefficient;
}

const ROW_HEIGHT = 26;
/** How figures are to be read, under the axis. */
const KEY = 'dot: value   line: analytic 95% interval   band: bootstrap 95% interval';

/** Figures one below the other, each with its intervals, on one scale that has zero in it. */
export function intervalPlot(
  label: string,
  figures: readonly NamedFigure[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  // Names are drawn short, and two long ones can be the same then: rows are told apart by their number.
  const rows = figures.map(({ name, figure }, row) => ({ row, name: shortName(name), ...figure }));
  const defined = rows.flatMap(({ row, value, ci95, ci95_bootstrap: bootstrap }) =>
    value === null ? [] : [{ row, value, ci95, bootstrap }],
  );
  const missing = rows.filter(({ value }) => value === null);
  const ends = defined.flatMap(({ value, ci95, bootstrap }) => [
    value,
    ...(ci95 ?? []),
    ...(bootstrap ?? []),
  ]);
  const marginLeft = nameRoom(rows.map(({ name }) => name));
  return svgPlot(
    {
      label,
      description: figures
        .map(({ name, figure }) => `${name} ${figure.value === null ? 'undefined' : figure.value.toFixed(3)}`)
        .join(', '),
      width,
      height: rows.length * ROW_HEIGHT + 52,
      marginLeft,
      marginRight: 16,
      marginTop: 4,
      marginBottom: 48,
      x: { domain: [Math.min(0, ...ends), Math.max(1, ...ends)], nice: true },
      y: { type: 'band', domain: rows.map(({ row }) => row), padding: 0 },
      marks: [
        gridX({ stroke: look.grid, strokeOpacity: 1 }),
        ruleX([0], { stroke: look.faint, strokeWidth: 1.5 }),
        axisX({
          label: KEY,
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 40,
          tickSize: 0,
          color: look.faint,
        }),
        axisY({
          label: null,
          tickSize: 0,
          tickFormat: (row: number) => rows[row]?.name ?? '',
          color: look.ink,
        }),
        ruleY(
          defined.filter(({ bootstrap }) => bootstrap !== null),
          {
            y: 'row',
            x1: ({ bootstrap }: Defined) => bootstrap?.[0],
            x2: ({ bootstrap }: Defined) => bootstrap?.[1],
            stroke: look.accent,
            strokeOpacity: 0.3,
            strokeWidth: 9,
          },
        ),
        ruleY(
          defined.filter(({ ci95 }) => ci95 !== null),
          {
            y: 'row',
            x1: ({ ci95 }: Defined) => ci95?.[0],
            x2: ({ ci95 }: Defined) => ci95?.[1],
            stroke: look.accent,
            strokeWidth: 1.5,
          },
        ),
        dot(defined, { y: 'row', x: 'value', r: 4, fill: look.accent }),
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

interface Defined {
  readonly ci95: Coefficient['ci95'];
  readonly bootstrap: Coefficient['ci95_bootstrap'];
}
