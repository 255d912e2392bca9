import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentContent } from '../../core/db/documents.ts';
import {
  DocumentContent as ContentForm,
  SEPARATOR,
  documentId,
  faultIn,
  isFinal,
  personOf,
} from '../../core/db/documents.ts';
import { issuesInWords } from '../../../shared/domain/issues.ts';
import type { HubAccount, HubDocument, PushAnswer } from '../../../shared/hub/protocol.ts';
import type { HubTransaction } from './database.ts';
import { all } from './database.ts';

/** A document that may be added, with what the hub itself makes of it. */
interface Incoming {
  readonly document: HubDocument;
  /** Null: the row was removed. */
  readonly content: DocumentContent | null;
  /** SHA-256 of the content, in hexadecimal; the version: that, or nothing for rows that never change. */
  readonly hash: string;
  readonly version: string;
}

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
  const refuse = (place: number, reason: string): void =>
    void answers.set(place, { answer: 'refused', reason });
  const read: (Incoming | null)[] = documents.map((document, place) => {
    const parsed = parse(document);
    if (typeof parsed !== 'string') return parsed;
    refuse(place, parsed);
    return null;
  });
  const rules =
    account.role === 'annotator'
      ? await annotatorsRules(sql, account, read)
      : await overseersRules(sql, read);
  const accepted = read.flatMap((incoming, place) => {
    if (incoming === null) return [];
    const ruled = rules(incoming);
    if (typeof ruled !== 'string') return [{ ...incoming, about: ruled.about, place }];
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
    await sql`INSERT INTO casebook.document
        (casebook, era, device, tab, id, person, audience, item, about, sha256, version, hash, content)
      SELECT ${account.casebook}, ${era}, ${account.device}, tab, id, person, audience, item, about,
        decode(sha256, 'hex'), decode(version, 'hex'), decode(hash, 'hex'), content FROM unnest(
        ${tabs}::text[], ${ids}::text[], ${people}::uuid[], ${audiences}::uuid[],
        ${column(({ document }) => document.item)}::uuid[], ${column(({ about }) => about)}::uuid[],
        ${column(({ document }) => document.sha256)}::text[], ${versions}::text[], ${hashes}::text[],
        ${column(({ document }) => document.content)}::text[])
        AS t (tab, id, person, audience, item, about, sha256, version, hash, content)
      ON CONFLICT DO NOTHING`;
    const outcomes = await all(
      sql`SELECT place::int - 1 AS place, answer FROM casebook.outcomes(${tabs}::text[], ${ids}::text[],
        ${people}::uuid[], ${audiences}::uuid[], ${versions}::text[], ${hashes}::text[])`,
      z.object({ place: z.int(), answer: z.enum(['accepted', 'known', 'refused']) }),
    );
    const added = new Set<Incoming>();
    for (const { place, answer } of outcomes) {
      const incoming = accepted[place];
      if (incoming === undefined) continue;
      if (answer === 'accepted') added.add(incoming);
      answers.set(incoming.place, {
        answer,
        reason: answer === 'refused' ? 'The hub has another row with this id.' : null,
      });
    }
    await noteAsked(
      sql,
      account,
      accepted.filter((each) => added.has(each)),
    );
  }
  return documents.map(
    (_, place) => answers.get(place) ?? { answer: 'refused', reason: 'The hub did not take it.' },
  );
}

