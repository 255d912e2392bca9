import { line, ruleX } from '@observablehq/plot';
import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import type { PlotLook } from '../../../ui/figures/plots/look.ts';
import { ABILITY_MARGINS, abilityAxes } from './abilityAxes.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';

/** How much all items together tell of an ability, over abilities, with where the respondents are. */
export function informationCurve(
  { information, respondents }: ItemStatistics,
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const abilities = respondents.flatMap(({ ability }) => ability.value ?? []);
  const most = Math.max(1, ...information.map((each) => each.information));
  const best = information.find((each) => each.information === most);
  const reach = Math.max(4, ...abilities.map((ability) => Math.ceil(Math.abs(ability))));
  return svgPlot(
    {
      label: 'Test information',
      description: `highest at an ability of ${best?.ability.toFixed(1) ?? '0'} logits, where an ability has a standard error of ${best?.standardError.toFixed(2) ?? '-'}`,
      width,
      height: 300,
      ...ABILITY_MARGINS,
      legend: [{ mark: 'tick', color: look.ink, words: 'a respondent' }],
      x: { domain: [-reach, reach] },
      y: { domain: [0, most * 1.05] },
      marks: [
        ...abilityAxes('information', look),
        ruleX(abilities, { y1: 0, y2: most * 0.03, stroke: look.ink, strokeOpacity: 0.6 }),
        line(information, { x: 'ability', y: 'information', stroke: look.accent, strokeWidth: 2 }),
      ],
    },
    look,
  );
}
