import {
  type METHOD_WORDS,
  referencesSentence,
  withoutIntervals,
} from '../agreement/intervals/intervalWords.ts';
import type { Figure, MetricsReport } from '../contract/metrics.ts';
import { counted, formatCount } from '../base/counts.ts';
import { whoseText } from './restsOn.ts';
import { coverageText } from '../statistics/coverage.ts';
import type { Notes } from './exportTable.ts';

/** What coverage is, in a sentence. */
export const COVERAGE =
  'Coverage: how many of a figure’s possible answers exist, are readable and are judged.';

/** Which items and answers the figures are of, a sentence each. */
export function basisSentences(report: Pick<MetricsReport, 'basis' | 'rows'>): readonly string[] {
  const { basis } = report;
  return [
    ...(basis.parts.length === 0 ? [] : [itemsSentence(report)]),
    ...(basis.unreadable === 'left_out' ? ['Only readable answers.'] : []),
    absentSentence(basis),
    ...undecidedSentence(basis),
    ...(basis.without.length === 0 ? [] : [`Left out: ${basis.without.map(({ name }) => name).join(', ')}.`]),
    ...(basis.unfinished ? ['Unfinished participants are included.'] : []),
  ];
}

/** What becomes of answers that cannot be read or are absent. */
function absentSentence({ unreadable, absent }: MetricsReport['basis']): string {
  if (unreadable === 'left_out') return 'Absent answers are left out.';
  return absent === 'wrong'
    ? 'Absent and unreadable answers count as wrong.'
    : 'Unreadable answers count as wrong; absent answers are left out.';
}

/** What becomes of items with an undecided verdict, where there are any. */
function undecidedSentence({ undecided: { rule, items } }: MetricsReport['basis']): string[] {
  if (items === 0) return [];
  const of = counted(items, 'item');
  return [
    rule === 'left_out'
      ? `Undecided verdicts on ${of}: these leave the figures that need them, for everybody.`
      : `Undecided verdicts on ${of} count as wrong.`,
  ];
}

function itemsSentence({ basis: { parts, undecided }, rows }: Pick<MetricsReport, 'basis' | 'rows'>): string {
  const whole = parts.find(({ title }) => title === null);
  const [which, another] = new Set(parts.map(({ items }) => items));
  if (which === undefined || (whole === undefined && another !== undefined))
    return 'The items depend on the task.';
  const count = whole?.count ?? null;
  const items = count === null ? 'the items' : `the ${String(count)} ${count === 1 ? 'item' : 'items'}`;
  const fewer = lacksVerdicts(undecided, rows)
    ? '; a figure rests on those of them with the verdicts that it needs'
    : '';
  switch (whole?.items ?? which) {
    case 'common':
      return `On ${items} that everybody answered${fewer}.`;
    case 'together':
      return `On ${items} that participants together and every model answered${fewer}.`;
    case 'own':
      return 'Each on their own items, which differ.';
  }
}

/** Whether some items lack a verdict, so that a figure rests on fewer than there are. */
function lacksVerdicts(
  { rule, items }: MetricsReport['basis']['undecided'],
  rows: MetricsReport['rows'],
): boolean {
  return (rule === 'left_out' && items > 0) || rows.some(({ unjudged }) => unjudged > 0);
}

/** What the counts in cells and the column of coverage say. */
export function coverageNote({ basis }: MetricsReport): string {
  return `${COVERAGE} ${absentSentence(basis)}`;
}

/** A column of figures as its notes speak of it. */
export interface NotedColumn {
  readonly title: string;
  readonly cells: readonly (Figure | null)[];
}

/**
 * The notes below a paper's table of figures: its items, answers and verdicts, what is missing, what each figure rests
 * on, and how intervals were made. What is true of all is said once.
 * @param names of the rows, in the columns' order of cells
 */
