import type { HealthFinding, HealthItem } from '../benchmark.ts';
import { duplicateTexts } from '../health/duplicateTexts.ts';
import { imageFindings } from '../health/images.ts';
import { bySeverity } from '../health/report.ts';
import { ArgusPayload } from './schema.ts';

/** Images and texts that several items share. */
export function health(items: readonly HealthItem[]): readonly HealthFinding[] {
  const sources = items.map((item) => ({
    id: item.id,
    label: null,
    item,
    source: ArgusPayload.parse(item.payload),
  }));
  return bySeverity([
    ...imageFindings(sources),
    ...duplicateTexts(
      'scenarios',
      'scenario',
      sources.map(({ id, source }) => ({ id, text: source.scenario ?? '' })),
    ),
    ...duplicateTexts(
      'traps',
      'trap',
      sources.map(({ id, source }) => ({ id, text: source.trap ?? '' })),
    ),
  ]);
}
