import { z } from 'zod';
import type { HubAccount, HubDocument } from '../../../shared/hub/protocol.ts';
import { isFinal } from '../../core/db/documents.ts';
import { all, type HubTransaction } from './database.ts';

/** How many answers in one person's name a device may send about one item: far more than anybody corrects an answer. */
export const ANSWERS_ABOUT_ONE_ITEM = 300;
/** How many answers to studies, and states of study sessions, a device may send in one person's name. */
const ANSWERS_TO_STUDIES = 20_000;
/** How often a device may say how far one assignment is. */
const STATES_OF_ONE_ASSIGNMENT = 300;

/** What is counted together, and how much of it there may be. */
interface Quota {
  readonly key: string;
  readonly most: number;
  readonly reason: string;
}

const REASONS = {
  annotation: `This device has already sent ${String(ANSWERS_ABOUT_ONE_ITEM)} answers about this item; the hub takes no more of them.`,
  study: `This device has already sent ${String(ANSWERS_TO_STUDIES)} answers to studies; the hub takes no more of them.`,
  assignment: `This device has already sent ${String(STATES_OF_ONE_ASSIGNMENT)} states of this assignment; the hub takes no more of them.`,
} as const;

/** What a document counts towards; null where nothing is counted. */
function countedAs({ table, id, item, person, audience }: HubDocument): Quota | null {
  if (audience !== null || person === null) return null;
  if (table === 'annotation')
    return {
      key: `annotation ${person} ${String(item)}`,
      most: ANSWERS_ABOUT_ONE_ITEM,
      reason: REASONS.annotation,
    };
  if (table === 'assignment')
    return { key: `assignment ${id}`, most: STATES_OF_ONE_ASSIGNMENT, reason: REASONS.assignment };
  return table === 'response' || table === 'session'
    ? { key: `study ${person}`, most: ANSWERS_TO_STUDIES, reason: REASONS.study }
    : null;
}

/**
 * Counts what a device has already sent, in the caller's transaction. Gives for each document, in order, why it exceeds a
 * quota; null where it does not.
 */
export async function quotas(
  sql: HubTransaction,
  account: HubAccount,
  documents: readonly HubDocument[],
): Promise<(document: HubDocument) => string | null> {
  const own = documents.filter((document) => countedAs(document) !== null);
  const items = [...new Set(own.flatMap(({ table, item }) => (table === 'annotation' ? (item ?? []) : [])))];
  const assignments = [...new Set(own.flatMap(({ table, id }) => (table === 'assignment' ? id : [])))];
  const isStudy = own.some(({ table }) => table === 'response' || table === 'session');
  const { casebook, device } = account;
  const counts = new Map<string, number>();
  const finals = own.flatMap(({ table, id }) => (isFinal(table) ? id : []));
  // What is sent once more, after an answer that was lost, is no more than before.
  const sent = new Set(
    finals.length === 0
      ? []
      : (
          await all(
            sql`SELECT id FROM casebook.document WHERE casebook = ${casebook} AND tab IN ('annotation', 'response')
              AND id = ANY (${finals}::text[]) AND audience IS NULL AND device = ${device}`,
            z.object({ id: z.string() }),
          )
        ).map(({ id }) => id),
  );
  const add = (rows: readonly { readonly key: string; readonly count: number }[]): void =>
    rows.forEach(({ key, count }) => counts.set(key, count));
  if (items.length > 0)
    add(
      await all(
        sql`SELECT concat_ws(' ', tab, person, item) AS key, count(*)::int AS count FROM casebook.document
          WHERE casebook = ${casebook} AND audience IS NULL AND item = ANY (${items}::uuid[]) AND tab = 'annotation'
            AND device = ${device} GROUP BY tab, person, item`,
        Row,
      ),
    );
  if (assignments.length > 0)
    add(
      await all(
        sql`SELECT concat_ws(' ', tab, id) AS key, count(*)::int AS count FROM casebook.document
          WHERE casebook = ${casebook} AND tab = 'assignment' AND id = ANY (${assignments}::text[])
            AND audience IS NULL AND device = ${device} GROUP BY tab, id`,
        Row,
      ),
    );
  if (isStudy)
    add(
      await all(
        sql`SELECT concat_ws(' ', 'study', person) AS key, count(*)::int AS count FROM casebook.document
          WHERE casebook = ${casebook} AND person = ANY (${[...new Set(own.flatMap(({ person }) => person ?? []))]}::uuid[])
            AND audience IS NULL AND tab IN ('response', 'session') AND device = ${device} GROUP BY person`,
        Row,
      ),
    );
  return (document) => {
    const counted = countedAs(document);
    if (counted === null || (isFinal(document.table) && sent.has(document.id))) return null;
    const { key, most, reason } = counted;
    const count = counts.get(key) ?? 0;
    if (count >= most) return reason;
    counts.set(key, count + 1);
    return null;
  };
}

const Row = z.object({ key: z.string(), count: z.int() });
