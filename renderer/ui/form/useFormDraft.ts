import { use } from 'react';
import { z } from 'zod';
import { type Draft, useDraft, useUnsavedDrafts } from '../../save/drafts.ts';
import { CasebookContext } from '../window/applicationState.ts';

/**
 * The current user's draft of a form of the open casebook: kept in this tab until saved or discarded.
 * @param name tells forms apart
 * @param title what the form is called on screen: the top bar names it while it is not saved
 */
export function useFormDraft<T>(name: string, title: string, schema: z.ZodType<T>, initial: T): Draft<T> {
  return useDraft({ owner: useOwner() ?? '', name, title }, schema, initial);
}

const Written = z.string();

/** The draft of one text, and changing it: an empty one is none. */
export function useTextDraft(
  name: string,
  title: string,
): readonly [text: string, write: (text: string) => void] {
  const { value, change, forget } = useFormDraft(name, title, Written, '');
  return [
    value,
    (text) => {
      if (text === '') forget();
      else change(() => text);
    },
  ];
}

/** What the current user has begun in forms of this casebook and not saved, by what the forms are called. */
export const useUnsavedForms = (): readonly string[] => useUnsavedDrafts(useOwner());

function useOwner(): string | null {
  const casebook = use(CasebookContext);
  return casebook === null ? null : JSON.stringify([casebook.path, casebook.person?.id ?? null]);
}
