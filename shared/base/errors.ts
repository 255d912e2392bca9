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

/** The exit code of the command line for an error: 1 problems found, 2 usage, 3 cannot be opened, 4 disk. */
export function exitCode(code: ErrorCode): 1 | 2 | 3 | 4 {
  switch (code) {
    case 'missing':
    case 'not_a_casebook':
    case 'newer_version':
    case 'older_version':
    case 'in_use':
    case 'busy':
    case 'damaged':
    case 'not_readable':
      return 3;
    case 'read_only':
    case 'disk_full':
    case 'not_writable':
      return 4;
    case 'exists':
      return 2;
    case 'invalid_input':
    case 'not_found':
    case 'conflict':
    case 'taken_over':
    case 'unconfirmed':
    case 'forbidden':
    case 'cancelled':
    case 'internal':
      return 1;
  }
}
