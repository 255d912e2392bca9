/** A figure that does not exist for the data given, with the reason in words. */
export interface UndefinedOutcome {
  readonly defined: false;
  readonly reason: string;
}

/** A figure, or why there is none. */
export type Outcome<T> = ({ readonly defined: true } & T) | UndefinedOutcome;

export const undefinedBecause = (reason: string): UndefinedOutcome => ({ defined: false, reason });
