import { z } from 'zod';

/** Everything that can go wrong and that a person has to know of, each with the exit code of the command line. */
export const ErrorCode = z.enum([
  'missing',
  'not_a_casebook',
  'newer_version',
  'older_version',
  'in_use',
  'busy',
  'read_only',
  'damaged',
  'not_readable',
  'disk_full',
  'not_writable',
  'invalid_input',
  'not_found',
  'conflict',
  /** The same study was opened in a later window, which goes on with it. */
  'taken_over',
  'unconfirmed',
  'forbidden',
  'cancelled',
  'exists',
  'internal',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/**
 * An error with words for the person in front: what happened, what became of their data, what to do.
 * `hint` is the last of the three.
 */
export class CasebookError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  constructor(code: ErrorCode, message: string, hint: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CasebookError';
    this.code = code;
    this.hint = hint;
  }
}

const EXIT_CODES: Readonly<Record<ErrorCode, 1 | 2 | 3 | 4>> = {
  missing: 3,
  not_a_casebook: 3,
  newer_version: 3,
  older_version: 3,
  in_use: 3,
  busy: 3,
  damaged: 3,
  not_readable: 3,
  read_only: 4,
  disk_full: 4,
  not_writable: 4,
  exists: 2,
  invalid_input: 1,
  not_found: 1,
  conflict: 1,
  taken_over: 1,
  unconfirmed: 1,
  forbidden: 1,
  cancelled: 1,
  internal: 1,
};

/** The exit code of the command line for an error: 1 problems found, 2 usage, 3 cannot be opened, 4 disk. */
export const exitCode = (code: ErrorCode): 1 | 2 | 3 | 4 => EXIT_CODES[code];
