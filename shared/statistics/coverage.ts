import { formatCount } from '../base/counts.ts';

/** On how many of the answers a figure rests that it could rest on, and what the others lack. */
export interface Coverage {
  readonly covered: number;
  readonly of: number;
  readonly lacks?: readonly ('answers' | 'readable answers' | 'verdicts')[] | undefined;
}

/** A figure with what it is called in its table. */
export interface CoveredFigure {
  readonly title: string;
  readonly value: number | null;
  readonly coverage?: Coverage | undefined;
  /** How many it rests on, those included that count as wrong; left out: as many as are covered. */
  readonly n?: number;
}

const WORDS = { answers: 'answered', 'readable answers': 'readable', verdicts: 'judged' } as const;

/**
 * Coverage in words: "all 15", "judged 14 of 15", "answered and judged 16 of 20, 2 more count as wrong".
 * @param n how many the figure rests on: those that lack an answer may count as wrong
 */
export function coverageWords({ covered, of, lacks = [] }: Coverage, n: number = covered): string {
  if (covered === of) return `all ${formatCount(of)}`;
  const words = lacks.map((what) => WORDS[what]);
  const last = words.pop() ?? WORDS.answers;
  const what = words.length === 0 ? last : `${words.join(', ')} and ${last}`;
  const wrong = Math.min(n, of) - covered;
  return `${what} ${formatCount(covered)} of ${formatCount(of)}${wrong > 0 ? `, ${formatCount(wrong)} more ${wrong === 1 ? 'counts' : 'count'} as wrong` : ''}`;
}

/** How many figures with the same coverage are named at most. */
const TITLES = 2;

const titlesText = (titles: readonly string[]): string =>
  titles.length <= TITLES
    ? titles.join(', ')
    : `${titles.slice(0, TITLES).join(', ')} and ${String(titles.length - TITLES)} more`;

/** How many figures of incomplete coverage are named one by one at most. */
const NAMED = 3;

/**
 * The coverage of some figures in words: of all where they share one, else of those that lack answers, the least first; a
 * dash where no figure is defined.
 */
export function coverageText(figures: readonly CoveredFigure[]): string {
  const known = figures.flatMap(({ title, value, coverage, n }) =>
    value === null || coverage === undefined || coverage.of === 0 ? [] : [{ title, coverage, n }],
  );
  const byWords = Map.groupBy(known, ({ coverage, n }) => coverageWords(coverage, n));
  const [only, another] = byWords.keys();
  if (only === undefined) return '–';
  if (another === undefined) return only;
  const partial = [...byWords].flatMap(([words, of]) => {
    const { covered, of: all } = of[0]?.coverage ?? { covered: 0, of: 0 };
    return covered === all ? [] : [{ words, titles: of.map(({ title }) => title), share: covered / all }];
  });
  // Figures of different items, each of them whole.
  if (partial.length === 0) return 'all';
  partial.sort((a, b) => a.share - b.share);
  const rest = partial.length - NAMED;
  return [
    ...partial.slice(0, NAMED).map(({ words, titles }) => `${words} (${titlesText(titles)})`),
    ...(rest > 0 ? [`${String(rest)} more in part`] : []),
    ...(partial.reduce((sum, { titles }) => sum + titles.length, 0) < known.length ? ['else all'] : []),
  ].join('; ');
}
