import type { Proposals } from '../../../../shared/benchmarks/proposals.ts';
import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import type { ItemRow } from '../../../../shared/contract/items.ts';
import { answerOf, regionsOf } from '../../../../shared/domain/document.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';

/** How many answers are looked into before the search gives up: each is a call. */
const MOST_ANSWERS = 300;
const ROWS_AT_ONCE = 200;

/** The list that is walked along, as the core gives it. */
export interface WalkedList {
  /** Rows from a place on, and how many there are in all. */
  rows(offset: number, limit: number): Promise<{ readonly rows: readonly ItemRow[]; readonly total: number }>;
  /** What the current user has of an item, or would begin with. */
  answer(id: ItemId): Promise<Pick<DeskDocument, 'records'>>;
}

/** The item found, `none` where no other has proposals to be verified, `unknown` where too many would have to be looked into. */
export type NextUnverified = { readonly id: ItemId } | 'none' | 'unknown';

/** The first item with proposals that are not verified, from a place of the list on and around from its end, but for one. */
export async function nextUnverified(
  list: WalkedList,
  from: number,
  except: ItemId,
  proposals: Proposals,
): Promise<NextUnverified> {
  let looked = 0;
  for (const [first, end] of [
    [from, Number.POSITIVE_INFINITY],
    [0, from],
  ] as const) {
    for (let offset = first; offset < end; offset += ROWS_AT_ONCE) {
      const { rows, total } = await list.rows(offset, Math.min(ROWS_AT_ONCE, end - offset));
      for (const row of rows) {
        if (row.id === except || !mayBeUnverified(row)) continue;
        if (looked === MOST_ANSWERS) return 'unknown';
        looked += 1;
        if (isUnverified(await list.answer(row.id), proposals)) return { id: row.id };
      }
      if (offset + rows.length >= total || rows.length === 0) break;
    }
  }
  return 'none';
}

/** Whatever somebody has submitted is verified; what came in with boxes, or is begun, may not be. */
function mayBeUnverified({ blind, boxes, unsubmitted, goldSource, status, assignment }: ItemRow): boolean {
  if (blind) return assignment?.state !== 'submitted';
  return (
    status !== 'rejected' && boxes > 0 && (unsubmitted || goldSource === null || goldSource === 'imported')
  );
}

function isUnverified({ records }: Pick<DeskDocument, 'records'>, proposals: Proposals): boolean {
  return (
    !proposals.isVerified(answerOf(records)) &&
    regionsOf(records).some((region) => proposals.proposalOf(region) !== null)
  );
}
