import { v7 } from 'uuid';

/** Random bytes are asked for this many ids at a time: each asking costs more than making the id. */
const AT_ONCE = 256;
const BYTES = 16;

/**
 * Makes UUIDv7s that rise, also within a millisecond. With a time of the caller's own (UTC milliseconds) in it, an id
 * is in no order among others of that time.
 */
export function createIds(now: () => number = Date.now): (at?: number) => string {
  const pool = new Uint8Array(AT_ONCE * BYTES);
  let used = pool.length;
  const randomBytes = (): Uint8Array => {
    if (used === pool.length) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    used += BYTES;
    return pool.subarray(used - BYTES, used);
  };
  let [latest, counter] = [-Infinity, 0];
  return (at) => {
    const random = randomBytes();
    if (at !== undefined) return v7({ msecs: at, random });
    const time = now();
    if (time > latest) {
      latest = time;
      // 31 of the counter's 32 bits, so that there is room to count on.
      counter = new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
    } else {
      counter = (counter + 1) >>> 0;
      if (counter === 0) latest += 1;
    }
    return v7({ msecs: latest, seq: counter, random });
  };
}
