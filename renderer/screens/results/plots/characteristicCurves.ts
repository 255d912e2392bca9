import { dot, line, ruleX, ruleY, text } from '@observablehq/plot';
import { chanceOf } from '../../../../shared/statistics/rasch/likelihood.ts';
import { type PlotLook, seriesColor, shortName } from '../../../ui/figures/plots/look.ts';
import { setOpenings } from '../../../ui/figures/plots/opening.ts';
import { ABILITY_MARGINS, abilityAxes } from './abilityAxes.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';

/** An item whose curve is drawn. */
export interface CurvedItem {
  readonly key: string;
  readonly name: string;
  /** In logits. */
  readonly difficulty: number;
}

const STEPS = 120;

/**
 * Of each item the chance of a right answer over abilities (its characteristic curve), told apart by letters; below
 * them where the respondents are.
 */
export function characteristicCurves(
  items: readonly CurvedItem[],
  abilities: readonly number[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const sorted = items
    .toSorted((a, b) => a.difficulty - b.difficulty)
    .map((item, place) => ({
      ...item,
      letter: String.fromCodePoint(65 + place),
      color: seriesColor(place),
    }));
  const reach = Math.ceil(
    Math.max(4, ...items.map(({ difficulty }) => Math.abs(difficulty) + 1.5), ...abilities.map(Math.abs)),
  );
  const points = sorted.flatMap(({ letter, color, difficulty }) =>
    Array.from({ length: STEPS + 1 }, (_, step) => {
      const ability = -reach + (2 * reach * step) / STEPS;
      return { letter, color, ability, chance: chanceOf(ability - difficulty) };
    }),
  );
  // One below the other along the curves, so that letters of items alike in difficulty stay apart.
  const letters = sorted.map(({ letter, color, difficulty }, place) => {
    const chance = sorted.length === 1 ? 0.5 : 0.85 - (0.7 * place) / (sorted.length - 1);
    return { letter, color, ability: difficulty + Math.log(chance / (1 - chance)), chance };
  });
  const drawn = svgPlot(
    {
      label: 'Item characteristic curves',
      description: sorted
        .map(({ letter, name, difficulty }) => `${letter}: ${name}, difficulty ${difficulty.toFixed(2)}`)
        .join('; '),
      width,
      height: 330,
      ...ABILITY_MARGINS,
      legend: [
        ...sorted.map(({ letter, color, name, difficulty }) => ({
          mark: 'dot' as const,
          color,
          letter,
          words: `${shortName(name)}   b ${difficulty.toFixed(2)}`,
        })),
        { mark: 'tick', color: look.ink, words: 'a respondent' },
      ],
      x: { domain: [-reach, reach] },
      y: { domain: [-0.06, 1] },
      marks: [
        ...abilityAxes('chance of a right answer', look, {
          ticks: [0, 0.25, 0.5, 0.75, 1],
          tickFormat: (chance: number) => chance.toFixed(2),
        }),
        ruleY([0.5], { stroke: look.faint, strokeDasharray: '4 3' }),
        ruleX(abilities, { y1: -0.05, y2: -0.01, stroke: look.ink, strokeOpacity: 0.6 }),
        line(points, {
          className: CURVES,
          x: 'ability',
          y: 'chance',
          z: 'letter',
          stroke: 'color',
          strokeWidth: 1.5,
        }),
        dot(letters, { className: CURVES, x: 'ability', y: 'chance', r: 8, fill: 'color' }),
        text(letters, {
          className: CURVES,
          x: 'ability',
          y: 'chance',
          text: 'letter',
          fontSize: 11,
          fontWeight: 600,
          fill: look.surface,
        }),
        ...(sorted.length === 0
          ? [text(['Choose items in the table'], { frameAnchor: 'middle', fill: look.faint })]
          : []),
      ],
    },
    look,
  );
  setOpenings(
    drawn,
    CURVES,
    sorted.map(({ key }) => [key]),
  );
  return drawn;
}

/** The marks whose parts are items. */
const CURVES = 'curves';
