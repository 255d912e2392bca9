import type { AnswerKind } from '../domain/baseline.ts';
import { catalogueText, type Phrasebook, type WholeText } from './texts.ts';

/** What benchmarks say beside an item's own question, in English, as in their `baseline`. */
const NAMES = [
  'benchmarkClaim',
  'benchmarkSee',
  'benchmarkMeans',
  'benchmarkNoEvidence',
  'benchmarkThere',
  'benchmarkDo',
  'benchmarkQuestion',
  'benchmarkReasoning',
  'benchmarkMatching',
  'benchmarkPointing',
  'benchmarkPlaces',
  'benchmarkUnknown',
  'benchmarkDescribe',
  'benchmarkFromImage',
  'benchmarkAnswerIs',
] as const satisfies readonly WholeText[];

const byEnglish = new Map<string, (typeof NAMES)[number]>(
  NAMES.map((name) => [catalogueText('en', name), name]),
);

/** The words of a benchmark in the language of the study; other texts, such as an item's question, as they are. */
export function benchmarkWords(say: Phrasebook, text: string): string {
  const name = byEnglish.get(text);
  return name === undefined ? text : say(name);
}

/** How a step is answered, with its fixed answer in the language of the study. What is stored stays as it was. */
export const answerInLanguage = (say: Phrasebook, kind: AnswerKind): AnswerKind =>
  kind.kind === 'text' && kind.noEvidence !== null
    ? { ...kind, noEvidence: benchmarkWords(say, kind.noEvidence) }
    : kind;
