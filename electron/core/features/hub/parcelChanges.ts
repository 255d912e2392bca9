import { createHash } from 'node:crypto';
import type { PersonId } from '../../../../shared/base/ids.ts';
import {
  DOCUMENTS,
  HUB_TABLES,
  type HubDocument,
  type HubTable,
  PUSH_BYTES,
} from '../../../../shared/hub/protocol.ts';
import { DocumentContent } from '../../db/documents.ts';

/** Room in a batch for one more document: it is closed before it could grow beyond what a hub takes. */
const ROOM = PUSH_BYTES - 50_000;

/** Whether a batch that holds these bytes and documents has room for more. */
export const hasRoom = (
  batch: { readonly bytes: number; readonly count: number },
  more: { readonly bytes: number; readonly count: number },
): boolean => batch.bytes + more.bytes <= ROOM && batch.count + more.count <= DOCUMENTS;

/** How large a document is, in bytes. */
export const sizeOf = ({ content }: HubDocument): number => Buffer.byteLength(content ?? '');

/** A row that a person was sent, with the hash of what it said. */
export interface SentRow {
  readonly tab: string;
  readonly id: string;
  readonly hash: string;
}

/** A document that a person has yet to be sent, with its hash; null: that a row is not for them any more. */
export interface ParcelChange {
  readonly document: HubDocument;
  readonly hash: string | null;
}

/** A document that says that a row is not for a person any more. */
export function removalDocument(table: HubTable, id: string, audience: PersonId): HubDocument {
  return { table, id, person: null, audience, item: null, about: null, sha256: null, content: null };
}

/**
 * One batch of changes to a person's parcel: new and changed rows, then rows that are no longer theirs. `deletedRows`,
 * by table and key, is asked only then: rows that went with deleted items, which the person's casebook deletes by
 * itself and which come back with their item.
 */
export function parcelChanges(
  person: PersonId,
  parcel: readonly HubDocument[],
  sent: readonly SentRow[],
  deletedRows: () => ReadonlySet<string>,
  now: number,
): ParcelChange[] {
  const left = new Map(sent.map((row) => [`${row.tab} ${row.id}`, row]));
  const changed: ParcelChange[] = [];
  let bytes = 0;
  let isFull = false;
  for (const document of parcel) {
    const key = `${document.table} ${document.id}`;
    const hash = createHash('sha256')
      .update(document.content ?? '')
      .digest('base64');
    const known = left.get(key);
    left.delete(key);
    if (known?.hash === hash) continue;
    const size = sizeOf(document);
    if (!hasRoom({ bytes, count: changed.length }, { bytes: size, count: 1 })) {
      isFull = true;
      continue;
    }
    bytes += size;
    changed.push({ document: known === undefined ? document : timed(document, now), hash });
  }
  if (isFull || left.size === 0) return changed;
  const deleted = deletedRows();
  const withdrawn = [...left].flatMap(([key, row]) => (deleted.has(key) ? [] : [row]));
  for (const { tab, id } of withdrawn.slice(0, DOCUMENTS - changed.length)) {
    const table = HUB_TABLES.find((each) => each === tab);
    if (table !== undefined) changed.push({ document: removalDocument(table, id, person), hash: null });
  }
  return changed;
}

/** A document with the time of its change: what it comes back to is news for its person, too. */
function timed(document: HubDocument, changedAt: number): HubDocument {
  const { content } = document;
  if (content === null) return document;
  return {
    ...document,
    content: JSON.stringify({ ...DocumentContent.parse(JSON.parse(content)), changedAt }),
  };
}
