import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../records/casebook.ts';

/** How items are validated here. Throws `invalid_input` where the benchmark does not validate any. */
export function validationOf({ benchmark }: Casebook): Validation {
  if (benchmark.validation !== undefined) return benchmark.validation;
  throw new CasebookError(
    'invalid_input',
    `The items of ${benchmark.title} are not validated.`,
    'Nothing was changed. Only benchmarks of generated items have validation.',
  );
}
