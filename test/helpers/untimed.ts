/** What a response has that was read from a file: nobody timed it, and it replaces none. */
export const UNTIMED = {
  correct: null,
  shownAt: null,
  answeredAt: null,
  activeMilliseconds: null,
  awayMilliseconds: null,
  focusLosses: null,
  timedOut: false,
  resumed: 0,
  replaces: null,
} as const;
