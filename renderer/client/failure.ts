import { ORPCError } from '@orpc/client';
import { FailureData } from '../../shared/contract/base.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';

/** An error in words for the person in front. */
export interface Failure {
  readonly message: string;
  readonly hint: string | null;
  /** Null where the error did not come from the core: the connection, or a defect of the window. */
  readonly code: ErrorCode | null;
}

/** This page is let in no more: Casebook began again, or the browser was signed out. What it has not sent waits here. */
const RESTARTED: Failure = {
  message: 'Casebook was restarted, or this browser was signed out.',
  hint: 'Open a new link in this tab. Your edits are kept here.',
  code: null,
};

/** Whether a call failed because this page is let in no more: trying again does not help, a new link does. */
export const isRestarted = (failure: Pick<Failure, 'message'> | null | undefined): boolean =>
  failure?.message === RESTARTED.message;

/** What to tell the person of anything thrown: the core's own words where it has any. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ORPCError) {
    const data = FailureData.safeParse(error.data);
    if (data.success) return { message: error.message, hint: data.data.hint, code: data.data.code };
    // The host that answers now is not the one that let this page in.
    if (error.status === 401) return RESTARTED;
    return { message: error.message, hint: null, code: null };
  }
  // What fetch throws where nobody answers.
  if (error instanceof TypeError && /fetch|network/iu.test(error.message)) {
    return {
      message: 'Casebook is not responding.',
      hint: 'The program behind this page has stopped. Start it again; all saved work is on disk.',
      code: null,
    };
  }
  return { message: error instanceof Error ? error.message : String(error), hint: null, code: null };
}
