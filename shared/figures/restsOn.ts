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
