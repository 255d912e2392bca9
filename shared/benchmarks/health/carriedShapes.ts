import { comparedByBoxes, createShapeCount, shapesOf } from '../../foreign/comparedByBoxes.ts';
import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { groupBy, groupsOf } from './report.ts';

/** Regions that their files drew more exactly than by a box: everything here looks at their boxes. */
export function shapesAsBoxes(items: readonly HealthItem[]): HealthFinding | null {
  const count = createShapeCount();
  for (const { regions } of items) for (const region of regions) count.add(region);
  const shaped = count.counted();
  if (shaped === null) return null;
  const kinds = items.flatMap(({ id, regions }) =>
    [...new Set(regions.flatMap((region) => shapesOf(region)))].map((kind) => ({ id, kind })),
  );
  return {
    kind: 'shapes-as-boxes',
    severity: 'note',
    title: comparedByBoxes(shaped),
    explanation:
      'The outlines are carried and exported as they came. Findings about boxes, agreement and consensus look at the boxes around them, which says nothing of how well outlines fit.',
    groups: groupsOf(
      [...groupBy(kinds, ({ kind }) => kind)].map(([kind, own]) => [kind, own.map(({ id }) => id)]),
    ),
  };
}
