import postgres from 'postgres';
import { z } from 'zod';
import type { DocumentContent } from '../../core/db/documents.ts';
import {
  DocumentContent as ContentForm,
  SEPARATOR,
  documentHash,
  documentId,
  faultIn,
  isFinal,
  personOf,
} from '../../core/db/documents.ts';
import { issuesInWords } from '../../../shared/domain/issues.ts';
import type { HubAccount, HubDocument, PushAnswer } from '../../../shared/hub/protocol.ts';
import type { HubTransaction } from './database.ts';
import { all } from './database.ts';
import { withoutFuture } from './arrivalTimes.ts';
import { storedImages } from './images.ts';
import { quotas } from './quota.ts';

/** A document that may be added, with what the hub itself makes of it. */
interface Incoming {
  readonly document: HubDocument;
  /** Null: the row was removed. */
  readonly content: DocumentContent | null;
  /** SHA-256 of the content, in hexadecimal; the version: that, or nothing for rows that never change. */
  readonly hash: string;
  readonly version: string;
}

const RECORD_SEPARATOR = '\u001e';
const UNIQUE_VIOLATION = '23505';

/** What somebody who annotates adds: answers, and how far they are. */
const ANSWERS: ReadonlySet<string> = new Set(['annotation', 'assignment', 'response', 'session']);

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
  const read: (Incoming | null)[] = documents.map((document, place) => {
    const parsed = parse(document, arrivedAt);
    if (typeof parsed !== 'string') return parsed;
    refuse(place, parsed);
    return null;
  });
  const rules =
    account.role === 'annotator'
      ? await annotatorsRules(sql, account, read)
      : await overseersRules(sql, read);
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
          (casebook, era, device, tab, id, person, audience, item, about, sha256, version, hash, content)
        SELECT ${account.casebook}, ${era}, ${account.device}, tab, id, person, audience, item, about,
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
function parse(sent: HubDocument, arrivedAt: number): Incoming | string {
  let document = sent;
  const { table, content: text } = document;
  // PostgreSQL has no text with it, and would refuse everything that comes with it.
  if ([document.id, text ?? ''].some((each) => each.includes('\0')))
    return 'It has a character that the hub cannot keep.';
  if (text === null) {
    const hash = documentHash(table, null);
    return (table === 'assignment' && document.audience === null) || document.audience !== null
      ? { document, content: null, hash, version: hash }
      : 'Rows of this table are never removed.';
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'Its content is not JSON.';
  }
  const parsed = ContentForm.safeParse(value);
  if (!parsed.success) return `Its content cannot be read: ${issuesInWords(parsed.error)}`;
  const right = withoutFuture(parsed.data, arrivedAt);
  const content = right ?? parsed.data;
  if (right !== null) document = { ...sent, content: JSON.stringify(right) };
  const { row } = content;
  const fault = faultIn(table, content);
  if (fault !== null) return fault;
  if (documentId(table, row) !== keyIn(document)) return 'Its row has another key.';
  if (document.audience === null && personOf(table, row) !== document.person)
    return 'Its row names another person.';
  const item = table === 'item' ? row['id'] : row['item_id'];
  if (item !== undefined && item !== document.item) return 'Its row is about another item.';
  if ((table === 'image' ? row['sha256'] : null) !== document.sha256) return 'Its row names another image.';
  if (table === 'annotation' && row['state'] !== 'submitted') return 'Drafts stay in the casebook.';
  const hash = documentHash(table, document.content, content);
  // What is prepared for a person changes with what they are asked, also where the row itself never does.
  const version = isFinal(table) && document.audience === null ? '' : hash;
  return { document, content, hash, version };
}

/** The key of a document's row: an image's stands once for each item that shows it, but for what one person is shown. */
function keyIn({ table, id, item, audience }: HubDocument): string | null {
  if (table !== 'image' || audience !== null) return id;
  return item !== null && id.endsWith(`${SEPARATOR}${item}`) ? id.slice(0, -item.length - 1) : null;
}

/** What the item of a document is a question about: told by the item itself and its images, and known from them. */
const aboutOf = ({ document: { table, audience, about } }: Incoming): string | null =>
  (table === 'item' || table === 'image') && audience === null ? about : null;

/** Why a document is refused; null where it is not. */
type Rules = (incoming: Incoming) => string | null;

const itemsOf = (read: readonly (Incoming | null)[]): string[] => [
  ...new Set(read.flatMap((incoming) => incoming?.document.item ?? [])),
];