/** A document whose rows are what its table says, and say of themselves what the document says of them; else why not. */
function parse(document: HubDocument): Incoming | string {
  const { table, content: text } = document;
  const hash = createHash('sha256')
    .update(text ?? '')
    .digest('hex');
  const version = isFinal(table) ? '' : hash;
  if (text === null) {
    return (table === 'assignment' && document.audience === null) || document.audience !== null
      ? { document, content: null, hash, version }
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
  const content = parsed.data;
  const { row } = content;
  const fault = faultIn(table, content);
  if (fault !== null) return fault;
  const [id] = document.id.split(SEPARATOR, 1);
  if (documentId(table, row) !== (table === 'image' ? id : document.id)) return 'Its row has another key.';
  if (document.audience === null && personOf(table, row) !== document.person)
    return 'Its row names another person.';
  const item = table === 'item' ? row['id'] : row['item_id'];
  if (item !== undefined && item !== document.item) return 'Its row is about another item.';
  if ((table === 'image' ? row['sha256'] : null) !== document.sha256) return 'Its row names another image.';
  if (table === 'annotation' && row['state'] !== 'submitted') return 'Drafts stay in the casebook.';
  return { document, content, hash, version };
}

/** What is ruled on a document: what its item is a question about, or why it is refused. */
type Rules = (incoming: Incoming) => { readonly about: string | null } | string;

const itemsOf = (read: readonly (Incoming | null)[]): string[] => [
  ...new Set(read.flatMap((incoming) => incoming?.document.item ?? [])),
];

const ItemRow = z.object({ id: z.string(), about: z.string().nullable() });

async function overseersRules(sql: HubTransaction, read: readonly (Incoming | null)[]): Promise<Rules> {
  const known = new Map(
    (await all(sql`SELECT id, about FROM casebook.items(${itemsOf(read)}::text[])`, ItemRow)).map((row) => [
      row.id,
      row.about,
    ]),
  );
  const shas = new Set<string>();
  const shown = new Set<string>();
  for (const incoming of read) {
    if (incoming?.document.sha256 != null) shas.add(incoming.document.sha256);
    for (const key of shownBy(incoming)) shown.add(key);
  }
  const stored = new Set(
    shas.size === 0
      ? []
      : (
          await all(
            sql`SELECT encode(sha256, 'hex') AS sha256 FROM casebook.image
              WHERE casebook = casebook.here()
                AND sha256 IN (SELECT decode(sha, 'hex') FROM unnest(${[...shas]}::text[]) AS sha)`,
            z.object({ sha256: z.string() }),
          )
        ).map(({ sha256 }) => sha256),
  );
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
      return { about: document.about };
    }
    if (table === 'item' && audience === null) {
      if (shownBy(incoming).some((key) => unknown.has(key)))
        return 'The hub does not have all images of this item yet.';
      known.set(document.id, document.about);
      return { about: document.about };
    }
    if (item !== null && content !== null && !known.has(item)) return 'The hub does not know the item.';
    return { about: item === null ? null : (known.get(item) ?? document.about) };
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
  const known = new Map(
    (await all(sql`SELECT id, about FROM casebook.items(${items}::text[])`, ItemRow)).map((row) => [
      row.id,
      row.about,
    ]),
  );
  const asked = await all(
    sql`SELECT item, assignment FROM casebook.asked WHERE casebook = ${account.casebook} AND person = ${account.person}
      AND item = ANY (${items}::uuid[])`,
    z.object({ item: z.string(), assignment: z.string() }),
  );
  const askedItems = new Set(asked.map(({ item }) => item));
  const assignments = new Set(asked.map(({ assignment }) => assignment));
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
          ? assignments.has(document.id)
          : table === 'session'
            ? sessions.has(document.id)
            : sessions.has(String(row['session_id'])) && (item === null || known.has(item));
    if (!isAsked) return 'The hub does not know that this was asked of them.';
    if (table === 'annotation' && row['independent'] !== 1)
      return 'It is not a rating; only ratings were asked for.';
    return { about: item === null ? null : (known.get(item) ?? null) };
  };
}

/** Notes who has to answer what: it decides what those who oversee may see. */
async function noteAsked(
  sql: HubTransaction,
  account: HubAccount,
  added: readonly Incoming[],
): Promise<void> {
  const assignments = added.filter(
    ({ document }) => document.table === 'assignment' && document.audience === null,
  );
  if (assignments.length === 0) return;
  const rows = assignments.flatMap(({ document, content }) => {
    const open = content?.row['state'] === 'open';
    const { person, item, id } = document;
    if (person === null || item === null) return [];
    // Only a curator asks again.
    return open && account.role === 'annotator' ? [] : [{ person, item, id, open }];
  });
  if (rows.length === 0) return;
  await sql`INSERT INTO casebook.asked (casebook, person, item, assignment, open)
    SELECT ${account.casebook}, person, item, assignment, open::boolean FROM unnest(${rows.map(({ person }) => person)}::uuid[],
      ${rows.map(({ item }) => item)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ open }) => String(open))}::text[]) AS t (person, item, assignment, open)`;
}
