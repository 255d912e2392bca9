import { counted } from '../domain/counts.ts';
/** How an interval was made, as a word beside it. */
export const METHOD_WORDS = {
  wilson: 'Wilson',
  score: 'score',
  bca: 'BCa',
  t: 't',
  bootstrap: 'bootstrap',
} as const;

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
export interface Sampled {
  readonly items: number;
  readonly groups: number;
  readonly people: number;
  readonly withinClasses: boolean;
}

/** What was drawn, in words: "3 people and 50 items", "12 images or entities with 40 items". */
function sampledText({ items, groups, people, withinClasses }: Sampled): string {
  const ofItems =
    groups === items
      ? counted(items, 'item')
      : `${counted(groups, 'group')} of ${counted(items, 'item')} that share an image or an entity`;
  return [
    people === 0 ? ofItems : `${counted(people, 'person', 'people')} and ${ofItems}`,
    ...(withinClasses ? ['within classes fixed by design'] : []),
  ].join(' ');
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
    readonly figures: readonly { readonly sampled?: Sampled | undefined }[];
  }[],
): string | null {
  const said = Map.groupBy(
    lines.flatMap(({ name, figures }) => {
      const texts = figures.flatMap(({ sampled }) => (sampled === undefined ? [] : [sampledText(sampled)]));
      return texts.length === 0
        ? []
        : [{ name, text: [...new Set(texts)].join(' (') + (new Set(texts).size > 1 ? ')' : '') }];
    }),
    ({ text }) => text,
  );
  const groups = [...said].sort(([, a], [, b]) => a.length - b.length);
  const last = groups.at(-1);
  if (last === undefined) return null;
  if (groups.length === 1) return `Resampled: ${last[0]}.`;
  const names = (of: readonly { readonly name: string }[]): string => of.map(({ name }) => name).join(', ');
  return `Resampled: ${groups
    .map(([text, of]) => `${of === last[1] && of.length > 1 ? 'the others' : names(of)} ${text}`)
    .join('; ')}.`;
}
