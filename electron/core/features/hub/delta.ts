import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mayWrite } from '../../../../shared/hub/mayWrite.ts';
import { HUB_TABLES, type HubDocument, type HubTable } from '../../../../shared/hub/protocol.ts';
import { type CasebookDatabase, closeAfterWriting, openDatabase } from '../../db/database.ts';
import {
  createDocumentReader,
  createDocumentWriter,
  type DocumentContent,
  type ItemValues,
  SEPARATOR,
} from '../../db/documents.ts';
import { migrate } from '../../db/migrate.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ImageFolders } from '../../files/imagePaths.ts';
import {
  type DeltaKey,
  isNews,
  isShared,
  type ItemDeltaKey,
  readDocument,
  type ReceivedDocument,
  senderRefusal,
} from './admission.ts';
import { laterValues } from './laterChanges.ts';

/** What came in from a hub, as a casebook's database in a folder of its own, so that it is merged like any other. */
export class Delta {
  readonly folders: ImageFolders;
  /** Items that came in only as raters see them. */
  readonly stimuli: Set<string>;
  /** Items' statuses, splits and tags. */
  readonly values: Map<string, ItemValues>;
  /** What could not be taken in, with the reason. */
  readonly faulty: { readonly document: HubDocument; readonly reason: string }[] = [];
  /** What contradicts something else that came in: to be merged after it, in a delta of its own. */
  readonly further: ReceivedDocument[] = [];
  readonly database: CasebookDatabase;
  readonly #casebook: Casebook;
  readonly #folder: string;
  readonly #removed: Map<string, DeltaKey & { readonly parcel: boolean }>;
  readonly #write;
  readonly #readContent;
  readonly #readHere;
  readonly #setChanged;
  readonly #changedAt;

