import { failureOf } from '../../../client/index.ts';

/** How often the page says that somebody is there, in milliseconds. Browsers let hidden pages do so once a minute. */
const EVERY = 30_000;

/**
 * Says now and then that somebody is there, so that their place is not given to another. Where that fails nothing is said
 * about it, and nothing repeated: it carries nothing of theirs, the next one comes by itself, and what they do fails with
 * words of its own (see Troubles.tsx). Gives the function that ends it.
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
