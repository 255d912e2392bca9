import type { FixRow } from '../../../../shared/contract/validation.ts';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../casebook.ts';
import { createAnnotationStore } from '../annotations/store.ts';
import { listRows } from '../items/queries.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import type { WaitingFix } from './currentAnswers.ts';
import { askedFixes, createCurrentAnswers } from './currentAnswers.ts';
import { validationOf } from './validated.ts';

/** The items that wait to be fixed. */
export interface ToFix {
  /** Longest first; those blind to whoever asks left out. */
  list(offset: number, limit: number, viewpoint: Viewpoint): { total: number; rows: FixRow[] };
  /** How many there are. */
  count(viewpoint: Viewpoint): number;
}

/** What there is to fix in an open casebook. */
export function createToFix(casebook: Casebook): ToFix {
  const { database } = casebook;
  const answers = createCurrentAnswers(casebook);
  const store = createAnnotationStore(casebook);

  const waiting = (viewpoint: Viewpoint): WaitingFix[] => {
    const validation = validationOf(casebook);
    const isShown = viewpoint.isBlindAnywhere()
      ? (itemId: ItemId): boolean => !viewpoint.isBlind(itemId)
      : (): boolean => true;
    const found = answers.decided();
    for (const said of answers.ofUndecided()) {
      const asked = askedFixes(validation, said);
      const [first] = asked;
      if (first === undefined) continue;
      const since = Math.min(...asked.map(({ answer }) => answer.submittedAt));
      found.push({ itemId: first.answer.itemId, since });
    }
    // Asked for only now: while the casebook is being read it cannot be asked anything else.
    return found.filter(({ itemId }) => isShown(itemId));
  };

  return {
    count: (viewpoint) => waiting(viewpoint).length,
    list(offset, limit, viewpoint) {
      const validation = validationOf(casebook);
      const all = waiting(viewpoint).sort((a, b) => a.since - b.since);
      const page = all.slice(offset, offset + limit);
      const ids = page.map(({ itemId }) => itemId);
      const sort = { by: 'imported', descending: false } as const;
      const items = new Map(
        listRows(database, { ids }, sort, 0, ids.length, viewpoint).map((row) => [row.id, row]),
      );
      return {
        total: all.length,
        rows: page.flatMap(({ itemId, since }): FixRow[] => {
          const [row, item] = [items.get(itemId), store.item(itemId)];
          if (row === undefined || item === undefined) return [];
          const asked = askedFixes(validation, answers.ofItem(itemId));
          return [
            {
              id: itemId,
              externalId: row.externalId,
              title: row.title,
              facets: row.facets,
              reason: asked.find(({ reason }) => reason !== '')?.reason ?? '',
              hasProposal: asked.some(
                ({ answer }) => Object.keys(validation.proposed(item.payload, answer.answer)).length > 0,
              ),
              edition: item.editionNumber,
              since,
            },
          ];
        }),
      };
    },
  };
}
