import { decimalText } from '../../../../shared/base/decimals.ts';
import { gridX, ruleX } from '@observablehq/plot';
import { nameRoom, type PlotLook, shortName } from '../../../ui/figures/plots/look.ts';
import type { NamedFigure } from '../../../ui/figures/plots/intervalPlot.ts';
import { panelGrid, panelMarks, panelWords } from '../../../ui/figures/plots/panels.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';

/** One of several small plots that share their scales. */
export interface PlotPanel {
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
  panels: readonly PlotPanel[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const names = [...new Set(panels.flatMap(({ figures }) => figures.map(({ name }) => name)))];
  const marginLeft = nameRoom(names);
  const grid = panelGrid(panels.length, width - marginLeft, PANEL_WIDTH);
  const points = panels.flatMap(({ figures }, place) =>
    figures.flatMap(({ name, color = look.accent, figure: { value, ci95 } }) =>
      value === null
        ? []
        : [{ name, color, value, low: ci95?.[0] ?? value, high: ci95?.[1] ?? value, ...grid.at(place) }],
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
      height: grid.down * (names.length + 1.5) * ROW_HEIGHT + 48,
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
      ...grid.facets(0.16),
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
        ...panelMarks(points, 'name', shortName, look),
        ...panelWords(
          panels.map(({ title }, place) => ({ title, ...grid.at(place) })),
          axis,
          grid,
          36,
          look,
        ),
      ],
    },
    look,
  );
}
