import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../derived/casebook.ts';

/** How items are validated here. Throws `invalid_input` where the benchmark does not validate any. */
export function validationOf({ benchmark }: Casebook): Validation {
  if (benchmark.validation !== undefined) return benchmark.validation;
  throw new CasebookError(
    'invalid_input',
    `The items of ${benchmark.title} need no validation.`,
    'Nothing was changed. Only benchmarks of generated items have validation.',
  );
}

/**
 * SQL: the item `i` that a row `v` of `validation_state` is about, where its sequence, id and status are all that is asked
 * of it. Two small indexes tell them: its row, which holds the payload, is not read.
 */
export const ITEM_OF_STATE =
  'item known ON known.id = v.item_id CROSS JOIN item i INDEXED BY item_standing ON i.sequence = known.sequence';
