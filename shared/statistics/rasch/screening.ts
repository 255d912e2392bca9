import type { Outcome } from '../outcome.ts';
import type { ItemFit } from './fit.ts';
import type { RaschItem } from './rasch.ts';

/** Within which figures an item is kept: those of the MCSBench paper. */
export const SCREEN = {
  /** In logits. */
  difficulty: [-1.5, 1.5],
  meanSquare: [0.5, 1.5],
  /** At least. */
  pointBiserial: 0.15,
} as const;

/** Easy, medium and hard divide the range of difficulties that are kept into thirds. */
export const TIER_ENDS = [-0.5, 0.5] as const;

export const TIERS = ['easy', 'medium', 'hard'] as const;
export type Tier = (typeof TIERS)[number];

/** The tier of a difficulty in logits: easy below -0.5, hard above 0.5. */
export function tierOf(difficulty: number): Tier {
  const [low, high] = TIER_ENDS;
  return difficulty < low ? 'easy' : difficulty > high ? 'hard' : 'medium';
}

/** Why an item does not pass the screen, in words; empty where it passes. */
export function screeningFaults(
  { difficulty }: Pick<RaschItem, 'difficulty'>,
  fit: ItemFit,
): readonly string[] {
  if (!difficulty.defined) return [difficulty.reason];
  const [easiest, hardest] = SCREEN.difficulty;
  return [
    ...(difficulty.value < easiest ? [`too easy: difficulty below ${signed(easiest)}`] : []),
    ...(difficulty.value > hardest ? [`too hard: difficulty above ${signed(hardest)}`] : []),
    ...meanSquareProblems('infit', fit.infit),
    ...meanSquareProblems('outfit', fit.outfit),
    ...(fit.pointBiserial.defined
      ? fit.pointBiserial.value < SCREEN.pointBiserial
        ? [`tells respondents apart too little: r below ${String(SCREEN.pointBiserial)}`]
        : []
      : [`r is undefined: ${fit.pointBiserial.reason}`]),
  ];
}

function meanSquareProblems(name: string, figure: Outcome<{ readonly value: number }>): readonly string[] {
  if (!figure.defined) return [`${name} is undefined: ${figure.reason}`];
  const [low, high] = SCREEN.meanSquare;
  if (figure.value < low) return [`too regular: ${name} below ${String(low)}`];
  return figure.value > high ? [`too erratic: ${name} above ${String(high)}`] : [];
}

const signed = (value: number): string => String(value).replace('-', '−');
