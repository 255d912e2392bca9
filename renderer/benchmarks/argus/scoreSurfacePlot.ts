import { axisX, axisY, rect, text } from '@observablehq/plot';
import { type Exponents, surface } from '../../../shared/benchmarks/argus/score.ts';
import type { PlotLook } from '../../ui/figures/plots/look.ts';
import { svgPlot } from '../../ui/figures/plots/svgPlot.ts';

const SCORES = [1, 2, 3, 4] as const;
/** Cells of the surface to a score. */
const FINE = 12;

/** f(x, y) over the scores: the darker, the higher; at whole scores its value. */
export function scoreSurfacePlot(exponents: Exponents, look: PlotLook, width: number): SVGSVGElement {
  const step = 1 / FINE;
  const places = Array.from({ length: 4 * FINE }, (_, place) => 0.5 + place * step);
  const cells = places.flatMap((x) =>
    places.map((y) => ({
      x1: x,
      x2: x + step,
      y1: y,
      y2: y + step,
      value: surface(x + step / 2, y + step / 2, exponents),
    })),
  );
  const points = SCORES.flatMap((x) => SCORES.map((y) => ({ x, y, value: surface(x, y, exponents) })));
  return svgPlot(
    {
      label: 'f(x, y) over the scores x and y',
      description: points
        .map(({ x, y, value }) => `f(${String(x)}, ${String(y)}) ${short(value)}`)
        .join('; '),
      width,
      height: Math.round(width * 0.62),
      marginLeft: 40,
      marginBottom: 40,
      marginTop: 8,
      marginRight: 8,
      x: { domain: [0.5, 4.5] },
      y: { domain: [0.5, 4.5] },
      marks: [
        // A step wider than they are: no seams between them.
        rect(cells, {
          x1: 'x1',
          x2: 'x2',
          y1: 'y1',
          y2: 'y2',
          fill: look.accent,
          fillOpacity: ({ value }: { readonly value: number }) => 0.04 + 0.6 * value,
          stroke: 'none',
          inset: -0.2,
        }),
        axisX({
          label: 'x: trap found and analysed',
          labelAnchor: 'center',
          labelArrow: 'none',
          ticks: [...SCORES],
          tickFormat: 'd',
          tickSize: 0,
          color: look.ink,
        }),
        axisY({
          label: 'y: same choice and reasons',
          labelAnchor: 'center',
          labelArrow: 'none',
          ticks: [...SCORES],
          tickFormat: 'd',
          tickSize: 0,
          color: look.ink,
        }),
        text(points, {
          x: 'x',
          y: 'y',
          text: ({ value }: { readonly value: number }) => short(value),
          fill: look.ink,
        }),
      ],
    },
    look,
  );
}

/** Four digits that matter, also of what is next to nothing. */
function short(value: number): string {
  return value < 0.001 ? value.toExponential(3) : value.toFixed(4);
}
