import type { Client } from '../../../client/index.ts';

/** The core's side of judging. */
export type JudgeTransport = Pick<Client['judging'], 'cards' | 'give' | 'skip'>;
