import type { AttributeDefinition } from '../../../shared/benchmarks/generic/schema.ts';
import { isList, type Json } from '../../../shared/base/json.ts';

/** The answer to a question once an option is chosen; where several can be, once it is added or removed. */
export function chosenOption(question: AttributeDefinition, value: Json, option: string): Json {
  if (question.kind === 'yesno') return option === 'yes';
  if (question.kind !== 'set') return option;
  const chosen = isList(value) ? value : [];
  // In the order of the options, so that the same set is the same value.
  return question.options.filter((each) =>
    each === option ? !chosen.includes(each) : chosen.includes(each),
  );
}
