import { decimalText } from '../../../../../shared/base/decimals.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { otherItemsSentence } from '../../../../../shared/figures/otherItems.ts';
import { familyTable } from '../../../../../shared/figures/comparisonTables.ts';
import type { ExportTable } from '../../../../../shared/figures/exportTable.ts';
import {
  comparisonFamily,
  comparisonSentence,
  type FamilyMember,
  type PrintFormat,
  ranksOf,
  TEST_WORDS,
} from '../../../../../shared/figures/comparisonFamily.ts';
import { pText } from '../../../../../shared/statistics/probability.ts';
import { renamedPairs } from '../../../../../shared/figures/renamed.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { namingOf, tableLines } from '../../tableFormats.ts';
import { asUsage, WrongUsage } from '../../usage.ts';
import { type MetricsOptions, requestOf } from './request.ts';

/** `casebook metrics --compare` */
export async function compareRespondents(
  invocation: Invocation,
  dir: string,
  options: MetricsOptions,
  metric: string,
): Promise<void> {
  const { against, condition } = options;
  const [report, naming] = await withCasebook(dir, 'read', async (open) => {
    const { stratum: _stratum, ...request } = requestOf(open, options);
    try {
      const asked = {
        ...request,
        metric,
        ...(condition !== undefined && { condition }),
        ...(against !== undefined && { against }),
      };
      const progress = progressOf(invocation);
      return [
        await open.metrics.compare(asked, progress, invocation.signal, everything),
        namingOf(open, options),
      ] as const;
    } catch (error) {
      throw asUsage(error);
    }
  });
  const keys = report.respondents.map(({ key }) => key);
  if (against !== undefined && !keys.includes(against)) {
    throw new WrongUsage(`--against: "${against}" is not compared; choose from ${keys.join(', ')}.`);
  }
  const pairs = comparisonFamily(report.pairs, against ?? null);
  const majority = comparisonFamily(report.majority);
  const conditions = comparisonFamily(report.conditions);
  const ranks = ranksOf(pairs);
  const otherItems = otherItemsSentence(report.pairs);
  const tables = (): ExportTable[] => [
    familyTable(renamedPairs(pairs, naming), report, {
      caption: `${report.title} of every two respondents, on the items that count for both`,
      part: 'comparisons',
      notes: otherItems === null ? [] : [otherItems],
    }),
    ...(majority.length === 0
      ? []
      : [
          familyTable(renamedPairs(majority, naming), report, {
            caption: `${report.title} of the majority of people against each model`,
            part: 'majority',
          }),
        ]),
    ...(conditions.length === 0
      ? []
      : [
          familyTable(renamedPairs(conditions, naming), report, {
            caption: `${report.title} in one condition against another`,
            part: 'conditions',
          }),
        ]),
  ];
  const lines = tableLines(options, { topic: 'results', of: [report.title] }, tables);
  invocation.output.result(
    { ...report, pairs, majority, conditions, ranks },
    lines ?? [
      `${report.title}, every two respondents, on the items that count for both; p (Holm) is adjusted for the tests of its table, interval and p are not.`,
      ...(otherItems === null ? [] : [otherItems]),
      ...familyLines(pairs, report),
      ...(majority.length === 0
        ? []
        : ['', 'The majority of people against each model', ...familyLines(majority, report)]),
      ...(conditions.length === 0
        ? []
        : ['', 'Condition against condition', ...familyLines(conditions, report)]),
      ...(ranks === null
        ? []
        : [
            '',
            ...table([
              ['', 'rank', '95 % interval'],
              ...ranks.map(({ key, rank, low, high }) => [key, rank, `${String(low)} to ${String(high)}`]),
            ]),
          ]),
    ],
  );
}

function familyLines(family: readonly FamilyMember[], { factor, digits }: PrintFormat): string[] {
  const print = (value: number): string => decimalText(value, Math.min(3, digits), factor);
  return [
    '',
    ...table([
      ['', 'items', 'difference', 'p', 'p (Holm)', 'test'],
      ...family.map(
        ({ first, second, conditions, items, difference, ci95, noInterval, p, pHolm, test, ...rest }) => [
          conditions === null ? `${first} - ${second}` : `${first}: ${conditions.join(' - ')}`,
          items,
          difference === null
            ? (rest.undefined ?? '-')
            : `${print(difference)}${ci95 === null ? ` (${noInterval ?? 'no interval'})` : ` [${ci95.map(print).join(', ')}]`}`,
          p === null ? '-' : pText(p),
          pHolm === null ? '-' : pText(pHolm),
          test === null ? '-' : TEST_WORDS[test],
        ],
      ),
    ]),
    '',
    ...family.map((member) => comparisonSentence(member, { factor, digits })),
  ];
}
