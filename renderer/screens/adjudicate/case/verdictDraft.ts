import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { DisagreementCause } from '../../../../shared/domain/status.ts';
import { namesOf, noSteps, Steps } from '../decision/steps.ts';

const VerdictDraft = z.object({ cause: DisagreementCause.nullable(), note: z.string(), steps: Steps });
/** What is said of a decision before it is made, and what was done to its draft. */
export type VerdictDraft = z.infer<typeof VerdictDraft>;

const BLANK: VerdictDraft = { cause: null, note: '', steps: noSteps };

/** What is kept of the case of one name. */
export interface KeptVerdict {
  readonly draft: VerdictDraft;
  /** Changes parts of it; what was changed since the screen was drawn stays. */
  readonly change: (change: (now: VerdictDraft) => Partial<VerdictDraft>) => void;
}

/** Kept in this tab until the case is decided, so that looking at another case costs nothing. */
const useDrafts = create<Readonly<Record<string, VerdictDraft>>>()(() => ({}));

/** Cause, note and steps of the case of this name, and changing them. */
export function useVerdictDraft(name: string): KeptVerdict {
  const known = useDrafts((drafts) => drafts[name]);
  const before = useMemo(() => stored(name) ?? BLANK, [name]);
  const change = useCallback<KeptVerdict['change']>(
    (to) => {
      const now = useDrafts.getState()[name] ?? before;
      const next = { ...now, ...to(now) };
      useDrafts.setState({ [name]: next });
      try {
        window.sessionStorage.setItem(place(name), JSON.stringify(next));
      } catch {
        // Without storage it is kept as long as the page is.
      }
    },
    [name, before],
  );
  return { draft: known ?? before, change };
}

/** What stays once a case is decided: should the decision be taken back, these fields were decided. */
export function afterDecision({ steps }: VerdictDraft): VerdictDraft {
  return { ...BLANK, steps: { ...noSteps, before: [...namesOf(steps)] } };
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