  private constructor(casebook: Casebook, folder: string, database: CasebookDatabase, whole: Delta | null) {
    this.#casebook = casebook;
    this.#folder = folder;
    this.database = database;
    // The images of a part are in the folder of the whole.
    this.folders = whole?.folders ?? {
      images: join(folder, 'images'),
      thumbnails: join(folder, 'thumbnails'),
    };
    this.stimuli = whole?.stimuli ?? new Set();
    this.values = whole?.values ?? new Map();
    this.#removed = whole === null ? new Map() : whole.#removed;
    this.#write = createDocumentWriter(database);
    this.#readContent = createDocumentReader(database);
    this.#readHere = createDocumentReader(casebook.database);
    this.#setChanged = database.prepare<[string, string, number]>(
      'INSERT OR REPLACE INTO hub_change (tab, id, changed_at) VALUES (?, ?, ?)',
    );
    this.#changedAt = database
      .prepare<[string, string], number>('SELECT changed_at FROM hub_change WHERE tab = ? AND id = ?')
      .pluck();
  }

  /** Makes an empty delta for a casebook; `whole`: the delta that it becomes a part of. */
  static async create(casebook: Casebook, whole: Delta | null = null): Promise<Delta> {
    const { ports } = casebook;
    const folder = join(ports.directories.staging, ports.newId());
    await mkdir(join(folder, 'images'), { recursive: true });
    const database = openDatabase(join(folder, 'delta.sqlite'), 'create');
    migrate(database);
    // It holds what is new; what that refers to is in the casebook.
    database.pragma('foreign_keys = OFF');
    database.pragma('synchronous = OFF');
    return new Delta(casebook, folder, database, whole);
  }

  /** What was withdrawn: assignments, and rows of a person's parcel. */
  get removed(): readonly (DeltaKey & { readonly parcel: boolean })[] {
    return [...this.#removed.values()];
  }

  read({ table, id }: DeltaKey): DocumentContent | null {
    const content = this.#readContent(table, id);
    if (content === null) return null;
    const at = this.#changedAt.get(table, id);
    return { ...content, ...(at !== undefined && { changedAt: at }) };
  }

  add(documents: readonly ReceivedDocument[]): void {
    this.database.transaction(() => documents.forEach((received) => this.#admit(received)))();
  }

  /** Every document, what others depend on before them; `item`: null for what is about none. */
  keys(): ItemDeltaKey[] {
    return HUB_TABLES.flatMap((table) =>
      this.database
        .prepare<[], { id: string; item: string | null }>(
          `SELECT ${keyOf(table)} AS id, ${itemOf(table)} AS item FROM ${table} ORDER BY ${table === 'item' ? 'sequence' : '1'}`,
        )
        .all()
        .flatMap(({ id, item }) => (isShared(table, id) ? [{ table, id, item }] : [])),
    );
  }

  /** Makes a delta with only these of its documents. */
  async part(keys: readonly DeltaKey[]): Promise<Delta> {
    const part = await Delta.create(this.#casebook, this);
    part.database.transaction(() => {
      for (const key of keys) {
        const content = this.read(key);
        if (content !== null) part.#put(key, content);
      }
    })();
    return part;
  }

  async close(): Promise<void> {
    closeAfterWriting(this.database);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Writes a document with the time of its change. Gives false where something else has its place (a version, a name). */
  #put({ table, id }: DeltaKey, content: DocumentContent): boolean {
    const isWritten = this.#write(table, content);
    if (isWritten && content.changedAt !== undefined) this.#setChanged.run(table, id, content.changedAt);
    return isWritten;
  }

  #admit(received: ReceivedDocument): void {
    const { document } = received;
    const { table, audience } = document;
    const refusal = senderRefusal(received);
    if (refusal !== null) {
      this.faulty.push({ document, reason: refusal });
      return;
    }
    const [id = ''] = table === 'image' ? document.id.split(SEPARATOR, 1) : [document.id];
    const key = `${table} ${id} ${String(audience !== null)}`;
    if (document.content === null) {
      this.#removed.set(key, { table, id, parcel: audience !== null });
      return;
    }
    this.#removed.delete(key);
    const { content, fault } = readDocument(table, document.content);
    if (content === null) {
      this.faulty.push({ document, reason: fault });
      return;
    }
    if (isNews(table, content, this.#readContent(table, id))) this.#addContent(received, id, content);
  }

  #addContent(received: ReceivedDocument, id: string, content: DocumentContent): void {
    const { document, sender } = received;
    const { table, audience } = document;
    if (audience === null) this.stimuli.delete(id);
    else if (table === 'item') this.stimuli.add(id);
    if (!isShared(table, id)) return;
    if (content.values !== undefined)
      this.values.set(id, laterValues(this.values.get(id) ?? {}, content.values));
    if (content.changedAt !== undefined && content.changedAt < (this.#changedAt.get(table, id) ?? 0)) return;
    // Another document has its place (a version, a name): this one is merged after it.
    if (!this.#put({ table, id }, content)) {
      this.further.push(received);
      return;
    }
    if (table === 'assignment') this.#addItem(content);
    // Somebody fixed an item who may not send it: it follows from the edition.
    if (table === 'edition' && sender !== null && mayWrite(sender.roles, 'item') === null)
      if (!this.#addEdition(content)) this.further.push(received);
  }

  /** Adds the item of a fix, with that edition; false where it comes in with another, so that it has to be merged before. */
  #addEdition(content: DocumentContent): boolean {
    const { id, replaces, item_id: item } = content.row;
    const there = this.#readContent('item', String(item));
    if (there === null) {
      this.#addItem({ ...content, edition: String(id) });
      return true;
    }
    const { edition_id: current } = there.row;
    if (current === replaces)
      this.#write('item', { ...there, row: { ...there.row, edition_id: id ?? null } });
    return current === replaces || current === id;
  }

  /** An assignment says which edition of its item it was about: adds the item as it is here, with that one. */
  #addItem({ row, edition }: DocumentContent): void {
    const item = String(row['item_id']);
    if (edition === undefined || this.#readContent('item', item) !== null) return;
    const here = this.#readHere('item', item);
    if (here === null || (here.row['edition_id'] === null && edition === null)) return;
    this.#write('item', { ...here, row: { ...here.row, edition_id: edition } });
  }
}

const keyOf = (table: HubTable): string => {
  if (table === 'meta') return 'key';
  if (table === 'deleted_item') return 'item_id';
  return table === 'judging_assignment'
    ? 'person_id || char(31) || judging_id || char(31) || criterion || char(31) || position'
    : 'id';
};
const OF_ITEMS: ReadonlySet<HubTable> = new Set([
  'edition',
  'assignment',
  'annotation',
  'adjudication',
  'comment',
  'response',
  'judgment',
]);
const itemOf = (table: HubTable): string => {
  if (table === 'item') return 'id';
  return OF_ITEMS.has(table) ? 'item_id' : 'NULL';
};
