import { z } from 'zod';
import { issuesInWords } from '../../../shared/domain/issues.ts';

/** The last millisecond that a date can be made of. */
export const time = z.int().min(0).max(8_640_000_000_000_000);

/** A JSON column: its value, whatever way it was written. */
export const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.infer<T> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      context.addIssue(`is not JSON (${error instanceof Error ? error.message : String(error)})`);
      return z.NEVER;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    context.addIssue(issuesInWords(parsed.error));
    return z.NEVER;
  });
