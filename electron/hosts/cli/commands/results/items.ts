import { decimalText } from '../../../../../shared/base/decimals.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import {
  type ItemStatistic,
  type ItemStatistics,
  ItemStatisticsRequest,
} from '../../../../../shared/contract/itemStatistics.ts';
import { itemsTable, namedItems, respondentsTable } from '../../../../../shared/figures/itemTables.ts';
import { renamedItems } from '../../../../../shared/figures/renamed.ts';
import { linkedSentence } from '../../../../../shared/figures/linkedSentence.ts';
import { SCREEN, TIER_ENDS } from '../../../../../shared/statistics/rasch/screening.ts';
import type { Services } from '../../../../core/app/services.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { namingOf, tableLines, type TableOptions } from '../../tableFormats.ts';
import { table } from '../../output.ts';
import { asUsage, countedOption, WrongUsage } from '../../usage.ts';
import { personOption } from '../../people.ts';

export interface ItemsOptions extends TableOptions {
  readonly judge?: string;
  readonly step?: string;
  readonly threshold: string;
  readonly variance: string;
  readonly kept: boolean;
  readonly readable: boolean;
  readonly absent: string;
  readonly unfinished: boolean;
}

/** `casebook items` */
export async function computeItemStatistics(
  invocation: Invocation,
  dir: string,
  options: ItemsOptions,
): Promise<void> {
  const [found, naming] = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    try {
      const progress = progressOf(invocation);
      return [
        await open.metrics.items(request, progress, invocation.signal, everything),
        namingOf(open, options),
      ] as const;
    } catch (error) {
      throw asUsage(error);
    }
  });
  const statistics = options.kept
    ? { ...found, items: found.items.filter(({ problems }) => problems.length === 0) }
    : found;
  const lines = tableLines(options, { topic: 'items', of: [found.benchmark] }, () => {
    const leaving = renamedItems(statistics, naming);
    return [itemsTable(leaving, namedItems(leaving)), respondentsTable(leaving)];
  });
  invocation.output.result(documentOf(statistics), lines ?? linesOf(statistics));
}

function requestOf(
  open: Services,
  { judge, step, threshold, variance, readable, absent, unfinished }: ItemsOptions,
): ReturnType<typeof ItemStatisticsRequest.parse> {
  const value = Number(threshold);
  if (threshold.trim() === '' || !(value > 0 && value <= 1))
    throw new WrongUsage('--threshold: give a number above 0 and up to 1.');
  if (variance !== 'free' && variance !== 'fixed') throw new WrongUsage('--variance: choose free or fixed.');
  return ItemStatisticsRequest.parse({
    threshold: value,
    variance,
    unreadable: readable ? 'left_out' : 'wrong',
    absent: countedOption('--absent', absent),
    unfinished,
    ...(judge === undefined ? {} : { judge: personOption(open, '--judge', judge) }),
    ...(step === undefined ? {} : { step }),
  });
}

/** The document of `--json`. Others script against it: fields may come, none may go or change their name. */
function documentOf(statistics: ItemStatistics): unknown {
  const { benchmark, judge, step, steps, threshold, items, respondents, reliability, tiers, points, notes } =
    statistics;
  return {
    benchmark,
    judge,
    step,
    steps,
    threshold,
    undefined: statistics.undefined,
    items: items.map(({ item, condition, step: of, answered, right, difficulty, ...rest }) => ({
      item,
      condition,
      step: of,
      answered,
      right,
      b: difficulty.value,
      se: rest.standardError,
      infit: rest.infit.value,
      outfit: rest.outfit.value,
      r: rest.pointBiserial.value,
      tier: rest.tier,
      dif: rest.difference,
      kept: rest.problems.length === 0,
      problems: rest.problems,
      undefined: difficulty.undefined,
    })),
    respondents: Object.fromEntries(
      respondents.map(({ key, answered, right, ability, standardDeviation }) => [
        key,
        { answered, right, ability: ability.value, sd: standardDeviation, undefined: ability.undefined },
      ]),
    ),
    reliability: {
      person_separation: reliability.separation,
      expected_a_posteriori: reliability.expected,
    },
    filter: { b: SCREEN.difficulty, infit_outfit: SCREEN.meanSquare, r_at_least: SCREEN.pointBiserial },
    tiers: Object.fromEntries(tiers.map(({ tier, items: all, kept }) => [tier, { items: all, kept }])),
    tier_ends: TIER_ENDS,
    variance: statistics.variance,
    linked: statistics.linked,
    information: statistics.information,
    points,
    notes,
  };
}

function linesOf(statistics: ItemStatistics): string[] {
  const { items, respondents, reliability, tiers, step, notes } = statistics;
  if (statistics.undefined !== null && items.length === 0) return [statistics.undefined, ...notes];
  const linked = linkedSentence(statistics);
  const compared = items.some(({ difference }) => difference !== null);
  const severalSteps = new Set(items.map((item) => item.step)).size > 1;
  return [
    `Rasch model, answers to ${step ?? 'nothing'}: b in logits, r with the rest of the items.`,
    ...(statistics.undefined === null ? [] : [`No difficulties: ${statistics.undefined}`]),
    '',
    ...table([
      [
        'item',
        'n',
        'right',
        'b',
        'se',
        'infit',
        'outfit',
        'r',
        'tier',
        ...(compared ? ['DIF'] : []),
        'filter',
      ],
      ...items.map((item) => [
        nameOf(item, severalSteps),
        item.answered,
        item.right,
        shown(item.difficulty.value),
        shown(item.standardError),
        shown(item.infit.value),
        shown(item.outfit.value),
        shown(item.pointBiserial.value),
        item.tier ?? '-',
        ...(compared ? [differenceText(item)] : []),
        item.problems.length === 0 ? 'kept' : item.problems.join('; '),
      ]),
    ]),
    '',
    ...table([
      ['respondent', 'n', 'right', 'ability', 'sd'],
      ...respondents.map(({ key, answered, right, ability, standardDeviation }) => [
        key,
        answered,
        right,
        shown(ability.value),
        shown(standardDeviation),
      ]),
    ]),
    '',
    `Person-separation reliability: ${shown(reliability.separation.value, reliability.separation.undefined)}`,
    `Reliability of expected abilities: ${shown(reliability.expected.value, reliability.expected.undefined)}`,
    `Tiers: ${tiers.map(({ tier, items: all, kept }) => `${tier} ${String(all)} (${String(kept)} kept)`).join(', ')}`,
    ...(linked === null ? [] : [linked]),
    ...(compared
      ? [
          'DIF (Mantel-Haenszel delta): below 0 an item is harder for models than for participants who got as many right. Its size runs from A (negligible) to C (large); * p after Holm below 0.05.',
        ]
      : []),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

function differenceText({ difference }: ItemStatistic): string {
  if (difference === null) return '-';
  const { delta, size, pHolm } = difference;
  return `${decimalText(delta, 2)} ${size}${pHolm < 0.05 ? ' *' : ''}`;
}

function nameOf({ item, condition, step }: ItemStatistic, severalSteps: boolean): string {
  return [item, ...(condition === '' ? [] : [condition]), ...(severalSteps ? [step] : [])].join(' ');
}

const shown = (value: number | null, reason: string | null = null): string =>
  value === null ? (reason ?? '-') : decimalText(value, 3);
