import { axisX, axisY, type AxisYOptions, gridX, gridY, type Markish } from '@observablehq/plot';
import type { PlotLook } from '../../../ui/figures/plots/look.ts';

/** The room around a plot over abilities. */
export const ABILITY_MARGINS = { marginLeft: 52, marginRight: 16, marginTop: 8, marginBottom: 52 };

/** The axes of a plot over abilities, and the grid behind it. */
export function abilityAxes(
  label: string,
  look: PlotLook,
  scale: Pick<AxisYOptions, 'ticks' | 'tickFormat'> = {},
): Markish[] {
  const axis = { labelAnchor: 'center', labelArrow: 'none', tickSize: 0, color: look.faint } as const;
  const { ticks } = scale;
  return [
    gridX({ stroke: look.grid, strokeOpacity: 1 }),
    gridY({ stroke: look.grid, strokeOpacity: 1, ...(ticks !== undefined && { ticks }) }),
    axisX({ ...axis, label: 'ability in logits', labelOffset: 36 }),
    axisY({ ...axis, label, ...scale }),
  ];
}
