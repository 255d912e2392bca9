import postgres from 'postgres';
import { z } from 'zod';
import {
  DocumentContent,
  documentHash,
  documentId,
  faultIn,
  isFinal,
  personOf,
  SEPARATOR,
} from '../../core/db/documents.ts';
import { issuesInWords } from '../../../shared/base/issues.ts';
import type { HubAccount, HubDocument, PushAnswer } from '../../../shared/hub/protocol.ts';
import { all, type HubTransaction } from './database.ts';
import { withoutFuture } from './arrivalTimes.ts';
import { type IncomingDocument, rulesFor } from './pushRules.ts';
import { quotas } from './quota.ts';

const RECORD_SEPARATOR = '\u001e';
const UNIQUE_VIOLATION = '23505';

/**
 * Adds documents in the caller's transaction, which a device has entered; gives an answer to each, in their order. One
 * that is refused keeps none of the others out.
 */
export async function push(
  sql: HubTransaction,
  account: HubAccount,
  era: number,
  documents: readonly HubDocument[],
): Promise<PushAnswer[]> {
  const answers = new Map<number, PushAnswer>();
  const arrivedAt = Date.now();
  const refuse = (place: number, reason: string): void =>
    void answers.set(place, { answer: 'refused', reason });
  const read: (IncomingDocument | null)[] = documents.map((document, place) => {
    const parsed = parse(document, arrivedAt);
    if (typeof parsed !== 'string') return parsed;
    refuse(place, parsed);
    return null;
  });
  const rules = await rulesFor(sql, account, read);
  const tooMany = await quotas(
    sql,
    account,
    read.flatMap((incoming) => incoming?.document ?? []),
  );
  const accepted = read.flatMap((incoming, place) => {
    if (incoming === null) return [];
    const ruled = rules(incoming) ?? tooMany(incoming.document);
    if (ruled === null) return [{ ...incoming, place }];
    refuse(place, ruled);
    return [];
  });
  if (accepted.length > 0) {
    const column = <T>(of: (incoming: (typeof accepted)[number]) => T): T[] => accepted.map(of);
    const [tabs, ids] = [
      column(({ document }) => document.table as string),
      column(({ document }) => document.id),
    ];
    const people = column(({ document }) => document.person);
    const audiences = column(({ document }) => document.audience);
    const versions = column(({ version }) => version);
    const hashes = column(({ hash }) => hash);
    // As one text: an array of texts costs the driver and the server more. JSON that was parsed has no such character.
    const contents = column(({ document }) => document.content ?? '').join(RECORD_SEPARATOR);
    const add = (on: HubTransaction, conflicts: postgres.PendingQuery<postgres.Row[]>) =>
      on`INSERT INTO casebook.document
          (casebook, era, device, roles, tab, id, person, audience, item, about, sha256, version, hash, content)
        SELECT ${account.casebook}, ${era}, ${account.device}, ${[...account.roles]}::text[], tab, id, person, audience, item, about,
          decode(sha256, 'hex'), decode(version, 'hex'), decode(hash, 'hex'), content FROM unnest(
          ${tabs}::text[], ${ids}::text[], ${people}::uuid[], ${audiences}::uuid[],
          ${column(({ document }) => document.item)}::uuid[], ${column(aboutOf)}::uuid[],
          ${column(({ document }) => document.sha256)}::text[], ${versions}::text[], ${hashes}::text[],
          string_to_array(${contents}, ${RECORD_SEPARATOR}, ''))
          AS t (tab, id, person, audience, item, about, sha256, version, hash, content)
        ${conflicts}`;
    // Nearly always all of them are new, and looking for conflicts beforehand takes half as long again.
    const areNew = await allNew(() => sql.savepoint((point) => add(point, point``)));
    if (!areNew) await add(sql, sql`ON CONFLICT DO NOTHING`);
    const outcomes = areNew
      ? accepted.map((_, place) => ({ place, answer: 'accepted' as const }))
      : await all(
          sql`SELECT place::int - 1 AS place, answer FROM casebook.outcomes(${tabs}::text[], ${ids}::text[],
            ${people}::uuid[], ${audiences}::uuid[], ${versions}::text[], ${hashes}::text[])`,
          z.object({ place: z.int(), answer: z.enum(['accepted', 'known', 'refused']) }),
        );
    for (const { place, answer } of outcomes) {
      const incoming = accepted[place];
      if (incoming === undefined) continue;
      answers.set(incoming.place, {
        answer,
        reason: answer === 'refused' ? 'The hub has a different version of this.' : null,
      });
    }
  }
  return documents.map(
    (_, place) => answers.get(place) ?? { answer: 'refused', reason: 'The hub did not take it.' },
  );
}

/** Whether an insert went through; false where a row of the same key was there. */
async function allNew(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** A document whose rows are what its table says, and say of themselves what the document says of them; else why not. */
function parse(sent: HubDocument, arrivedAt: number): IncomingDocument | string {
  const { table, content: text } = sent;
  // PostgreSQL has no text with it, and would refuse everything that comes with it.
  if ([sent.id, text ?? ''].some((each) => each.includes('\0')))
    return 'It has a character that the hub cannot keep.';
  if (text === null) return parseRemoval(sent);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'Its content is not JSON.';
  }
  const parsed = DocumentContent.safeParse(value);
  if (!parsed.success) return `Its content cannot be read: ${issuesInWords(parsed.error)}`;
  const right = withoutFuture(parsed.data, arrivedAt);
  const content = right ?? parsed.data;
  const document = right === null ? sent : { ...sent, content: JSON.stringify(right) };
  const fault = faultIn(table, content) ?? mismatchOf(document, content.row);
  if (fault !== null) return fault;
  const hash = documentHash(table, document.content, content);
  // What is prepared for a person changes with what they are asked, also where the row itself never does.
  const version = isFinal(table) && document.audience === null ? '' : hash;
  return { document, content, hash, version };
}

/** A document without content: a row that is gone. */
function parseRemoval(document: HubDocument): IncomingDocument | string {
  if (document.table !== 'assignment' && document.audience === null)
    return 'Rows of this table are never removed.';
  const hash = documentHash(document.table, null);
  return { document, content: null, hash, version: hash };
}

/** What a document says of its row and the row does not say of itself, in words; null where they agree. */
function mismatchOf(document: HubDocument, row: DocumentContent['row']): string | null {
  const { table } = document;
  if (documentId(table, row) !== keyIn(document)) return 'Its row has another key.';
  if (document.audience === null && personOf(table, row) !== document.person)
    return 'Its row names another person.';
  const item = table === 'item' ? row['id'] : row['item_id'];
  if (item !== undefined && item !== document.item) return 'Its row is about another item.';
  if ((table === 'image' ? row['sha256'] : null) !== document.sha256) return 'Its row names another image.';
  return table === 'annotation' && row['state'] !== 'submitted' ? 'Drafts stay in the casebook.' : null;
}

/** The key of a document's row: an image's stands once for each item that shows it, but for what one person is shown. */
function keyIn({ table, id, item, audience }: HubDocument): string | null {
  if (table !== 'image' || audience !== null) return id;
  return item !== null && id.endsWith(`${SEPARATOR}${item}`) ? id.slice(0, -item.length - 1) : null;
}

/** What the item of a document is a question about: told by the item itself and its images, and known from them. */
const aboutOf = ({ document: { table, audience, about } }: IncomingDocument): string | null =>
  (table === 'item' || table === 'image') && audience === null ? about : null;
