import type {
  ConsistencyReport,
  Edition,
  FixCase,
  FixRow,
  Funnel,
  ValidationOverview,
} from '../../../../shared/contract/validation.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './consistencyWorker.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { ConsistencyOptions } from './consistency.ts';
import { createConsistency } from './consistency.ts';
import { createEditions } from './editions.ts';
import type { Fix, Fixed } from './fixing.ts';
import { createFixing } from './fixing.ts';
import { createFunnel } from './funnel.ts';
import { createOverview } from './overview.ts';
import { createToFix } from './toFix.ts';

/**
 * Validating generated items. Every method throws `invalid_input` in a casebook whose benchmark does not validate
 * items.
 */
export interface ValidationService {
  overview(viewpoint: Viewpoint): ValidationOverview;
  toFix(offset: number, limit: number, viewpoint: Viewpoint): { total: number; rows: FixRow[] };
  /** Throws `forbidden` where the item is blind to the caller. */
  case(itemId: ItemId, viewpoint: Viewpoint): FixCase;
  /**
   * Makes a new edition of an item. Throws `conflict` where it has moved on or an open study asks about it,
   * `forbidden` where it is blind to the caller, `invalid_input` where nothing changes or it is no item any more.
   */
  fix(fix: Fix, viewpoint: Viewpoint): Fixed;
  /** The latest first. Throws `forbidden` where the item is blind to the caller. */
  editions(itemId: ItemId, viewpoint: Viewpoint): Edition[];
  funnel(filter: ItemFilter, by: string | null, viewpoint: Viewpoint): Funnel;
  /** Without the items that are blind to the caller. Rejects when the signal aborts. */
  consistency(
    options: ConsistencyOptions,
    viewpoint: Viewpoint,
    signal?: AbortSignal,
  ): Promise<ConsistencyReport>;
}

/** Validation in an open casebook. */
export function createValidationService(
  casebook: Casebook,
  compute: Compute<typeof jobs>,
): ValidationService {
  const state = casebook.derived.validation;
  // Filters by it ask the rows themselves.
  state.fill();
  const fixing = createFixing(casebook);
  const toFix = createToFix(casebook, state);
  const editions = createEditions(casebook);
  const overview = createOverview(casebook, state);
  const funnel = createFunnel(casebook, state);
  const consistency = createConsistency(casebook, compute);
  return {
    overview,
    toFix: (offset, limit, viewpoint) => toFix.list(offset, limit, viewpoint),
    case: (itemId, viewpoint) => fixing.case(itemId, viewpoint),
    fix: (fix, viewpoint) => fixing.fix(fix, viewpoint),
    editions,
    funnel,
    consistency: (options, viewpoint, signal) => consistency.report(options, viewpoint, signal),
  };
}
