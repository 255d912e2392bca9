import { counted } from '../../base/counts.ts';
import type { JsonObject } from '../../base/json.ts';
import type { HealthFinding } from '../benchmark.ts';
import { type ClassifiedItem, groupBy, groupsOf } from './report.ts';

/**
 * Items whose keys are others, or are in another order, than in most items of their class: traces of work by
 * hand, and a trap for scripts that go by position.
 */
export function unusualShapes(
  entries: readonly (ClassifiedItem & { readonly payload: JsonObject })[],
): HealthFinding | null {
  const unusual = [...groupBy(entries, ({ label }) => label ?? '').values()].flatMap((ofClass) => {
    const shapes = [...groupBy(ofClass, ({ payload }) => Object.keys(payload).join(', '))].sort(
      (a, b) => b[1].length - a[1].length,
    );
    const [usual, ...others] = shapes;
    // Without a clear majority there is no usual shape to depart from.
    if (usual === undefined || usual[1].length * 2 <= ofClass.length) return [];
    const sorted = (keys: string): string => keys.split(', ').sort().join(', ');
    return others.map(([keys, items]) => ({ keys, items, reordered: sorted(keys) === sorted(usual[0]) }));
  });
  if (unusual.length === 0) return null;
  const items = unusual.reduce((sum, shape) => sum + shape.items.length, 0);
  return {
    kind: 'unusual-keys',
    severity: 'note',
    title: `${counted(items, 'item has', 'items have')} other keys, or another order of keys, than most of the class`,
    explanation:
      'Harmless to JSON readers, but it shows which items were edited by hand, and scripts that rely on order fail.',
    groups: groupsOf(
      unusual.map(({ keys, items: own, reordered }) => [
        `${reordered ? 'same keys, another order' : 'other keys'}: ${keys}`,
        own.map(({ id }) => id),
      ]),
    ),
  };
}
