import { createHash } from 'node:crypto';

/** A seed of 32 bits of its own for everything that is made from one, whatever order it is made in. */
export function seedOf(seed: number, ...names: readonly string[]): number {
  return createHash('sha256')
    .update(JSON.stringify([seed, ...names]))
    .digest()
    .readUInt32BE(0);
}
