import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { issuesInWords } from '../../../../shared/base/issues.ts';
import { errorCode } from '../../base/errors.ts';

/** What SQLite says of a statement that a database of the right layout would have taken. */
const CONTRADICTIONS = /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|SCHEMA|TOOBIG)/u;

/**
 * Runs work on what somebody else wrote. What fails there because it is not what it should be is their file's fault,
 * and said so (`invalid_input`); the disk's faults and ours go through.
 */
export function asInvalidInput<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = faultIn(error);
    if (reason === null) throw error;
    throw new CasebookError(
      'invalid_input',
      `It cannot be understood (${reason}).`,
      'None of it was merged.',
      { cause: error },
    );
  }
}

function faultIn(error: unknown): string | null {
  if (error instanceof z.ZodError) return issuesInWords(error);
  if (error instanceof SyntaxError) return error.message;
  const code = errorCode(error);
  if (code === null || !CONTRADICTIONS.test(code)) return null;
  return error instanceof Error ? error.message : code;
}
