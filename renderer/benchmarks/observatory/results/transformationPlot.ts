import { decimalText } from '../../../../shared/base/decimals.ts';
import { axisX, axisY, dot, gridX, ruleX, ruleY, text } from '@observablehq/plot';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import { nameRoom, shortName, type PlotLook } from '../../../ui/figures/plots/look.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';
import { GROUPS, type Reference, type Transformed } from './transformations.ts';

const ROW_HEIGHT = 18;
const PANEL_WIDTH = 200;
/** Stands for the line of the panel's title: no transformation is called so. */
const HEAD = '';

/**
 * A figure by transformation, a panel for each respondent: those of ID, then those of OOD, each with its 95 % interval,
 * against the figure on the originals.
 */
export function transformationPlot(
  { label, axis, reference }: { readonly label: string; readonly axis: string; readonly reference: string },
  transformed: readonly Transformed[],
  respondents: readonly (Reference & { readonly color: string })[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const groups = GROUPS.flatMap((group) => {
    const own = transformed.filter((each) => each.group === group);
    return own.length === 0 ? [] : [{ group, own }];
  });
  const lines = groups.flatMap(({ group, own }) => [
    `group ${group}`,
    ...own.map(({ name }) => `of ${name}`),
  ]);
  const names = new Map(transformed.map(({ name, title }) => [`of ${name}`, shortName(title)]));
  const marginLeft = nameRoom([...names.values()]);
  const across = Math.max(1, Math.min(respondents.length, Math.floor((width - marginLeft) / PANEL_WIDTH)));
  const down = Math.max(1, Math.ceil(respondents.length / across));
  const panels = respondents.map((respondent, place) => ({
    ...respondent,
    fx: place % across,
    fy: Math.floor(place / across),
  }));
  const points = panels.flatMap(({ key, fx, fy, color }) =>
    transformed.flatMap(({ name, figures }) => {
      const figure = figures.get(key);
      if (figure === undefined || figure.value === null) return [];
      const { value, ci95 } = figure;
      return [
        { line: `of ${name}`, fx, fy, color, value, low: ci95?.[0] ?? value, high: ci95?.[1] ?? value },
      ];
    }),
  );
  const originals = panels.flatMap(({ figure, fx, fy }) =>
    figure === undefined || figure.value === null ? [] : [{ value: figure.value, fx, fy }],
  );
  const ends = [...points.flatMap(({ low, high }) => [low, high]), ...originals.map(({ value }) => value)];
  const titles = panels.flatMap(({ fx, fy }) =>
    groups.map(({ group }) => ({ line: `group ${group}`, group, fx, fy })),
  );
  return svgPlot(
    {
      label,
      description: panels
        .map(({ name, key, figure }) =>
          [
            `${name}: ${reference} ${worded(figure)}`,
            ...transformed.map((each) => `${each.title} ${worded(each.figures.get(key))}`),
          ].join(', '),
        )
        .join('; '),
      width,
      height: down * (lines.length + 1.5) * ROW_HEIGHT + 52,
      marginLeft,
      marginRight: 12,
      marginTop: 4,
      marginBottom: 46,
      legend: [
        { mark: 'line', color: look.ink, words: '95% interval' },
        { mark: 'dashes', color: look.ink, words: reference },
      ],
      x: { domain: [Math.min(0, ...ends), Math.max(1, ...ends)] },
      y: { type: 'band', domain: [HEAD, ...lines], padding: 0 },
      fx: { axis: null, domain: Array.from({ length: across }, (_, fx) => fx), padding: 0.14 },
      fy: { axis: null, domain: Array.from({ length: down }, (_, fy) => fy), padding: 0.06 },
      marks: [
        gridX({ stroke: look.grid, strokeOpacity: 1, insetTop: ROW_HEIGHT }),
        ruleX(originals, {
          x: 'value',
          fx: 'fx',
          fy: 'fy',
          stroke: look.ink,
          strokeWidth: 1.25,
          strokeDasharray: '4 3',
          insetTop: ROW_HEIGHT,
        }),
        axisX({ label: null, tickSize: 0, ticks: 3, color: look.faint }),
        axisY({
          label: null,
          tickSize: 0,
          tickFormat: (line: string) => names.get(line) ?? '',
          color: look.ink,
          facetAnchor: 'left',
        }),
        ruleY(points, {
          y: 'line',
          x1: 'low',
          x2: 'high',
          fx: 'fx',
          fy: 'fy',
          stroke: 'color',
          strokeWidth: 1.5,
        }),
        dot(points, { y: 'line', x: 'value', fx: 'fx', fy: 'fy', r: 3.5, fill: 'color' }),
        text(titles, {
          y: 'line',
          fx: 'fx',
          fy: 'fy',
          frameAnchor: 'left',
          dx: 2,
          text: 'group',
          fill: look.faint,
          stroke: look.surface,
          strokeWidth: 4,
        }),
        text(panels, {
          fx: 'fx',
          fy: 'fy',
          text: ({ name }: Reference) => shortName(name),
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
          dy: 38,
          textAnchor: 'start',
          text: (words: string) => words,
          fill: look.faint,
        }),
      ],
    },
    look,
  );
}

const worded = (figure: Figure | undefined): string =>
  figure === undefined ? 'not answered' : figure.value === null ? 'undefined' : decimalText(figure.value, 3);
