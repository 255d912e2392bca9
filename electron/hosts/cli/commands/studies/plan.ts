import {
  itemsForDifference,
  itemsForHalfWidth,
  itemsForPeople,
  kappaVariance,
} from '../../../../../shared/statistics/planning.ts';
import type { Invocation } from '../../invocation.ts';
import { table } from '../../output.ts';
import { WrongUsage } from '../../usage.ts';

export interface PlanOptions {
  readonly kappa?: string;
  readonly share: string;
  readonly halfWidth: string;
  readonly first?: string;
  readonly second?: string;
  readonly discordant?: string;
  readonly people?: string;
  readonly spread: string;
  readonly power: string;
}

const RATERS = [2, 3, 4, 5, 6] as const;

/** `casebook plan`: how many items and raters a study needs. */
export function planStudy({ output }: Invocation, options: PlanOptions): void {
  const { kappa, first, second } = options;
  if (kappa !== undefined) planKappa(output, options, numberOf('--kappa', kappa));
  else if (first !== undefined && second !== undefined) {
    const shares = [numberOf('--first', first), numberOf('--second', second)] as const;
    if (options.people === undefined) planDifference(output, options, ...shares);
    else planPeople(output, options, numberOf('--people', options.people), ...shares);
  } else throw new WrongUsage('Give --kappa, or --first and --second.');
}

function planKappa(output: Invocation['output'], options: PlanOptions, kappa: number): void {
  const share = numberOf('--share', options.share);
  const halfWidth = numberOf('--half-width', options.halfWidth);
  const rows = RATERS.map((raters) => {
    const found = itemsForHalfWidth({ kappa, share, raters }, halfWidth);
    const variance = kappaVariance({ kappa, share, raters });
    if (!found.defined) throw new WrongUsage(found.reason);
    if (!variance.defined) throw new WrongUsage(variance.reason);
    return { raters, items: found.items, ratings: found.items * raters };
  });
  output.result({ kappa, share, half_width: halfWidth, rows }, [
    `To estimate a kappa of ${String(kappa)} to within ±${String(halfWidth)} (95 %), where one category has ${String(share)} of the ratings:`,
    '',
    ...table([
      ['raters', 'items', 'ratings'],
      ...rows.map(({ raters, items, ratings }) => [raters, items, ratings]),
    ]),
  ]);
}

function planDifference(
  output: Invocation['output'],
  { discordant, power: asked }: PlanOptions,
  first: number,
  second: number,
): void {
  const power = numberOf('--power', asked);
  const found = itemsForDifference({
    first,
    second,
    power,
    discordant: discordant === undefined ? null : numberOf('--discordant', discordant),
  });
  if (!found.defined) throw new WrongUsage(found.reason);
  output.result({ first, second, discordant: discordant ?? null, power, items: found.items }, [
    `To detect a difference between accuracies of ${String(first)} and ${String(second)} with a power of ${String(power)} (McNemar, 5 %): ${String(found.items)} items.`,
    ...(discordant === undefined
      ? [
          'This assumes that the two are right independently of each other. With --discordant from a pilot, fewer items may do.',
        ]
      : []),
  ]);
}

function planPeople(
  output: Invocation['output'],
  options: PlanOptions,
  people: number,
  first: number,
  second: number,
): void {
  const [power, spread] = [numberOf('--power', options.power), numberOf('--spread', options.spread)];
  const found = itemsForPeople({ first, second, people, spread, power });
  if (!found.defined) throw new WrongUsage(found.reason);
  output.result({ first, second, people, spread, power, items: found.items }, [
    `To detect a difference between ${String(people)} people with a mean accuracy of ${String(first)} and a model with ${String(second)} with a power of ${String(power)} (t over people and items, 5 %): ${String(found.items)} items that everybody answers.`,
    `This assumes that people’s accuracies have a standard deviation of ${String(spread)} (--spread), and that answers on an item are independent of each other.`,
  ]);
}

function numberOf(option: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new WrongUsage(`${option}: give a number.`);
  return value;
}
