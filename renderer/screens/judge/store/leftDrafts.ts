import { z } from 'zod';
import { Passage } from '../../../../shared/contract/judging.ts';
import { tabEntry } from '../../../save/tabStorage.ts';

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

const Left: z.ZodType<readonly (readonly [number, CardDraft])[]> = z.array(
  z.tuple([z.int(), z.object({ passages: z.array(Passage), note: z.string() })]),
);

/** What is begun under a name, kept in the tab: the page loaded after this one goes on with it. */
export function leftDrafts(name: string): LeftDrafts {
  const entry = tabEntry(`judging ${name}`, Left);
  return {
    read: () => new Map(entry.read() ?? []),
    keep(drafts) {
      entry.keep(drafts.size === 0 ? null : [...drafts]);
    },
  };
}
