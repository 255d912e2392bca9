import { decimalText } from '../../../../shared/base/decimals.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { METHOD_WORDS } from '../../../../shared/agreement/intervals/intervalWords.ts';
import { titleOfCoefficient } from '../../../../shared/figures/agreementTables.ts';
import type { ShapedRegions } from '../../../../shared/foreign/comparedByBoxes.ts';
import type { Coefficient } from '../../../../shared/contract/agreement.ts';
import type { ReliabilityDecisions } from './reliabilityDecisions.ts';
import type { RatingOrigins } from './ratingOrigins.ts';
import { markdownText } from '../writing/markdownText.ts';

/** How far those who rated the items of an export agree. Its keys are those of the file. */
export interface ReliabilityCard {
  readonly casebook: string;
  readonly benchmark: string;
  /** Items in the export. */
  readonly items: number;
  /** Those of them that somebody rated. */
  readonly items_rated: number;
  /** Those that two or more rated. */
  readonly items_rated_twice: number;
  /** Conflicts of merging that nobody has resolved yet. */
  readonly open_conflicts: number;
  readonly statement: string;
  /** How the ratings came about, as far as anybody knows. */
  readonly origins: RatingOrigins;
  readonly decisions: ReliabilityDecisions;
  /** Of the items whose gold boxes are a consensus of raters; left out where there are none. */
  readonly consensus?: ReliabilityConsensus;
  readonly fields: readonly ReliabilityField[];
}

export interface ReliabilityConsensus {
  readonly items: number;
  /** The mean over these items of how far the boxes overlap that were put together. */
  readonly mean_iou: number;
  /** From which intersection over union on boxes count as the same. */
  readonly same_box: number;
}

/** How gold boxes came about that several raters have in common, in a sentence. */
export const consensusStatement = ({
  items,
  mean_iou: iou,
  same_box: sameBox,
}: ReliabilityConsensus): string =>
  `The gold boxes of ${counted(items, 'item')} are a consensus: the median of the corners of raters’ boxes that overlap with an IoU of at least ${String(sameBox)} (mean IoU ${decimalText(iou, 2)}).`;

export interface ReliabilityField {
  readonly task: string;
  /** What the form of the task is called. */
  readonly task_title: string;
  readonly field: string;
  readonly title: string;
  readonly level: string;
  readonly round: number;
  /** Items with at least one rating of the field, and with at least two. */
  readonly items: number;
  readonly pairable: number;
  readonly ratings: number;
  readonly raters: readonly string[];
  /** Of the ratings whose time is known; ISO 8601, UTC. Null where there are none. */
  readonly first_rating: string | null;
  readonly last_rating: string | null;
  /** What the person who imported ratings says of when they were given. */
  readonly made_when: readonly string[];
  /** Of how many ratings nobody knows when they were given. */
  readonly made_when_unknown: number;
  readonly seed: number;
  readonly resamples: number;
  readonly coefficients: Readonly<Record<string, Coefficient>>;
  /** Regions that are more than a box and are compared by it; left out where there are none. */
  readonly shaped?: ShapedRegions & { readonly note: string };
  readonly skew: { readonly category: string; readonly share: number; readonly note: string } | null;
}

/** The card as JSON, to the same bytes whenever it is written. */
export function reliabilityJson(card: ReliabilityCard): string {
  return `${JSON.stringify(card, null, 2)}\n`;
}

/** The card for people, in Markdown. */
export function reliabilityMarkdown(card: ReliabilityCard): string {
  return `${[
    `# Reliability of ${markdownText(card.casebook)}`,
    '',
    card.statement,
    '',
    ...(card.open_conflicts === 0
      ? []
      : [
          `${counted(card.open_conflicts, 'conflict')} of merging ${card.open_conflicts === 1 ? 'is' : 'are'} open: until somebody settles ${card.open_conflicts === 1 ? 'it' : 'them'}, these figures can still change.`,
          '',
        ]),
    ...card.fields.flatMap(fieldLines),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function fieldLines(field: ReliabilityField): string[] {
  const { title, level, round, items, pairable, ratings, raters, resamples, seed, shaped, skew } = field;
  const column = title === field.field ? '' : `The field \`${field.field}\` of \`labels.csv\`. `;
  return [
    `## ${markdownText(title)}`,
    '',
    `${column}Compared as ${level}, task “${markdownText(field.task_title)}”, round ${String(round)}. ${counted(ratings, 'rating')} of ${counted(items, 'item')} by ${raters.map(markdownText).join(', ')}; ${counted(pairable, 'item')} with two ratings or more. ${whenInWords(field)}`,
    '',
    '| coefficient | value | 95 % interval | bootstrap (BCa) |',
    '| --- | --- | --- | --- |',
    ...Object.entries(field.coefficients).map(([coefficient, figure]) =>
      figure.value === null
        ? `| ${titleOfCoefficient(coefficient)} | not defined | ${markdownText(figure.undefined ?? '')} | |`
        : `| ${titleOfCoefficient(coefficient)} | ${number(figure.value)} | ${intervalOf(figure)} | ${interval(figure.ci95_bootstrap)} |`,
    ),
    '',
    `Bootstrap: ${String(resamples)} resample${resamples === 1 ? '' : 's'} of the items, seed ${String(seed)}.`,
    ...(shaped === undefined ? [] : ['', shaped.note]),
    ...(skew === null ? [] : ['', skew.note]),
    '',
  ];
}

/** When the ratings of a field were given, in a sentence or more. */
function whenInWords({
  first_rating: first,
  last_rating: last,
  made_when: said,
  made_when_unknown: unknown,
}: ReliabilityField): string {
  if (first === null && said.length === 0) return 'When they were given is not known.';
  return [
    ...(first === null || last === null
      ? []
      : [
          `Rated from ${first.slice(0, 10)} to ${last.slice(0, 10)}${unknown === 0 ? '' : ', as far as that is known'}.`,
        ]),
    ...(said.length === 0 ? [] : [`According to their import: ${said.map(markdownText).join(', ')}.`]),
    ...(unknown === 0
      ? []
      : [`When ${formatCount(unknown)} ${unknown === 1 ? 'was' : 'were'} given is not known.`]),
  ].join(' ');
}

const number = (value: number): string => decimalText(value, 3);
const intervalOf = ({ ci95, method, no_interval: noInterval }: Coefficient): string =>
  ci95 === null
    ? markdownText(noInterval ?? '')
    : `${interval(ci95)}${method === null ? '' : ` (${METHOD_WORDS[method]})`}`;
const interval = (ends: Coefficient['ci95']): string =>
  ends === null ? '' : `${number(ends[0])} to ${number(ends[1])}`;
