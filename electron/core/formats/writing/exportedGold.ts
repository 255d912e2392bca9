import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import type { GoldSource, PartSource } from '../../../../shared/domain/status.ts';
import type { GoldItem } from '../../derived/gold.ts';
import { sourceOfPart } from '../../records/answers/goldParts.ts';

/** Where the gold of an item comes from as a whole. */
export type ExportGoldSource = GoldSource | 'partly';

/** Where the gold of one field comes from. */
export interface FieldSource {
  readonly field: string;
  readonly source: PartSource | null;
}

/**
 * Where the gold of an item comes from, as a whole and field by field, of the fields that hold anything.
 * @param mayDraw whether no boxes can say that there are none: where there is something to draw on, and anybody draws
 */
export function goldSourcesOf(
  fields: readonly Pick<TaskField, 'name' | 'comparison'>[],
  {
    answer,
    regions,
    goldParts,
    goldSource,
  }: Pick<GoldItem, 'answer' | 'regions' | 'goldParts' | 'goldSource'>,
  mayDraw: boolean,
): { readonly goldSource: ExportGoldSource | null; readonly goldFields: readonly FieldSource[] } {
  const goldFields = fields
    .filter(({ name, comparison }) => {
      if (comparison.level === 'boxes')
        return regions.length > 0 || (mayDraw && (goldParts?.[name]?.annotationId ?? null) !== null);
      const value = Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
      return value !== null && value !== '';
    })
    .map(({ name }) => ({ field: name, source: sourceOfPart(goldSource, goldParts, name) }));
  return { goldSource: wholeSource(goldSource, goldFields), goldFields };
}

/** A source for the whole only where all fields have it; a consensus of boxes stands for raters who answer alike. */
function wholeSource(ofItem: GoldSource | null, fields: readonly FieldSource[]): ExportGoldSource | null {
  if (ofItem === null || fields.length === 0) return ofItem;
  const sources = new Set(fields.map(({ source }) => source));
  if (sources.has('consensus')) sources.delete('unanimous');
  return sources.size === 1 && sources.has(ofItem) ? ofItem : 'partly';
}
