import { z } from 'zod';
import { Passage } from '../../../../shared/contract/judgments.ts';

/** What is begun on a card and not given yet. */
export interface CardDraft {
  readonly passages: readonly Passage[];
  readonly note: string;
}

/** Where what is begun on cards outlives the page. */
export interface LeftDrafts {
  /** By place in the judge's own order. */
  read(): ReadonlyMap<number, CardDraft>;
  keep(drafts: ReadonlyMap<number, CardDraft>): void;
}

const Left = z.array(z.tuple([z.int(), z.object({ passages: z.array(Passage), note: z.string() })]));

/** What is begun under a name, kept in the tab: the page loaded after this one goes on with it. */
export function leftDrafts(name: string): LeftDrafts {
  const place = `judging ${name}`;
  return {
    read() {
      try {
        const text = window.sessionStorage.getItem(place);
        // Only the program itself writes there; what cannot be read is of another release.
        return new Map(text === null ? [] : (Left.safeParse(JSON.parse(text)).data ?? []));
      } catch {
        // Without storage nothing can have been left behind.
        return new Map();
      }
    },
    keep(drafts) {
      try {
        if (drafts.size === 0) window.sessionStorage.removeItem(place);
        else window.sessionStorage.setItem(place, JSON.stringify([...drafts]));
      } catch {
        // Without storage it is in this page alone.
      }
    },
  };
}
