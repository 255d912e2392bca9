import { mayWriteFor, writersInWords } from '../../../../shared/hub/mayWrite.ts';
import { HUB_TABLES, type HubDocument, type HubTable, type Sender } from '../../../../shared/hub/protocol.ts';
import { DocumentContent, faultIn, isFinal } from '../../db/documents.ts';

/* Which documents that come in from a hub are admitted, and in which order they are merged. */

/** A document of a delta by its table and key. */
export interface DeltaKey {
  readonly table: HubTable;
  readonly id: string;
}

/** A document with the item that it is about; null: it is about none. */
export interface ItemDeltaKey extends DeltaKey {
  readonly item: string | null;
}

/** A document with who sent it; null: that is not known. */
export interface ReceivedDocument {
  readonly document: HubDocument;
  readonly sender: Sender | null;
}

/** Why the sender of a document may not write it; null where they may. */
export function senderRefusal({ document: { table }, sender }: ReceivedDocument): string | null {
  if (sender === null || mayWriteFor(sender.roles, table, sender.isOwn)) return null;
  return `The sender may not write this. ${writersInWords(table)}`;
}

/** A document's content, or what is wrong with it. */
export function readDocument(
  table: HubTable,
  text: string,
): { content: DocumentContent; fault: null } | { content: null; fault: string } {
  const parsed = DocumentContent.safeParse(JSON.parse(text));
  const fault = parsed.success ? faultIn(table, parsed.data) : 'It cannot be read.';
  return parsed.success && fault === null
    ? { content: parsed.data, fault }
    : { content: null, fault: fault ?? '' };
}

/** Whether a document says more than what came in before it under the same key. */
export function isNews(table: HubTable, content: DocumentContent, before: DocumentContent | null): boolean {
  if (before === null) return true;
  // A deletion that somebody sent late comes after its being undone.
  if (table === 'deleted_item') return Number(content.row['revision']) > Number(before.row['revision']);
  return !isFinal(table);
}

const SHARED_SETTINGS = new Set([
  'title',
  'vocabulary',
  'settings',
  'casebookId',
  'metricsParameters',
  'exportKey',
]);

/** Whether a row is common to all copies: some settings are each copy's own and not for others to set. */
export const isShared = (table: HubTable, id: string): boolean => table !== 'meta' || SHARED_SETTINGS.has(id);

/** What is about items: it comes in after them, and before what is asked in studies. */
const ABOUT_ITEMS: ReadonlySet<HubTable> = new Set([
  'item',
  'edition',
  'assignment',
  'annotation',
  'adjudication',
  'comment',
]);
/** What names answers of studies: it comes in last. */
const ABOUT_ANSWERS: ReadonlySet<HubTable> = new Set([
  'response',
  'exclusion',
  'judging_assignment',
  'judge_call',
  'judgment',
  'verdict_decision',
]);

/**
 * The documents of a delta in groups that can be merged one after the other, each by itself: everything about one item is
 * together, and what others name comes before them.
 */
export function groupsOf(keys: readonly ItemDeltaKey[]): ItemDeltaKey[][] {
  const groups = Map.groupBy(keys, ({ table, id, item }) => {
    if (ABOUT_ITEMS.has(table)) return `2 ${item ?? id}`;
    if (ABOUT_ANSWERS.has(table)) return `4 ${item ?? ''}`;
    const first = HUB_TABLES.indexOf(table) < HUB_TABLES.indexOf('item') || table === 'guideline';
    return `${first ? '1' : '3'} ${table} ${id}`;
  });
  return [...groups].sort(([a], [b]) => a.charCodeAt(0) - b.charCodeAt(0)).map(([, group]) => group);
}
