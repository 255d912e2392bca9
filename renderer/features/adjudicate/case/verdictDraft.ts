import { z } from 'zod';
import { create } from 'zustand';
import { DisagreementCause } from '../../../../shared/domain/status.ts';

const VerdictDraft = z.object({ cause: DisagreementCause.nullable(), note: z.string() });
/** What is said of a decision before it is made. */
export type VerdictDraft = z.infer<typeof VerdictDraft>;

const BLANK: VerdictDraft = { cause: null, note: '' };

/** Kept in this tab until the case is decided, so that looking at another case costs nothing. */
const useDrafts = create<Readonly<Record<string, VerdictDraft>>>()(() => ({}));

/** Cause and note of the case of this name, and changing them. */
export function useVerdictDraft(
  name: string,
): readonly [draft: VerdictDraft, change: (change: Partial<VerdictDraft>) => void, forget: () => void] {
  const known = useDrafts((drafts) => drafts[name]);
  const draft = known ?? stored(name) ?? BLANK;
  return [
    draft,
    (change) => {
      const next = { ...draft, ...change };
      useDrafts.setState({ [name]: next });
      try {
        window.sessionStorage.setItem(place(name), JSON.stringify(next));
      } catch {
        // Without storage it is kept as long as the page is.
      }
    },
    () => {
      useDrafts.setState({ [name]: BLANK });
      try {
        window.sessionStorage.removeItem(place(name));
      } catch {
        // Nothing was stored then.
      }
    },
  ];
}

function stored(name: string): VerdictDraft | null {
  try {
    const parsed = VerdictDraft.safeParse(JSON.parse(window.sessionStorage.getItem(place(name)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Only the program itself writes there; what cannot be read is of another release.
    return null;
  }
}

const place = (name: string): string => `verdict ${name}`;
