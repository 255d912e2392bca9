import type { JudgingScheme } from './judging.ts';

/** What an answer lacks, in words: a verdict under this criterion, either because nobody gave one or because judges differ. */
export function missingVerdict({ criteria }: JudgingScheme, criterion: string): string {
  const title = criteria.find(({ id }) => id === criterion)?.title ?? criterion;
  return `no accepted verdict on “${title}”: nobody gave one, or judges differ`;
}

/** What an item lacks, in words: the answer to a step of this title. */
export const missingAnswer = (title: string): string => `“${title}” is not answered`;

/** That an image is missing; those whose file names are hidden are called "image 1", "image 2". */
export const missingImage = (name: string): string =>
  /^image \d+$/iu.test(name) ? `I${name.slice(1)} is missing.` : `The image ${name} is missing.`;
