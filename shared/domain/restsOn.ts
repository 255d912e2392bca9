import type { RestsOn } from '../contract/metrics.ts';

const WORDS = { decisions: 'decisions', people: 'people’s verdicts', answer: 'the answer itself' } as const;

/** Whose verdicts these are: `people’s verdicts`, `GPT alone`. */
export function whoseText({ verdicts, judges }: RestsOn): string {
  if (verdicts !== 'judges') return WORDS[verdicts];
  return judges.length === 1 ? `${judges.join('')} alone` : `${judges.join(' and ')}, who agree`;
}

/** On whose verdicts a figure rests, with how many items: `decisions (12), GPT alone (54)`. */
export const restsText = (rests: readonly RestsOn[]): string =>
  rests.map((each) => `${whoseText(each)} (${String(each.n)})`).join(', ');

/** What figures of one respondent rest on, those that rest on the same together: `Clued Acc, Recall: GPT alone (54)`. */
function restsLines(
  figures: readonly { readonly title: string; readonly restsOn?: readonly RestsOn[] | undefined }[],
): string[] {
  const told = figures.flatMap(({ title, restsOn }) =>
    restsOn === undefined || restsOn.length === 0 ? [] : [{ title, text: restsText(restsOn) }],
  );
  return [...Map.groupBy(told, ({ text }) => text)].map(
    ([text, of]) => `${of.map(({ title }) => title).join(', ')}: ${text}`,
  );
}
