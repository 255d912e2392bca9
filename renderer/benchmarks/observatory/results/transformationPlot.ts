import { decimalText } from '../../../../shared/base/decimals.ts';
import { gridX, ruleX, text } from '@observablehq/plot';
import type { Figure } from '../../../../shared/contract/metrics.ts';
import { nameRoom, type PlotLook, shortName } from '../../../ui/figures/plots/look.ts';
import { panelGrid, panelMarks, panelWords } from '../../../ui/figures/plots/panels.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';
import { GROUPS, type Reference, type TransformationFigures } from './transformations.ts';

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
  transformed: readonly TransformationFigures[],
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
  const grid = panelGrid(respondents.length, width - marginLeft, PANEL_WIDTH);
  const panels = respondents.map((respondent, place) => ({
    ...respondent,
    title: respondent.name,
    ...grid.at(place),
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
      description: panels.map((panel) => described(panel, reference, transformed)).join('; '),
      width,
      height: grid.down * (lines.length + 1.5) * ROW_HEIGHT + 52,
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
      ...grid.facets(0.14),
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
        ...panelMarks(points, 'line', (line) => names.get(line) ?? '', look),
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
        ...panelWords(panels, axis, grid, 38, look),
      ],
    },
    look,
  );
}

const described = (
  { name, key, figure }: Reference,
  reference: string,
  transformed: readonly TransformationFigures[],
) =>
  [
    `${name}: ${reference} ${worded(figure)}`,
    ...transformed.map((each) => `${each.title} ${worded(each.figures.get(key))}`),
  ].join(', ');

const worded = (figure: Figure | undefined): string =>
  figure === undefined ? 'not answered' : figure.value === null ? 'undefined' : decimalText(figure.value, 3);
