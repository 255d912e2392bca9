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
