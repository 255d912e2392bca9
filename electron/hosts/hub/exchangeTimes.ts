import type { HubTransaction } from './database.ts';

const MINUTE_MS = 60_000;

/** Notes that the device of a transaction exchanges now. */
export async function noteExchange(sql: HubTransaction): Promise<void> {
  await sql`SELECT casebook.note_exchange()`;
}

/**
 * Tells of a key whether it was asked about in the last minute, so that a device that exchanges every half minute costs no
 * more transactions than it has to. Holds the keys of one to two minutes.
 */
export function onceAMinute(now: () => number = () => Date.now()): (key: string) => boolean {
  const asked = new Map<string, number>();
  let sweptAt = now();
  return (key) => {
    const at = now();
    if (at - sweptAt > MINUTE_MS) {
      for (const [each, then] of asked) if (at - then > MINUTE_MS) asked.delete(each);
      sweptAt = at;
    }
    if (at - (asked.get(key) ?? -Infinity) < MINUTE_MS) return false;
    asked.set(key, at);
    return true;
  };
}
