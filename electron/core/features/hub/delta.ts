import { rm, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { mayWrite, mayWriteFor, writersInWords } from '../../../../shared/hub/mayWrite.ts';
import type { HubDocument, HubTable, Sender } from '../../../../shared/hub/protocol.ts';
import { HUB_TABLES } from '../../../../shared/hub/protocol.ts';
import { closeAfterWriting, openDatabase } from '../../db/database.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { DocumentContent, ItemValues } from '../../db/documents.ts';
import {
  DocumentContent as ContentForm,
  SEPARATOR,
  createDocumentReader,
  createDocumentWriter,
  faultIn,
  isFinal,
} from '../../db/documents.ts';
import { readMeta } from '../../db/meta.ts';
import { migrate } from '../../db/migrate.ts';
import { rowReader } from '../../db/rows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ImageFolders } from '../../files/imagePaths.ts';
import { inspectAnswer, inspectBox, inspectPayload, taskOf } from '../../merge/inspection.ts';

/** A document of a delta by its table and key. */
export interface DeltaKey {
  readonly table: HubTable;
  readonly id: string;
}

/** A document with who sent it; null: that is not known. */
export interface Received {
  readonly document: HubDocument;
  readonly sender: Sender | null;
}

/** What came in from a hub, as a casebook's database in a folder of its own, so that it is merged like any other. */
export interface Delta {
  readonly database: CasebookDatabase;
  readonly folders: ImageFolders;
  /** Assignments that were withdrawn, and what was taken back from a person's parcel. */
  readonly removed: readonly (DeltaKey & { readonly parcel: boolean })[];
  /** Items of which only what a rater is shown came in. */
  readonly stimuli: ReadonlySet<string>;
  /** Items' statuses, splits and tags. */
  readonly values: ReadonlyMap<string, ItemValues>;
  /** What could not be taken in, with the reason. */
  readonly faulty: readonly { readonly document: HubDocument; readonly reason: string }[];
  /** What contradicts something else that came in: to be merged after it, in a delta of its own. */
  readonly further: readonly Received[];
  readonly read: (key: DeltaKey) => DocumentContent | null;
  add(documents: readonly Received[]): void;
  /** Every document, what others depend on before them; `item`: null for what is about none. */
  keys(): (DeltaKey & { readonly item: string | null })[];
  /** Another with only these of its documents. */
  part(keys: readonly DeltaKey[]): Promise<Delta>;
  close(): Promise<void>;
}

const META = new Set(['title', 'vocabulary', 'settings', 'casebookId', 'metricsParameters', 'exportKey']);

/** An empty delta for a casebook. */
export async function createDelta(casebook: Casebook): Promise<Delta> {
  const { ports } = casebook;
  const folder = join(ports.directories.staging, ports.newId());
  await mkdir(join(folder, 'images'), { recursive: true });
  const database = openDatabase(join(folder, 'delta.sqlite'), 'create');
  migrate(database);
  // It holds what is new; what that refers to is in the casebook.
  database.pragma('foreign_keys = OFF');
  database.pragma('synchronous = OFF');
  return deltaOver(casebook, folder, database);
}

function deltaOver(casebook: Casebook, folder: string, database: CasebookDatabase): Delta {
  const write = createDocumentWriter(database);
  const readContent = createDocumentReader(database);
  const readHere = createDocumentReader(casebook.database);
  const setChanged = database.prepare<[string, string, number]>(
    'INSERT OR REPLACE INTO hub_change (tab, id, changed_at) VALUES (?, ?, ?)',
  );
  const changedAt = database
    .prepare<[string, string], number>('SELECT changed_at FROM hub_change WHERE tab = ? AND id = ?')
    .pluck();
  const values = new Map<string, ItemValues>();
  const removed = new Map<string, DeltaKey & { readonly parcel: boolean }>();
  const stimuli = new Set<string>();
  const further: Received[] = [];
  const faulty: { document: HubDocument; reason: string }[] = [];

  const take = ({ document, sender }: Received): void => {
    const { table, audience } = document;
    if (sender !== null && !mayWriteFor(sender.roles, table, sender.isOwn)) {
      faulty.push({ document, reason: `The sender may not write this. ${writersInWords(table)}` });
      return;
    }
    const [id = ''] = table === 'image' ? document.id.split(SEPARATOR, 1) : [document.id];
    const key = `${table} ${id} ${String(audience !== null)}`;
    if (document.content === null) {
      removed.set(key, { table, id, parcel: audience !== null });
      return;
    }
    removed.delete(key);
    const parsed = ContentForm.safeParse(JSON.parse(document.content));
    const fault = parsed.success ? faultIn(table, parsed.data) : 'It cannot be read.';
    if (!parsed.success || fault !== null) {
      faulty.push({ document, reason: fault ?? '' });
      return;
    }
    const content = parsed.data;
    if (isFinal(table) && readContent(table, id) !== null) return;
    // A deletion that somebody sent late comes after its being undone.
    if (table === 'deleted_item' && isNoLater(content, readContent(table, id))) return;
    if (audience === null) stimuli.delete(id);
    else if (table === 'item') stimuli.add(id);
    // Settings that are this copy's own are not for others to set.
    if (table === 'meta' && !META.has(id)) return;
    if (content.values !== undefined) values.set(id, laterValues(values.get(id) ?? {}, content.values));
    if (content.changedAt !== undefined && content.changedAt < (changedAt.get(table, id) ?? 0)) return;
    // Something else has its place (a version, a name): it is merged after that.
    if (!write(table, content)) {
      further.push({ document, sender });
      return;
    }
    if (content.changedAt !== undefined) setChanged.run(table, id, content.changedAt);
    if (table === 'assignment') bringItem(content);
    // Somebody fixed an item who may not send it: it follows from the edition.
    if (table === 'edition' && sender !== null && mayWrite(sender.roles, 'item') === null)
      if (!bringEdition(content)) further.push({ document, sender });
  };

  /** The item of a fix, with that edition; false where it comes in with another, so that it has to be merged before. */
  const bringEdition = (content: DocumentContent): boolean => {
    const { id, replaces, item_id: item } = content.row;
    const there = readContent('item', String(item));
    if (there === null) {
      bringItem({ ...content, edition: String(id) });
      return true;
    }
    const { edition_id: current } = there.row;
    if (current === replaces) write('item', { ...there, row: { ...there.row, edition_id: id ?? null } });
    return current === replaces || current === id;
  };

  /** An assignment says which edition of its item it was about: the item as it is here, with that one. */
  const bringItem = ({ row, edition }: DocumentContent): void => {
    const item = String(row['item_id']);
    if (edition === undefined || readContent('item', item) !== null) return;
    const here = readHere('item', item);
    if (here === null || (here.row['edition_id'] === null && edition === null)) return;
    write('item', { ...here, row: { ...here.row, edition_id: edition } });
  };

  const keys = (): ReturnType<Delta['keys']> =>
    HUB_TABLES.flatMap((table) =>
      database
        .prepare<[], { id: string; item: string | null }>(
          `SELECT ${keyOf(table)} AS id, ${itemOf(table)} AS item FROM ${table} ORDER BY ${table === 'item' ? 'sequence' : '1'}`,
        )
        .all()
        .flatMap(({ id, item }) => (table === 'meta' && !META.has(id) ? [] : [{ table, id, item }])),
    );

  const delta: Delta = {
    database,
    folders: { images: join(folder, 'images'), thumbnails: join(folder, 'thumbnails') },
    get removed() {
      return [...removed.values()];
    },
    stimuli,
    values,
    faulty,
    further,
    read({ table, id }) {
      const content = readContent(table, id);
      if (content === null) return null;
      const at = changedAt.get(table, id);
      return {
        ...content,
        ...(at !== undefined && { changedAt: at }),
      };
    },
    add: (documents) => database.transaction(() => documents.forEach(take))(),
    keys,
    async part(wanted) {
      const part = await createDelta(casebook);
      const copy = createDocumentWriter(part.database);
      part.database.transaction(() => {
        for (const key of wanted) {
          const content = delta.read(key);
          if (content === null) continue;
          copy(key.table, content);
          if (content.changedAt !== undefined)
            part.database
              .prepare('INSERT OR REPLACE INTO hub_change (tab, id, changed_at) VALUES (?, ?, ?)')
              .run(key.table, key.id, content.changedAt);
        }
      })();
      // The images are here already.
      return { ...part, folders: delta.folders, stimuli, values, removed: delta.removed };
    },
    async close() {
      closeAfterWriting(database);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return delta;
}

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
export function groupsOf(delta: Delta): DeltaKey[][] {
  const keys = delta.keys();
  const groups = Map.groupBy(keys, ({ table, id, item }) => {
    if (ABOUT_ITEMS.has(table)) return `2 ${item ?? id}`;
    if (ABOUT_ANSWERS.has(table)) return `4 ${item ?? ''}`;
    const first = HUB_TABLES.indexOf(table) < HUB_TABLES.indexOf('item') || table === 'guideline';
    return `${first ? '1' : '3'} ${table} ${id}`;
  });
  return [...groups].sort(([a], [b]) => a.charCodeAt(0) - b.charCodeAt(0)).map(([, group]) => group);
}

/** Of each value the later one; of two of one moment all choose the same. */
function laterValues(a: ItemValues, b: ItemValues): ItemValues {
  const later = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const own = later[name];
    if (own === undefined || isLaterValue(value, own)) later[name] = value;
  }
  return later;
}

/** Whether one change of a value is later than another. */
export const isLaterValue = (one: ItemValues[string], other: ItemValues[string]): boolean =>
  one.at === other.at ? (one.value ?? '') > (other.value ?? '') : one.at > other.at;

/** Whether a deletion is no later than another of the same item. */
const isNoLater = ({ row }: DocumentContent, other: DocumentContent | null): boolean =>
  Number(row['revision']) <= Number(other?.row['revision'] ?? 0);

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

/**
 * Adds the rows of images that what came in shows and that came in earlier: an item is compared by the contents of its
 * images, and a box lies on one, whatever that is called here.
 */
export function completeImages(casebook: Casebook, delta: Delta): void {
  const { database } = delta;
  const readHere = createDocumentReader(casebook.database);
  const write = createDocumentWriter(database);
  const alias = casebook.database
    .prepare<[string], string>('SELECT own_id FROM hub_image WHERE id = ?')
    .pluck();
  const named = database
    .prepare<[], string>(
      `SELECT image_id FROM item_image WHERE image_id IS NOT NULL UNION SELECT image_id FROM region
       EXCEPT SELECT id FROM image`,
    )
    .pluck()
    .all();
  database.transaction(() => {
    for (const id of named) {
      const own = readHere('image', id) ?? readHere('image', alias.get(id) ?? '');
      if (own !== null) write('image', { ...own, row: { ...own.row, id, link: null } });
    }
  })();
}

/**
 * Looks at what came in as at a package: payloads and answers of the benchmark's own shape, boxes inside their images. Takes
 * out what is not, and gives it with the reason.
 */
export function inspectDelta(casebook: Casebook, delta: Delta): (DeltaKey & { readonly reason: string })[] {
  const { benchmark, database: here } = casebook;
  const { database } = delta;
  const stored = readMeta(database, 'vocabulary') ?? readMeta(here, 'vocabulary');
  const vocabulary = benchmark.vocabulary.parse(JsonObject.parse(stored));
  const words = vocabulary.ok ? vocabulary.value : {};
  const bad: (DeltaKey & { readonly reason: string })[] = [];
  const look = (key: DeltaKey, work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof CasebookError)) throw error;
      bad.push({ ...key, reason: error.message });
    }
  };
  for (const item of rowReader(database, 'item').all())
    look({ table: 'item', id: item.id }, () => {
      if (item.benchmark !== benchmark.id)
        throw new CasebookError('invalid_input', `The item belongs to the benchmark "${item.benchmark}".`);
      for (const payload of [item.payload, item.imported_payload ?? {}])
        inspectPayload(benchmark, item.id, payload);
    });
  const size = (database: CasebookDatabase) =>
    database.prepare<[string], { width: number; height: number }>(
      'SELECT width, height FROM image WHERE id = ?',
    );
  const [sizeThere, sizeHere] = [size(database), size(here)];
  const regions = rowReader(database, 'region', 'WHERE annotation_id = ?');
  for (const annotation of rowReader(database, 'annotation').all())
    look({ table: 'annotation', id: annotation.id }, () => {
      // Which it follows each casebook counts by itself.
      inspectAnswer(annotation, undefined, taskOf(benchmark, annotation), words);
      for (const box of regions.list(annotation.id))
        inspectBox(box, sizeThere.get(box.image_id) ?? sizeHere.get(box.image_id));
    });
  if (bad.length === 0) return bad;
  const drop = { item: 'DELETE FROM item WHERE id = ?', annotation: 'DELETE FROM annotation WHERE id = ?' };
  // What was submitted cannot be deleted; here it never was.
  database.exec('DROP TRIGGER annotation_submitted_stays; DROP TRIGGER region_submitted_no_delete;');
  for (const { table, id } of bad) {
    if (table === 'item') database.prepare(drop.item).run(id);
    else {
      database.prepare('DELETE FROM region WHERE annotation_id = ?').run(id);
      database.prepare(drop.annotation).run(id);
    }
  }
  return bad;
}
