import { isJsonObject, isList, type Json } from '../../base/json.ts';
import type { Hint } from './hint.ts';
import { LETTERS } from './options.ts';

/** The values that mean "no strategy" at the gold option. */
const NO_STRATEGY = /^(?:(?:the )?(?:gold|correct|right)\b.*|answer|none|null|n\/?a|true|key|[-–—.]*)$/iu;

/**
 * The strategy behind the option in a place (from 0): one for each option, one for each distractor, or by letter. Null
 * where there is none, or one for all of them.
 */
export function strategyAt(strategy: Json | undefined, place: number, gold: number | null): string | null {
  if (strategy === undefined || strategy === null || typeof strategy === 'string') return null;
  if (isList(strategy)) {
    if (strategy.length === LETTERS.length) return textOf(strategy[place]);
    return textOf(strategy[place > (gold ?? LETTERS.length) ? place - 1 : place]);
  }
  return isJsonObject(strategy) ? textOf(strategy[LETTERS[place] ?? '']) : null;
}

const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** The gold option has a distractor's strategy, or a distractor has none, where there is one for each. */
export function strategyHints(strategy: Json | undefined, gold: number | null): readonly Hint[] {
  if (gold === null || !isForEach(strategy)) return [];
  const letter = LETTERS[gold] ?? 'A';
  const hasOwn = !(strategy !== undefined && isList(strategy) && strategy.length < LETTERS.length);
  const ofGold = hasOwn ? strategyAt(strategy, gold, gold) : null;
  const onGold: readonly Hint[] =
    ofGold === null || NO_STRATEGY.test(ofGold.trim())
      ? []
      : [
          {
            kind: 'strategy-on-gold',
            field: `option${letter}`,
            message: `Option ${letter} is the gold one and has a distractor’s strategy (“${ofGold}”).`,
          },
        ];
  const bare = LETTERS.filter((_, place) => {
    const text = strategyAt(strategy, place, gold);
    return place !== gold && (text === null || NO_STRATEGY.test(text.trim()));
  });
  return [
    ...onGold,
    ...bare.map((each): Hint => ({
      kind: 'no-strategy',
      field: `option${each}`,
      message: `Distractor ${each} has no strategy.`,
    })),
  ];
}

/** Whether there is a strategy for each option or each distractor; other lists say something else. */
function isForEach(strategy: Json | undefined): boolean {
  if (strategy === undefined || strategy === null) return false;
  if (isList(strategy))
    return (
      (strategy.length === LETTERS.length || strategy.length === LETTERS.length - 1) &&
      strategy.some((each) => textOf(each) !== null)
    );
  return isJsonObject(strategy) && LETTERS.some((letter) => textOf(strategy[letter]) !== null);
}
