import { z } from 'zod';
import { type DocumentContent, SEPARATOR } from '../../core/db/documents.ts';
import { mayWrite, writersInWords } from '../../../shared/hub/mayWrite.ts';
import type { HubAccount, HubDocument } from '../../../shared/hub/protocol.ts';
import { all, type HubTransaction } from './database.ts';
import { storedImages } from './images.ts';

/** A document that may be added, with what the hub itself makes of it. */
export interface IncomingDocument {
  readonly document: HubDocument;
  /** Null: the row was removed. */
  readonly content: DocumentContent | null;
  /** SHA-256 of the content, in hexadecimal; the version: that, or nothing for rows that never change. */
  readonly hash: string;
  readonly version: string;
}

/** Why a document is refused; null where it is not. */
type Rules = (incoming: IncomingDocument) => string | null;

/**
 * What PostgreSQL would refuse of what a device sends, in words: who may write what, in whose name, and what they were asked
 * for; and that what comes with it is there. One that PostgreSQL refuses would keep out the others that come with it.
 */
export async function rulesFor(
  sql: HubTransaction,
  account: HubAccount,
  read: readonly (IncomingDocument | null)[],
): Promise<Rules> {
  const known = await knownItems(sql, itemsOf(read));
  const complete = await completeness(sql, read, known);
  const notAsked = await askedOf(sql, account, read, known);
  const resolving = await resolvingOf(sql, account, read);
  const name = account.name === '' ? account.handle : account.name;
  return (incoming) => {
    const { document, content } = incoming;
    const { table, item, audience, person } = document;
    const whose = mayWrite(account.roles, table);
    if (whose === 'anybodys') return complete(incoming);
    if (whose === null) return writersInWords(table);
    if (audience !== null || content === null)
      return 'Only curators may prepare work for others or withdraw it.';
    if (person !== account.person)
      return table === 'comment' && resolving.has(incoming) ? null : `It is not from ${name}.`;
    if (whose === 'own') return item !== null && !known.has(item) ? UNKNOWN_ITEM : null;
    return notAsked(incoming);
  };
}

const UNKNOWN_ITEM = 'The hub does not know the item.';

const itemsOf = (read: readonly (IncomingDocument | null)[]): string[] => [
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

/** Whether everything is there that a document of a curator names. */
async function completeness(
  sql: HubTransaction,
  read: readonly (IncomingDocument | null)[],
  known: Set<string>,
): Promise<Rules> {
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
    // An item that was deleted before the casebook had a hub never was there.
    if (table === 'deleted_item') return null;
    return item !== null && content !== null && !known.has(item) ? UNKNOWN_ITEM : null;
  };
}

/** The documents of the images that an item shows. */
const shownBy = (incoming: IncomingDocument | null): string[] =>
  incoming === null || incoming.document.table !== 'item' || incoming.document.audience !== null
    ? []
    : (incoming.content?.parts['item_image'] ?? []).flatMap(({ image_id: image }) =>
        image == null ? [] : [`${String(image)}${SEPARATOR}${incoming.document.id}`],
      );

/** Why a document of the device's person is about nothing that a curator asked them for. */
async function askedOf(
  sql: HubTransaction,
  account: HubAccount,
  read: readonly (IncomingDocument | null)[],
  known: ReadonlySet<string>,
): Promise<Rules> {
  const asked = await all(
    sql`SELECT item, assignment, task, round::text AS round FROM casebook.asked WHERE casebook = ${account.casebook}
      AND person = ${account.person} AND item = ANY (${itemsOf(read)}::uuid[])`,
    z.object({
      item: z.string(),
      assignment: z.string(),
      task: z.string().nullable(),
      round: z.string().nullable(),
    }),
  );
  const keyOf = (...parts: unknown[]): string => JSON.stringify(parts.map(String));
  const items = new Set(asked.map(({ item }) => item));
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
  const assignmentsToJudge = read.flatMap((each) =>
    each?.document.table === 'judging_assignment' ? [each.document.id] : [],
  );
  const toJudge = new Set(
    (
      await all(
        sql`SELECT id FROM unnest(${assignmentsToJudge}::text[]) AS id WHERE casebook.is_asked_to_judge(id)`,
        z.object({ id: z.string() }),
      )
    ).map(({ id }) => id),
  );
  const units = new Set(read.flatMap((each) => (each?.document.table === 'judgment' ? [unitOf(each)] : [])));
  const verdicts = new Set(
    (
      await all(
        sql`SELECT unit FROM unnest(${[...units]}::text[]) AS unit
          WHERE casebook.is_asked_for_verdict(split_part(unit, ${SEPARATOR}, 1), split_part(unit, ${SEPARATOR}, 2))`,
        z.object({ unit: z.string() }),
      )
    ).map(({ unit }) => unit),
  );
  const isAsked = (incoming: IncomingDocument): boolean => {
    const {
      document: { table, id, item },
      content,
    } = incoming;
    const row = content?.row ?? {};
    if (table === 'annotation' || table === 'comment') return item !== null && items.has(item);
    if (table === 'assignment') return assignments.has(keyOf(id, item, row['task'], row['round']));
    if (table === 'session') return sessions.has(id);
    if (table === 'response')
      return sessions.has(String(row['session_id'])) && (item === null || known.has(item));
    if (table === 'judging_assignment') return toJudge.has(id);
    return table === 'judgment' && verdicts.has(unitOf(incoming));
  };
  return (incoming) => {
    const { document, content } = incoming;
    // The same words where the item is unknown and where it is others': nobody learns what there is.
    if (!isAsked(incoming)) return 'The hub does not know of a request to them for this.';
    if (document.table !== 'annotation') return null;
    if (!askedFor.has(keyOf(document.item, content?.row['task'], content?.row['round'])))
      return 'It answers a task or a round that they were not assigned.';
    return content?.row['independent'] === 1 ? null : 'It is not a rating; only ratings were asked for.';
  };
}

/** The judging task that a verdict was given for, and its criterion. */
const unitOf = ({ content }: IncomingDocument): string =>
  [content?.row['judging_id'] ?? '', content?.row['criterion'] ?? ''].join(SEPARATOR);

/** Comments by other people that are stored already and change only in whether they are resolved. */
async function resolvingOf(
  sql: HubTransaction,
  account: HubAccount,
  read: readonly (IncomingDocument | null)[],
): Promise<ReadonlySet<IncomingDocument>> {
  const comments = read.flatMap((each) =>
    each?.document.table === 'comment' && each.content !== null && each.document.person !== account.person
      ? [each]
      : [],
  );
  const resolving = new Set<IncomingDocument>();
  for (const comment of comments) {
    const found = await sql`SELECT FROM casebook.resolving(${[comment.document.id]}::text[],
      ${[comment.document.content ?? '']}::text[])`;
    if (found.length > 0) resolving.add(comment);
  }
  return resolving;
}
