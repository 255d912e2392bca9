import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
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
