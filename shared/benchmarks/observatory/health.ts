import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { imageFindings } from '../health/images.ts';
import { bySeverity } from '../health/report.ts';
import { isQuery } from './queries/queryItem.ts';
import { ObservatoryPayload } from './schema.ts';

/**
 * Originals that several entities share; variants look like their original on purpose, and questions show what entities
 * do.
 */
export function health(items: readonly HealthItem[]): readonly HealthFinding[] {
  return bySeverity(
    imageFindings(
      items
        .filter(({ payload }) => !isQuery(payload))
        .map((item) => ({
          id: item.id,
          label: ObservatoryPayload.parse(item.payload).domain ?? null,
          item: { ...item, images: item.images.slice(0, 1) },
        })),
    ),
  );
}
