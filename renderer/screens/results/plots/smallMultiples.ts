import { decimalText } from '../../../../shared/base/decimals.ts';
import { axisX, axisY, dot, gridX, ruleX, ruleY, text } from '@observablehq/plot';
import { nameRoom, shortName, type PlotLook } from '../../../ui/figures/plots/look.ts';
import type { NamedFigure } from '../../../ui/figures/plots/intervalPlot.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';

/** One of several small plots that share their scales. */
export interface Panel {
  readonly title: string;
  readonly figures: readonly NamedFigure[];
}

const ROW_HEIGHT = 20;
/** Stands for the line of the panel's title: no respondent is called so. */
const HEAD = '';
const PANEL_WIDTH = 190;

/** The same figure of the same respondents in panel after panel, each with its 95 % interval, on one scale. */
export function smallMultiples(
  { label, axis, chance }: { readonly label: string; readonly axis: string; readonly chance: number | null },
  panels: readonly Panel[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const names = [...new Set(panels.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const marginLeft = nameRoom(names);
  const across = Math.max(1, Math.min(panels.length, Math.floor((width - marginLeft) / PANEL_WIDTH)));
  const down = Math.ceil(panels.length / across);
  const places = panels.map(({ title }, place) => ({
    title,
    fx: place % across,
    fy: Math.floor(place / across),
  }));
  const points = panels.flatMap(({ figures }, place) =>
    figures.flatMap(({ name, color = look.accent, figure: { value, ci95 } }) =>
      value === null
        ? []
        : [{ name, color, value, low: ci95?.[0] ?? value, high: ci95?.[1] ?? value, ...at(places[place]) }],
    ),
  );
  const ends = [...points.flatMap(({ low, high }) => [low, high]), ...(chance === null ? [] : [chance])];
  return svgPlot(
    {
      label,
      description: panels
        .map(
          ({ title, figures }) =>
            `${title}: ${figures.map(({ name, figure }) => `${name} ${figure.value === null ? 'undefined' : decimalText(figure.value, 3)}`).join(', ')}`,
        )
        .join('; '),
      width,
      height: down * (names.length + 1.5) * ROW_HEIGHT + 48,
      marginLeft,
      marginRight: 12,
      marginTop: 4,
      marginBottom: 44,
      legend: [
        { mark: 'line', color: look.ink, words: '95% interval' },
        ...(chance === null ? [] : [{ mark: 'dashes', color: look.ink, words: 'chance' } as const]),
      ],
      x: { domain: [Math.min(0, ...ends), Math.max(1, ...ends)] },
      y: { type: 'band', domain: [HEAD, ...names], padding: 0 },
      fx: { axis: null, domain: Array.from({ length: across }, (_, fx) => fx), padding: 0.16 },
      fy: { axis: null, domain: Array.from({ length: down }, (_, fy) => fy), padding: 0.06 },
      marks: [
        gridX({ stroke: look.grid, strokeOpacity: 1, insetTop: ROW_HEIGHT }),
        ...(chance === null
          ? []
          : [
              ruleX([chance], {
                stroke: look.ink,
                strokeWidth: 1.25,
                strokeDasharray: '4 3',
                insetTop: ROW_HEIGHT,
              }),
            ]),
        axisX({ label: null, tickSize: 0, ticks: 3, color: look.faint }),
        axisY({
          label: null,
          tickSize: 0,
          tickFormat: (name: string) => shortName(name),
          color: look.ink,
          facetAnchor: 'left',
        }),
        ruleY(points, {
          y: 'name',
          x1: 'low',
          x2: 'high',
          fx: 'fx',
          fy: 'fy',
          stroke: 'color',
          strokeWidth: 1.5,
        }),
        dot(points, {
          y: 'name',
          x: 'value',
          fx: 'fx',
          fy: 'fy',
          r: 3.5,
          fill: 'color',
        }),
        text(places, {
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
          dy: 36,
          textAnchor: 'start',
          text: (words: string) => words,
          fill: look.faint,
        }),
      ],
    },
    look,
  );
}

const at = (place: { readonly fx: number; readonly fy: number } | undefined) => ({
  fx: place?.fx ?? 0,
  fy: place?.fy ?? 0,
});
