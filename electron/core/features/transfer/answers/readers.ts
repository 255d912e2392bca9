import type { z } from 'zod';
import type { ImportRequest } from '../../../../../shared/contract/transfer.ts';
import { CasebookError } from '../../../../../shared/domain/errors.ts';
import type { Casebook } from '../../../casebook.ts';
import { formats } from '../../../formats/index.ts';
import type { ReadAnswers } from './importAnswers.ts';
import { responsesOfArgus, scoresOfArgus } from './readArgus.ts';
import { answersOfCaughtCheating, verdictsOfCaughtCheating } from './readCaughtCheating.ts';
import { answersOfLines, verdictsOfLines } from './readLines.ts';
import { answersOfObservatory } from './readObservatory.ts';

export type AnswerFormat =
  | 'caughtcheating-answers'
  | 'caughtcheating-judged'
  | 'argus-responses'
  | 'argus-scores'
  | 'observatory-answers'
  | 'answers-jsonl'
  | 'verdicts-jsonl';

/** What reads a format. Throws `invalid_input` where it is another benchmark's. */
export function answerReader(
  format: AnswerFormat,
  casebook: Casebook,
  request: z.output<typeof ImportRequest>,
): ReadAnswers {
  assertBenchmark(casebook, format);
  switch (format) {
    case 'caughtcheating-answers':
      return answersOfCaughtCheating(request);
    case 'caughtcheating-judged':
      return verdictsOfCaughtCheating(casebook, request);
    case 'argus-responses':
      return responsesOfArgus(request);
    case 'argus-scores':
      return scoresOfArgus(casebook, request);
    case 'observatory-answers':
      return answersOfObservatory(casebook, request);
    case 'answers-jsonl':
      return answersOfLines(casebook, request);
    case 'verdicts-jsonl':
      return verdictsOfLines(casebook, request);
  }
}

/** Throws `invalid_input` where a format is another benchmark's than the casebook's. */
export function assertBenchmark({ benchmark }: Casebook, id: string): void {
  const format = formats.find((each) => each.id === id);
  if (format?.benchmark === undefined || format.benchmark === benchmark.id) return;
  throw new CasebookError(
    'invalid_input',
    `This casebook is for ${benchmark.title}; “${format.title}” does not fit it.`,
    'Create a casebook for that benchmark, or choose another format.',
  );
}
