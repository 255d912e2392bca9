import type { Level } from '../../../shared/contract/agreement.ts';

/** How a field’s values are compared, in words. */
export const LEVEL_WORDS: Readonly<Record<Level, string>> = {
  nominal: 'categories',
  ordinal: 'ordered categories',
  interval: 'numbers',
  set: 'sets',
  boxes: 'boxes',
};
