import { z } from 'zod';
import type { FixRow } from '../../../../shared/contract/validation.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { AnswersOutcome } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { listRows, statusOfItem } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { askedFixes, CurrentAnswers } from './currentAnswers.ts';
import type { ValidationState } from '../../derived/validationStatus.ts';
import { validationOf } from './validated.ts';

const WaitingRow = z.object({ itemId: ItemId, since: z.int(), outcome: AnswersOutcome });
type WaitingFix = z.infer<typeof WaitingRow>;

/**
 * SQL: items that need a fix, neither rejected nor to be decided on first, also where somebody has yet to answer. No
 * answer needs to be read.
 */
const WAITING = `FROM validation_state v CROSS JOIN ${statusOfItem('v.item_id')}
  WHERE v.fix_since IS NOT NULL AND i.status <> 'rejected' AND v.outcome <> 'disputed'`;

/**
 * Whether this person sees an item to fix before everybody has answered it. Curators do, because a fix then spares the others
 * the old text. A reviewer would only see their own answers, as if everybody had agreed.
 */
const seesEarlyFixes = ({ person }: Pick<Viewpoint, 'person'>): boolean =>
  person === null || person.roles.includes('curator');

/** The items that wait to be fixed. */
export class FixQueue {
  readonly #casebook: Casebook;
  readonly #state: ValidationState;
  readonly #answers;
  readonly #store;
  readonly #waits;

  constructor(casebook: Casebook, state: ValidationState) {
    this.#casebook = casebook;
    this.#state = state;
    const { database } = casebook;
    this.#answers = new CurrentAnswers(casebook);
    this.#store = casebook.records.annotations;
    this.#waits = database.prepare<[]>(
      `SELECT v.item_id AS itemId, v.fix_since AS since, v.outcome ${WAITING} ORDER BY v.fix_since, i.sequence`,
    );
  }

  /**
   * The longest wait first, without items blind to the caller. Only curators see an item before everybody has answered it.
   */
  list(offset: number, limit: number, viewpoint: Viewpoint): { total: number; rows: FixRow[] } {
    const validation = validationOf(this.#casebook);
    const all = this.#waiting(viewpoint);
    const page = all.slice(offset, offset + limit);
    const ids = page.map(({ itemId }) => itemId);
    const sort = { by: 'imported', descending: false } as const;
    const items = new Map(
      listRows(this.#casebook.database, { ids }, sort, 0, ids.length, viewpoint).map((row) => [row.id, row]),
    );
    return {
      total: all.length,
      rows: page.flatMap(({ itemId, since }): FixRow[] => {
        const [row, item] = [items.get(itemId), this.#store.item(itemId)];
        if (row === undefined || item === undefined) return [];
        const asked = askedFixes(validation, this.#answers.ofItem(itemId));
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
  }

  #waiting(viewpoint: Viewpoint): WaitingFix[] {
    this.#state.fill();
    const all = this.#waits.all().map((row) => WaitingRow.parse(row));
    const told = seesEarlyFixes(viewpoint) ? all : all.filter(({ outcome }) => outcome === 'fix');
    return viewpoint.isBlindAnywhere() ? told.filter(({ itemId }) => !viewpoint.isBlind(itemId)) : told;
  }
}
