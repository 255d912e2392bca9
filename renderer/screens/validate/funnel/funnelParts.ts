import { formatCount } from '../../../../shared/base/counts.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Funnel, FunnelGroup } from '../../../../shared/contract/validation.ts';
import type { StageOutcome, ValidationDecision, ValidationStage } from '../../../../shared/domain/status.ts';

/** The first row: what all gates begin with. */
export const GENERATED = 'Generated';

/** A funnel: of all items, or of those with one value of a facet. */
export interface FunnelPart {
  readonly title: string;
  readonly group: FunnelGroup;
  /** The Library's filter for its items; null where it has none. */
  readonly filter: ItemFilter | null;
}

type StageCount = FunnelGroup['stages'][number];

/** How many came to a gate. */
export function reached({ passed, failed, waiting }: StageCount): number {
  return passed + failed + waiting;
}

/** That items were accepted in spite of a gate, in words; nothing where none was. */
export function despiteText({ passed, despite = 0 }: StageCount): string | undefined {
  return despite === 0
    ? undefined
    : `${formatCount(passed)} accepted, ${formatCount(despite)} of them despite a failed gate`;
}

/** The whole and its parts by a facet, `base` being the items that are looked at. */
export function partsOf(
  { all, groups }: Funnel,
  by: string | null,
  base: ItemFilter,
): { readonly whole: FunnelPart; readonly groups: readonly FunnelPart[] } {
  return {
    whole: { title: 'All', group: all, filter: base },
    groups:
      by === null
        ? []
        : groups.map((group) => ({
            title: group.value ?? 'none',
            group,
            filter:
              group.value === null ? null : { ...base, facets: { ...base.facets, [by]: [group.value] } },
          })),
  };
}

/** The items of a filter that fared so at a gate. */
export function stageFilter(
  base: ItemFilter,
  stage: ValidationStage,
  ...outcome: readonly StageOutcome[]
): ItemFilter {
  return { ...base, validation: { ...base.validation, at: { stage, outcome: [...outcome] } } };
}

/** The items of a filter with this decision for this reason. */
export function reasonFilter(base: ItemFilter, decision: ValidationDecision, reason: string): ItemFilter {
  return { ...base, validation: { ...base.validation, decision: [decision], reason: [reason] } };
}
