import { failureOf } from '../../../client/index.ts';

/** How often the page says that somebody is there, in milliseconds. Browsers let hidden pages do so once a minute. */
const EVERY = 30_000;

/**
 * Reports from time to time that the participant is there, so that their place stays theirs. Failures are ignored: a
 * report carries no work, the next comes by itself, and the participant's own actions report failures (see
 * Troubles.tsx). Returns a function that ends it.
 */
export function sayThere(ports: {
  readonly say: () => Promise<void>;
  /** Whether there is a study session that they are at. */
  readonly isUnderWay: () => boolean;
  /** Which turn of this window it is: what was sent in an earlier one says nothing of now. */
  readonly turn: () => number;
  readonly onTakenOver: () => void;
}): () => void {
  async function sayOnce(): Promise<void> {
    if (!ports.isUnderWay()) return;
    const turn = ports.turn();
    try {
      await ports.say();
    } catch (error) {
      if (failureOf(error).code === 'taken_over' && ports.turn() === turn) ports.onTakenOver();
    }
  }
  const saying = setInterval(() => void sayOnce(), EVERY);
  return () => clearInterval(saying);
}
