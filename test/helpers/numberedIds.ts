import { v7 } from 'uuid';

/**
 * Ids of version 7 that only count up: what is ordered by ids or drawn from them is the same in every run.
 * @param first the moment that the first ones name, in milliseconds; a casebook whose ids meet another's has its own
 */
export function numberedIds(first = Date.UTC(2026, 0, 1)): () => string {
  let count = 0;
  const random = new Uint8Array(16);
  return () => {
    count += 1;
    return v7({ msecs: first, seq: count, random });
  };
}
