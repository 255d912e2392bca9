import { z } from 'zod';
import { DocumentDiff } from '../../../shared/domain/document.ts';
import type { LeftBehind } from './leftBehind.ts';

const Stored: z.ZodType<LeftBehind> = z.object({
  revision: z.int(),
  reach: z.int(),
  edits: z.array(
    z.object({
      diff: DocumentDiff,
      mark: z.string().min(1),
      activeMilliseconds: z.int().nonnegative(),
    }),
  ),
});

/** Keeps for the next page in this tab what this one leaves unanswered in the session of that name. */
export function leaveBehind(session: string, left: LeftBehind): void {
  try {
    window.sessionStorage.setItem(place(session), JSON.stringify(left));
  } catch {
    // No room (a few megabytes per tab), or no storage at all. There is nobody left to tell, and what is sent on
    // leaving must go out for every other session, too: mostly it arrives, this is for when it does not.
  }
}

/** Gives what an earlier page of this tab left behind in the session of that name, once. */
export function takeLeftBehind(session: string): LeftBehind | null {
  let text: string | null;
  try {
    text = window.sessionStorage.getItem(place(session));
    window.sessionStorage.removeItem(place(session));
  } catch {
    // Without storage nothing can have been left behind.
    return null;
  }
  if (text === null) return null;
  // Only the program itself writes there, whole entries at a time: one that cannot be read is of another release,
  // which knew a document differently. Its edits have no meaning here.
  const stored = Stored.safeParse(parsed(text));
  return stored.success ? stored.data : null;
}

/** The page stays after all: it still has everything itself. */
export function forgetLeftBehind(session: string): void {
  takeLeftBehind(session);
}

function place(session: string): string {
  return `left behind ${session}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Refused by the schema like anything else that is not an entry.
    return undefined;
  }
}
