/**
 * A stream of numbers in [0, 1) that is the same for the same seed everywhere: splitmix32 (Steele, Lea and Flood
 * 2014, in its 32-bit form). Good enough to shuffle with; not for secrets.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
}

/** Puts a list into random order, in place (Fisher and Yates 1938, as Durstenfeld 1964 does it). */
export function shuffle(values: Uint32Array, random: () => number): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const held = values[at] ?? 0;
    values[at] = values[other] ?? 0;
    values[other] = held;
  }
}
