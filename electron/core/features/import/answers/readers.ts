import type { z } from 'zod';
import type { ImportRequest } from '../../../../../shared/contract/transfer.ts';
import type { Casebook } from '../../../records/casebook.ts';
import { assertBenchmark } from '../../../formats/index.ts';
import type { ReadAnswers } from '../../../formats/answers/intake.ts';
import { responsesOfArgus, scoresOfArgus } from '../../../benchmarks/argus/readAnswers.ts';
import {
  answersOfCaughtCheating,
  verdictsOfCaughtCheating,
} from '../../../benchmarks/caughtcheating/readAnswers.ts';
import { answersOfLines, verdictsOfLines } from '../../../formats/answers/readLines.ts';
import { answersOfObservatory } from '../../../benchmarks/observatory/readAnswers.ts';

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
<<<<<<< 796f58beed083559388467a8fcd0f6026a5da0ed
=======

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
>>>>>>> 000357dbe268ab5d7cdadcd0b0bd6cae1d7527a6
