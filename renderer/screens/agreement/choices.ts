import type { AgreementCell } from '../../../shared/contract/agreement.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import type { CellTarget } from '../../ui/figures/tables/tableModel.ts';
import { casebookChoice } from '../../ui/window/casebookChoice.ts';

/** Which items the figures are of. */
export type AgreementScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'status'; readonly status: ItemStatus }
  /** The Library's filter as it was when it was chosen: the Library may be used for something else since. */
  | { readonly kind: 'library'; readonly filter: ItemFilter };

/** Items behind a figure, with what they are in words. */
export type OpenedCell = CellTarget<AgreementCell>;

/** What the screen was set to; null: what is usual there. */
export interface AgreementChoices {
  readonly task: string | null;
  readonly field: string | null;
  readonly round: number | null;
  readonly raters: readonly PersonId[] | null;
  readonly scope: AgreementScope;
  readonly stratum: string | null;
  readonly bootstrap: number;
  readonly seed: number;
  readonly threshold: number;
  /** The coefficient of the tables that have room for one. */
  readonly coefficient: string | null;
  /** The two raters of the confusion matrix, as `a b`. */
  readonly pair: string | null;
  readonly opened: OpenedCell | null;
  /** An item of a list, whose boxes are looked at: the list, and the place in it. */
  readonly overlay: { readonly list: OpenedCell; readonly index: number } | null;
}

const initial: AgreementChoices = {
  task: null,
  field: null,
  round: null,
  raters: null,
  scope: { kind: 'all' },
  stratum: null,
  bootstrap: 1000,
  seed: 1,
  threshold: 0.5,
  coefficient: null,
  pair: null,
  opened: null,
  overlay: null,
};

export const { useChoice: useChoices, choose } = casebookChoice(initial);
