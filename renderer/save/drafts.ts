import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { tabEntry, tabNames } from './tabStorage.ts';

/** What somebody has begun in a form and not saved. */
const StoredDraft = z.object({
  /** Whose it is, and in which casebook. */
  owner: z.string(),
  /** What the form is called on screen. */
  title: z.string(),
  value: z.unknown(),
});
type StoredDraft = z.infer<typeof StoredDraft>;

const PREFIX = 'draft ';

/** All drafts of this tab. They outlive the form, its screen and the page: the next page in the tab picks them up. */
const useDrafts = create<Readonly<Record<string, StoredDraft>>>()(() => {
  const kept = tabNames(PREFIX).flatMap((name) => {
    const found = tabEntry(name, StoredDraft).read();
    return found === null ? [] : [[name, found] as const];
  });
  return Object.fromEntries(kept);
});

/** What is in a form that is not saved yet. */
export interface Draft<T> {
  /** What was begun, or what the form begins with. */
  readonly value: T;
  readonly isBegun: boolean;
  readonly change: (to: (now: T) => T) => void;
  /** It is saved, or no longer wanted. */
  readonly forget: () => void;
}

/** What names a draft: whose it is, what it is about, and what it is called on screen. */
export interface DraftName {
  readonly owner: string;
  readonly name: string;
  readonly title: string;
}

/**
 * The draft of a form. What is changed stays in this tab when its screen is left or the page is loaded anew, until it is
 * saved or forgotten. `initial`: what the form begins with.
 */
export function useDraft<T>({ owner, name, title }: DraftName, schema: z.ZodType<T>, initial: T): Draft<T> {
  const place = `${PREFIX}${JSON.stringify([owner, name])}`;
  const kept = useDrafts((drafts) => drafts[place]);
  const begun = useMemo(
    () => (kept === undefined ? undefined : schema.safeParse(kept.value).data),
    [kept, schema],
  );
  const change = useCallback<Draft<T>['change']>(
    (to) => {
      const before = useDrafts.getState()[place];
      const now = (before === undefined ? undefined : schema.safeParse(before.value).data) ?? initial;
      const next: StoredDraft = { owner, title, value: to(now) };
      useDrafts.setState({ [place]: next });
      tabEntry(place, StoredDraft).keep(next);
    },
    [place, owner, title, schema, initial],
  );
  const forget = useCallback(() => {
    useDrafts.setState(({ [place]: _forgotten, ...others }) => others, true);
    tabEntry(place, StoredDraft).keep(null);
  }, [place]);
  return { value: begun ?? initial, isBegun: begun !== undefined, change, forget };
}

/** What somebody has begun in the tab and not saved: what the forms are called, each once. */
export function useUnsavedDrafts(owner: string | null): readonly string[] {
  const drafts = useDrafts();
  return useMemo(
    () => [
      ...new Set(
        Object.values(drafts)
          .filter((each) => each.owner === owner)
          .map(({ title }) => title),
      ),
    ],
    [drafts, owner],
  );
}
