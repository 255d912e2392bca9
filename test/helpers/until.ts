import { expect } from 'vitest';

/** Looks again until it is so: the machine may be busy with other things. */
export const until = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 30_000 });
