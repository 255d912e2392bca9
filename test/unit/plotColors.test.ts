import { expect, it } from 'vitest';
import { contrastRatio } from '../../renderer/canvas/palette.ts';
import { SERIES_COLORS, seriesColor } from '../../renderer/ui/figures/plots/look.ts';

it.each(SERIES_COLORS)('%s is seen on paper and in both themes', (color) => {
  for (const ground of ['#ffffff', '#16191d']) expect(contrastRatio(color, ground)).toBeGreaterThanOrEqual(3);
});

it('colours differ until all are used', () => {
  expect(new Set(SERIES_COLORS).size).toBe(SERIES_COLORS.length);
  expect(seriesColor(SERIES_COLORS.length + 2)).toBe(seriesColor(2));
});
