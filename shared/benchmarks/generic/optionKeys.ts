import { answersOf } from './conditions.ts';

/** A question whose options can have letters of their own. */
interface KeyedQuestion {
  readonly name: string;
  readonly kind: string;
  readonly options?: readonly string[] | undefined;
  readonly keys?: Readonly<Record<string, string>> | undefined;
}

/** The letters of a question’s options, in the order of the options; of options that there are. */
export function keysOfOptions(
  question: KeyedQuestion,
): readonly { readonly option: string; readonly key: string }[] {
  const keys = question.keys ?? {};
  return answersOf(question).flatMap((option) => {
    const key = Object.hasOwn(keys, option) ? keys[option] : undefined;
    return key === undefined ? [] : [{ option, key }];
  });
}

/**
 * Letters that stand for two options at once, in words.
 * @param beside questions that are on screen with these
 */
export function keyProblems(
  questions: readonly KeyedQuestion[],
  beside: readonly KeyedQuestion[] = [],
): string[] {
  const owners = new Map<string, string>();
  for (const question of beside)
    for (const { option, key } of keysOfOptions(question))
      owners.set(key, `“${option}” of “${question.name}”`);
  return questions.flatMap((question) =>
    keysOfOptions(question).flatMap(({ option, key }) => {
      const own = `“${option}” of “${question.name}”`;
      const other = owners.get(key);
      owners.set(key, own);
      return other === undefined
        ? []
        : [`The key ${key.toUpperCase()} is used for both ${other} and ${own}.`];
    }),
  );
}
