import type { AnswerWords } from '../domain/baseline.ts';
import type { Phrasebook } from './texts.ts';

/** A time in whole seconds, in words: "1 minute 30 seconds". */
export function timeInWords(say: Phrasebook, time: number): string {
  const count = Math.floor(time / 60);
  const rest = time % 60;
  const seconds = say('seconds', { count: rest });
  if (count === 0) return seconds;
  const minutes = say('minutes', { count });
  return rest === 0 ? minutes : say('minutesAndSeconds', { minutes, seconds });
}

/** The words in which participants see their own answers again. */
export const answerWords = (say: Phrasebook): AnswerWords => ({
  yes: say('yes'),
  no: say('no'),
  cell: (row, column) => say('cellName', { row, column }),
  notThere: say('wordsNotThere'),
  none: say('wordsNone'),
  unknown: say('wordsUnknown'),
});
