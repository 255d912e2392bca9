import type { z } from 'zod';

/** Something that outlives the page in its tab: another window, or the next person at this machine, does not get it. */
export interface TabEntry<T> {
  /** Null: nothing is kept, or another release wrote it. */
  read(): T | null;
  /** Gives it once. */
  take(): T | null;
  /** Null: nothing is to be kept any more. */
  keep(value: T | null): void;
}

/** The names in the tab's own storage that begin with this. */
export function tabNames(prefix: string): readonly string[] {
  try {
    return Object.keys(window.sessionStorage).filter((name) => name.startsWith(prefix));
  } catch {
    // Without storage nothing can have been left there.
    return [];
  }
}

/** The place of that name in the tab's own storage. */
export function tabEntry<T>(name: string, schema: z.ZodType<T>): TabEntry<T> {
  const read = (): T | null => {
    try {
      const text = window.sessionStorage.getItem(name);
      // Only the program itself writes there, whole entries at a time: one that cannot be read is of another
      // release, to which it meant something else.
      return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
    } catch {
      // Without storage nothing can have been left there.
      return null;
    }
  };
  const keep = (value: T | null): void => {
    try {
      if (value === null) window.sessionStorage.removeItem(name);
      else window.sessionStorage.setItem(name, JSON.stringify(value));
    } catch {
      // No room (a few megabytes per tab), or no storage at all: what is kept is in this page alone. It asks before
      // it goes while anything is not saved, and sends what it can on leaving.
    }
  };
  return {
    read,
    take: () => {
      const value = read();
      keep(null);
      return value;
    },
    keep,
  };
}
