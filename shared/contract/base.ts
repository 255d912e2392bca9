import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ErrorCode } from '../base/errors.ts';

/** Every call can fail with words for the person in front; the code is for programs. */
export const FailureData = z.object({ code: ErrorCode, hint: z.string().nullable() });

/** The root of every procedure of the contract. */
export const procedure = oc.errors({ FAILED: { status: 400, data: FailureData } });

/** Long work reports where it is, then its result, once. */
export const progressOr = <T extends z.ZodType>(result: T) =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('progress'),
      phase: z.string(),
      done: z.int(),
      total: z.int().nullable(),
    }),
    z.object({ type: z.literal('result'), result }),
  ]);