export const resultsNotes =
  (report: MetricsReport, names: readonly string[], columns: readonly NotedColumn[]): Notes =>
  (shows) => [
    verdictsSentence(report, columns),
    ...basisSentences(report),
    ...coverageSentence(names, columns),
    ...(shows.has('n') ? [] : countsSentence(columns)),
    ...(shows.has('intervals') ? intervalSentences(report, columns) : []),
  ];

/** Whose verdicts count, all that a figure of the table rests on together. */
export function verdictsSentence(
  { judge }: Pick<MetricsReport, 'judge'>,
  columns: readonly NotedColumn[],
): string {
  if (judge !== null) return `The verdicts of ${judge} count.`;
  const rests = columns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.restsOn ?? []));
  const whose = [
    ...new Set(
      rests.map((each) =>
        each.verdicts === 'answer' ? 'what follows from the answer itself' : whoseText(each),
      ),
    ),
  ].sort();
  return whose.length === 0
    ? 'Accepted verdicts count.'
    : `Accepted verdicts count: ${new Intl.ListFormat('en').format(whose)}.`;
}

/** Rows with incomplete coverage that are named one by one. */
const NAMED = 5;

/** Which rows lack answers or verdicts, and how many. */
function coverageSentence(names: readonly string[], columns: readonly NotedColumn[]): string[] {
  const rows = names.map((name, row) => ({
    name,
    figures: columns.flatMap(({ title, cells }) => {
      const cell = cells[row] ?? null;
      return cell === null ? [] : [{ ...cell, title }];
    }),
  }));
  const covered = rows.filter(({ figures }) => figures.some(({ coverage }) => coverage !== undefined));
  if (covered.length === 0) return [];
  const partial = covered.filter(({ figures }) =>
    figures.some(
      ({ value, coverage }) => value !== null && coverage !== undefined && coverage.covered < coverage.of,
    ),
  );
  if (partial.length === 0) return ['Coverage: complete.'];
  const named = partial.slice(0, NAMED).map(({ name, figures }) => `${name} ${coverageText(figures)}`);
  const rest = partial.length - NAMED;
  return [
    `Coverage: ${named.join('; ')}${rest > 0 ? `; ${counted(rest, 'other row')} in part` : ''}${partial.length < covered.length ? '; all others complete' : ''}.`,
  ];
}

/** On how many each column's figures rest: "n: Acc 5 to 15; F1 10". */
function countsSentence(columns: readonly NotedColumn[]): string[] {
  const ofColumns = columns.flatMap(({ title, cells }) => {
    const counts = cells.flatMap((cell) => (cell === null || cell.value === null ? [] : [cell.n]));
    if (counts.length === 0) return [];
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    const text = least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
    return [{ title, text }];
  });
  const byText = [...Map.groupBy(ofColumns, ({ text }) => text)];
  if (byText.length === 0) return [];
  const only = byText.length === 1;
  return [
    `Each figure rests on n answers: ${byText.map(([text, of]) => (only ? text : `${text} for ${of.map(({ title }) => title).join(', ')}`)).join('; ')}.`,
  ];
}

/** How the intervals were made, and why some figures have none. */
function intervalSentences(report: MetricsReport, columns: readonly NotedColumn[]): string[] {
  const made = columns.flatMap(({ title, cells }) =>
    cells.flatMap((cell) =>
      cell?.interval == null || cell.ci95 === null ? [] : [{ title, method: cell.interval }],
    ),
  );
  const lacking = columns.flatMap(({ title, cells }) =>
    cells.flatMap((cell) =>
      cell === null || cell.value === null || cell.noInterval === undefined
        ? []
        : [{ title, reason: cell.noInterval }],
    ),
  );
  const methods = new Map<keyof typeof METHOD_WORDS, readonly string[]>(
    [...Map.groupBy(made, ({ method }) => method)].map(([method, of]) => [
      method,
      of.map(({ title }) => title),
    ]),
  );
  const sentence = referencesSentence(methods, report);
  return [...(sentence === null ? [] : [sentence]), ...withoutIntervals(lacking)];
}
