import { chanceOf } from './likelihood.ts';

/** What a test tells of an ability. */
export interface Information {
  readonly ability: number;
  /** Fisher's information: the sum of p (1 − p) over items. */
  readonly information: number;
  /** One over its root: the standard error of an ability there, by the answers alone. */
  readonly standardError: number;
}

/** The information of items of these difficulties over abilities from −4 to 4 logits (Birnbaum 1968, section 17.4). */
export function testInformation(difficulties: readonly number[], points = 81): readonly Information[] {
  return Array.from({ length: points }, (_, at) => {
    const ability = -4 + (8 * at) / (points - 1);
    const information = difficulties.reduce((sum, difficulty) => {
      const p = chanceOf(ability - difficulty);
      return sum + p * (1 - p);
    }, 0);
    return { ability, information, standardError: 1 / Math.sqrt(information) };
  });
}
