import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type {
  ConsistencyReport,
  Edition,
  FixCase,
  FixRow,
  Funnel,
  ValidationOverview,
} from '../../../../shared/contract/validation.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './consistencyWorker.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { type ConsistencyOptions, ConsistencyReader } from './consistency.ts';
import { editionsOf } from './editions.ts';
import { type Fix, type FixResult, ItemFixer } from './itemFixer.ts';
import { funnelOf } from './funnel.ts';
import { overviewOf } from './overview.ts';
import { FixQueue } from './fixQueue.ts';

/**
 * Validating generated items. Every method throws `invalid_input` in a casebook whose benchmark does not validate
 * items.
 */
export class ValidationService {
  readonly #casebook: Casebook;
  readonly #state;
  readonly #fixing;
  readonly #toFix;
  readonly #consistency;

  constructor(casebook: Casebook, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    this.#state = casebook.derived.validation;
    // Filters by it ask the rows themselves.
    this.#state.fill();
    this.#fixing = new ItemFixer(casebook);
    this.#toFix = new FixQueue(casebook, this.#state);
    this.#consistency = new ConsistencyReader(casebook, compute);
  }

  overview(viewpoint: Viewpoint): ValidationOverview {
    return overviewOf(this.#casebook, this.#state, viewpoint);
  }

  funnel(filter: ItemFilter, by: string | null, viewpoint: Viewpoint): Funnel {
    return funnelOf(this.#casebook, this.#state, filter, by, viewpoint);
  }

  /** The latest first. Throws `forbidden` where the item is blind to the caller. */
  editions(itemId: ItemId, viewpoint: Viewpoint): Edition[] {
    return editionsOf(this.#casebook, itemId, viewpoint);
  }

  toFix(offset: number, limit: number, viewpoint: Viewpoint): { total: number; rows: FixRow[] } {
    return this.#toFix.list(offset, limit, viewpoint);
  }

  /** Throws `forbidden` where the item is blind to the caller. */
  case(itemId: ItemId, viewpoint: Viewpoint): FixCase {
    return this.#fixing.case(itemId, viewpoint);
  }

  /**
   * Makes a new edition of an item. Throws `conflict` where it has moved on or an open study asks about it,
   * `forbidden` where it is blind to the caller, `invalid_input` where nothing changes or it is no item any more.
   */
  fix(fix: Fix, viewpoint: Viewpoint): FixResult {
    return this.#fixing.fix(fix, viewpoint);
  }

  /** Without the items that are blind to the caller. Rejects when the signal aborts. */
  consistency(
    options: ConsistencyOptions,
    viewpoint: Viewpoint,
    signal?: AbortSignal,
  ): Promise<ConsistencyReport> {
    return this.#consistency.report(options, viewpoint, signal);
  }
}
