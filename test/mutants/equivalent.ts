import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Fault } from './faults.ts';

/** A fault that no test can tell from the program as it is, and why. */
const Equivalent = z.strictObject({
  file: z.string(),
  /** The lines as they are and with the fault, white space counted once. */
  code: z.string(),
  becomes: z.string(),
  reason: z.string().min(20),
});
export type Equivalent = z.infer<typeof Equivalent>;

/** The list beside this file. */
export const readEquivalents = (): readonly Equivalent[] =>
  z.array(Equivalent).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8')));

/** Whether a fault is on the list. */
export const isEquivalent = ({ file, code, becomes }: Fault, known: readonly Equivalent[]): boolean =>
  known.some((each) => each.file === file && each.code === code && each.becomes === becomes);
