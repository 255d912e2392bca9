import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Ids for which randomness is fetched at a time: one at a time costs more than all the rest of making one. */
const POOLED = 1024;

/**
 * A maker of UUIDv7 ids (RFC 9562, section 5.7), each later than the one before; `at`: with that time in it instead of
 * now, in UTC milliseconds, and in no order.
 */
export function createNewId(now: () => number = Date.now): (at?: number) => string {
  const pool = new Uint8Array(BYTES * POOLED);
  let next = pool.length;
  const random = (): Uint8Array => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    next += BYTES;
    return pool.subarray(next - BYTES, next);
  };
  let [msecs, seq] = [0, 0];
  return (at) => {
    const bytes = random();
    if (at !== undefined) return v7({ msecs: at, random: bytes });
    const time = now();
    if (time > msecs) {
      msecs = time;
      // Half the range is left to count in.
      seq = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) >>> 1;
    } else seq += 1;
    return v7({ msecs, seq, random: bytes });
  };
}
