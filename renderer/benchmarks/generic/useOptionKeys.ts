import { keysOfOptions } from '../../../shared/benchmarks/generic/optionKeys.ts';
import type { AttributeDefinition } from '../../../shared/benchmarks/generic/schema.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useDesk } from '../../ui/form/context.ts';
import { useTakenLetters } from './takenLetters.ts';
import { chosenOption } from './chosenOption.ts';

/**
 * Lets the letters of options choose them while their questions are on screen, except letters that the Desk uses.
 * Returns the letters that work, by question and option, to print beside them.
 * @param of what the questions are about: tells commands apart
 */
export function useOptionKeys(
  of: string,
  questions: readonly AttributeDefinition[],
  values: JsonObject,
  put: (id: string, value: Json) => void,
): (question: string, option: string) => string | undefined {
  const { readOnly } = useDesk();
  const taken = useTakenLetters();
  const keyed = questions.flatMap((question) =>
    keysOfOptions(question).flatMap(({ option, key }) =>
      taken.has(key) ? [] : [{ question, option, key: key.toUpperCase() }],
    ),
  );
  useCommands(
    'desk',
    keyed.map(({ question, option, key }) => ({
      id: `generic.${of}.${question.id}.${option}`,
      title: `${question.name}: ${option}`,
      group: 'Label set',
      defaultKeys: [key],
      scope: 'desk',
      enabled: () => !readOnly,
      run: () => {
        const value = Object.hasOwn(values, question.id) ? (values[question.id] ?? null) : null;
        put(question.id, chosenOption(question, value, option));
      },
    })),
  );
  return (id, option) => keyed.find((each) => each.question.id === id && each.option === option)?.key;
}
