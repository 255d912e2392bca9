import { counted, formatCount } from '../../base/counts.ts';

/** How an interval was made, as a word beside it. */
export const METHOD_WORDS = {
  wilson: 'Wilson',
  score: 'score',
  bca: 'BCa',
  t: 't',
  bootstrap: 'bootstrap',
} as const;

/** The same as a paper names it, with where it is from. */
const METHOD_REFERENCES: Readonly<Record<keyof typeof METHOD_WORDS, (draws: string) => string>> = {
  wilson: () => 'Wilson (1927)',
  score: () => 'Wilson’s score over the effective number of independent items',
  bca: (draws) => `BCa bootstrap over items (Efron 1987; ${draws})`,
  t: () => 'Student’s t over people and items',
  bootstrap: (draws) => `percentile bootstrap over items (Efron 1979; ${draws})`,
};

/**
 * How the intervals of a table in a paper were made, as its note says it; null where it has none.
 * @param figures those of each way of making intervals, by title: named where there are several ways
 */
export function referencesSentence(
  figures: ReadonlyMap<keyof typeof METHOD_WORDS, readonly string[]>,
  { resamples, seed }: { readonly resamples: number; readonly seed: number },
): string | null {
  if (figures.size === 0) return null;
  const draws = `${counted(resamples, 'resample')}, seed ${String(seed)}`;
  const titles = [...figures.values()].flatMap((of) => [...new Set(of)]);
  // Where a figure has one kind of interval for people and another for models, its title tells nothing.
  const plain = figures.size === 1 || new Set(titles).size < titles.length;
  const methods = [...figures].map(([method, titles]) =>
    plain
      ? METHOD_REFERENCES[method](draws)
      : `${METHOD_REFERENCES[method](draws)} for ${[...new Set(titles)].join(', ')}`,
  );
  return `95% intervals: ${methods.join('; ')}.`;
}

/** Why figures have no interval, in sentences: reasons that differ by a number are one. */
export function withoutIntervals(
  figures: readonly { readonly title: string; readonly reason: string }[],
): string[] {
  const alike = Map.groupBy(figures, ({ reason }) => reason.replace(/\d+/u, '#'));
  return [...alike].map(([pattern, of]) => {
    const numbers = of.map(({ reason }) => Number(/\d+/u.exec(reason)?.[0] ?? 0));
    const reason = pattern.replace('#', span(numbers)).replace(/\.$/u, '');
    return `Without an interval: ${[...new Set(of.map(({ title }) => title))].join(', ')} (${reason.charAt(0).toLowerCase()}${reason.slice(1)}).`;
  });
}

/** The same in a sentence that a first-year student understands. */
export const METHOD_SENTENCES: Readonly<Record<keyof typeof METHOD_WORDS, string>> = {
  wilson: 'Wilson: the standard interval of a share of items; it stays between 0 and 1.',
  score:
    'score: Wilson’s interval with the effective number of independent items; it stays within the figure’s range.',
  bca: 'BCa: a bootstrap that redraws the items many times, corrected for bias and skew.',
  t: 't: the standard error over people and items, with Student’s t for few people.',
  bootstrap: 'bootstrap: redraws the items many times.',
};

/** What an interval takes as sampled. */
export interface SamplingUnits {
  readonly items: number;
  readonly groups: number;
  readonly people: number;
  readonly withinClasses: boolean;
}

/** Items as they were drawn: "40 items", "12 groups of items that share an image or an entity, 40 items in all". */
function itemsText({ items, groups }: Pick<SamplingUnits, 'items' | 'groups'>): string {
  return groups === items
    ? counted(items, 'item')
    : `${counted(groups, 'group')} of items that share an image or an entity (${counted(items, 'item')})`;
}

/** From the least to the most: "5", "1 to 5". */
const span = (numbers: readonly number[]): string => {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`;
};

/** What was drawn for the figures of a line, in words: "3 people and 4 to 5 items, depending on the figure". */
function sampledText(all: readonly SamplingUnits[]): string {
  const people = Math.max(...all.map((each) => each.people));
  const [first] = all;
  const alike = all.every(({ items, groups }) => items === first?.items && groups === first.groups);
  const plain = all.every(({ items, groups }) => items === groups);
  const items = all.map((each) => each.items);
  const ofItems =
    first !== undefined && alike
      ? itemsText(first)
      : plain
        ? `${span(items)} items, depending on the figure`
        : `${span(all.map(({ groups }) => groups))} groups of items that share an image or an entity (${span(items)} items, depending on the figure)`;
  return [
    people === 0 ? ofItems : `${counted(people, 'person', 'people')} and ${ofItems}`,
    ...(all.some(({ withinClasses }) => withinClasses) ? ['within classes fixed by design'] : []),
  ].join(', ');
}

/** How the intervals of a table of figures were made. */
export function intervalsSentence(resamples: number, seed: number): string {
  const others =
    resamples === 0
      ? 'other figures have none without a bootstrap'
      : `other figures by a bootstrap, BCa (${String(resamples)} resamples, seed ${String(seed)})`;
  return `95 % intervals: Wilson for shares of items, score for shares of answers that share items, images or people, t for other figures of several people; ${others}.`;
}

/** What the intervals of each line take as sampled: said once where all are alike, else by lines. */
export function sampledSentence(
  lines: readonly {
    readonly name: string;
    readonly figures: readonly { readonly sampled?: SamplingUnits | undefined }[];
  }[],
): string | null {
  const said = Map.groupBy(
    lines.flatMap(({ name, figures }) => {
      const sampled = figures.flatMap((figure) => figure.sampled ?? []);
      return sampled.length === 0 ? [] : [{ name, text: sampledText(sampled) }];
    }),
    ({ text }) => text,
  );
  const groups = [...said].sort(([, a], [, b]) => a.length - b.length);
  const last = groups.at(-1);
  if (last === undefined) return null;
  const begin = 'Intervals treat as drawn at random:';
  if (groups.length === 1) return `${begin} ${last[0]}.`;
  const names = (of: readonly { readonly name: string }[]): string => of.map(({ name }) => name).join(', ');
  return `${begin} ${groups
    .map(([text, of]) => `for ${of === last[1] && of.length > 1 ? 'the others' : names(of)}, ${text}`)
    .join('; ')}.`;
}