/** Those of these items that the hub has, as far as the asking person may know. */
async function knownItems(sql: HubTransaction, ids: readonly string[]): Promise<Set<string>> {
  const found = await all(
    sql`SELECT id FROM casebook.items(${[...ids]}::text[]) AS id`,
    z.object({ id: z.string() }),
  );
  return new Set(found.map(({ id }) => id));
}

async function overseersRules(sql: HubTransaction, read: readonly (Incoming | null)[]): Promise<Rules> {
  const known = await knownItems(sql, itemsOf(read));
  const shas = new Set<string>();
  const shown = new Set<string>();
  for (const incoming of read) {
    if (incoming?.document.sha256 != null) shas.add(incoming.document.sha256);
    for (const key of shownBy(incoming)) shown.add(key);
  }
  const stored = await storedImages(sql, [...shas]);
  const unknown = new Set(
    shown.size === 0
      ? []
      : (
          await all(
            sql`SELECT id FROM casebook.unknown_images(${[...shown]}::text[]) AS id`,
            z.object({ id: z.string() }),
          )
        ).map(({ id }) => id),
  );
  return (incoming) => {
    const { document, content } = incoming;
    const { table, item, sha256, audience } = document;
    if (sha256 !== null && !stored.has(sha256)) return 'The hub does not have this image yet.';
    if (table === 'image' && audience === null) {
      unknown.delete(document.id);
      return null;
    }
    if (table === 'item' && audience === null) {
      if (shownBy(incoming).some((key) => unknown.has(key)))
        return 'The hub does not have all images of this item yet.';
      known.add(document.id);
      return null;
    }
    return item !== null && content !== null && !known.has(item) ? 'The hub does not know the item.' : null;
  };
}

/** The documents of the images that an item shows. */
const shownBy = (incoming: Incoming | null): string[] =>
  incoming === null || incoming.document.table !== 'item' || incoming.document.audience !== null
    ? []
    : (incoming.content?.parts['item_image'] ?? []).flatMap(({ image_id: image }) =>
        image == null ? [] : [`${String(image)}${SEPARATOR}${incoming.document.id}`],
      );

async function annotatorsRules(
  sql: HubTransaction,
  account: HubAccount,
  read: readonly (Incoming | null)[],
): Promise<Rules> {
  const items = itemsOf(read);
  const known = await knownItems(sql, items);
  const asked = await all(
    sql`SELECT item, assignment, task, round::text AS round FROM casebook.asked WHERE casebook = ${account.casebook}
      AND person = ${account.person} AND item = ANY (${items}::uuid[]) AND task IS NOT NULL`,
    z.object({ item: z.string(), assignment: z.string(), task: z.string(), round: z.string() }),
  );
  const keyOf = (...parts: unknown[]): string => JSON.stringify(parts.map(String));
  const askedItems = new Set(asked.map(({ item }) => item));
  const askedFor = new Set(asked.map(({ item, task, round }) => keyOf(item, task, round)));
  const assignments = new Set(
    asked.map(({ assignment, item, task, round }) => keyOf(assignment, item, task, round)),
  );
  const sessions = new Set(
    (
      await all(
        sql`SELECT id FROM casebook.document
          WHERE casebook = ${account.casebook} AND audience = ${account.person} AND tab = 'session'`,
        z.object({ id: z.string() }),
      )
    ).map(({ id }) => id),
  );
  return ({ document, content }) => {
    const { table, item, audience } = document;
    if (!ANSWERS.has(table) || audience !== null || content === null)
      return 'Only curators and other overseers may send this.';
    if (document.person !== account.person)
      return `It is not from ${account.name === '' ? account.handle : account.name}.`;
    const { row } = content;
    // The same words where the item is unknown and where it is others': nobody learns what there is.
    const isAsked =
      table === 'annotation'
        ? item !== null && askedItems.has(item)
        : table === 'assignment'
          ? assignments.has(keyOf(document.id, item, row['task'], row['round']))
          : table === 'session'
            ? sessions.has(document.id)
            : sessions.has(String(row['session_id'])) && (item === null || known.has(item));
    if (!isAsked) return 'The hub does not know that this was asked of them.';
    if (table === 'annotation' && !askedFor.has(keyOf(item, row['task'], row['round'])))
      return 'It answers a task or a round that was not asked of them.';
    if (table === 'annotation' && row['independent'] !== 1)
      return 'It is not a rating; only ratings were asked for.';
    return null;
  };
}
