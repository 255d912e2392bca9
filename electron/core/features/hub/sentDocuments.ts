import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { ItemId, PackageId } from '../../../../shared/base/ids.ts';
import type { HubDocument, HubRole, HubTable } from '../../../../shared/hub/protocol.ts';
import { ABOUT } from '../../access/blindItems.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import type { DocumentContent, ItemValues } from '../../db/documents.ts';
import { SEPARATOR, createDocumentReader, isWhole, personOf } from '../../db/documents.ts';
import { readMeta } from '../../db/meta.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { imagePath } from '../../files/imagePaths.ts';
import { writePackageDatabase } from '../../merge/packageDatabase.ts';
import { pack } from '../../merge/packing.ts';
import type { Waiting } from '../../records/hub.ts';
import type { ImageToSend } from './client.ts';
import { createToldDeletions } from './deletedItems.ts';

/** What a parcel holds: what a package would, but for answers, which come back by themselves. */
const PARCEL: readonly HubTable[] = [
  'meta',
  'person',
  'image',
  'item',
  'edition',
  'guideline',
  'assignment',
  'study',
  'session',
];
const PARCEL_SETTINGS = new Set(['benchmark', 'title', 'vocabulary']);

/** That a row is not for a person any more. */
export function removed(table: HubTable, id: string, audience: PersonId): HubDocument {
  return { table, id, person: null, audience, item: null, about: null, sha256: null, content: null };
}

/** Makes documents of a casebook's rows. */
export function createSentDocuments(casebook: Casebook) {
  const { database, folders, benchmark, ports } = casebook;
  const { hub } = casebook.records;
  const read = createDocumentReader(database);
  const recomputing = casebook.derived.recompute;
  const editionOf = database
    .prepare<[string], string | null>('SELECT edition_id FROM item WHERE id = ?')
    .pluck();
  const itemOfResponse = database
    .prepare<[string], string | null>('SELECT item_id FROM response WHERE id = ?')
    .pluck();
  const aboutOf = database
    .prepare<[string, string], string>(
      `SELECT e.id FROM item q JOIN item_facet v ON v.item = q.sequence AND v.name = ?
         JOIN item e ON e.benchmark = q.benchmark AND e.external_id = v.value WHERE q.id = ? AND e.id <> q.id`,
    )
    .pluck();
  const tagsOf = database
    .prepare<[string], string>(
      'SELECT tag FROM item_tag WHERE item = (SELECT sequence FROM item WHERE id = ?) ORDER BY tag',
    )
    .pluck();
  const itemsOfImage = database
    .prepare<[string], string>('SELECT DISTINCT item_id FROM item_image WHERE image_id = ?')
    .pluck();
  const ratersOf = database
    .prepare<[string], string>('SELECT DISTINCT person_id FROM assignment WHERE item_id = ?')
    .pluck();
  const everybody = database
    .prepare<[], string>(
      'SELECT person_id FROM assignment UNION SELECT person_id FROM session WHERE number > 0',
    )
    .pluck();
  const participants = database
    .prepare<[string], string>('SELECT person_id FROM session WHERE study_id = ? AND number > 0')
    .pluck();
  const deletions = createToldDeletions(casebook);
  const fileOf = database.prepare<[string], { bytes: number; link: string | null; extension: string }>(
    'SELECT bytes, link, extension FROM image WHERE sha256 = ?',
  );

  const document = (
    table: HubTable,
    id: string,
    content: DocumentContent,
    item: string | null,
    audience: PersonId | null = null,
  ): HubDocument => ({
    table,
    id,
    person: audience === null ? personOf(table, content.row) : null,
    audience,
    item,
    about: item === null ? null : (aboutOf.get(ABOUT, item) ?? null),
    sha256: table === 'image' ? String(content.row['sha256']) : null,
    content: JSON.stringify(content),
  });

  /** The item that a row is about. */
  const itemOf = (table: HubTable, { row }: DocumentContent): string | null => {
    if (table === 'item') return String(row['id']);
    if (typeof row['item_id'] === 'string') return row['item_id'];
    const { response_id: response } = row;
    return typeof response === 'string' ? (itemOfResponse.get(response) ?? null) : null;
  };

  /** An item's status, split and tags; a tag that was taken away is named, too. */
  const valuesOf = (id: string, row: DocumentContent['row']): ItemValues => {
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
    const values = new Map([
      ['status', text(row['status'])],
      ['split', text(row['split'])],
      ...hub.changedValues(id).flatMap((name) => (name.startsWith('tag:') ? [[name, null] as const] : [])),
      ...tagsOf.all(id).map((tag) => [`tag:${tag}`, tag] as const),
    ]);
    return Object.fromEntries(
      [...values]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => [name, { at: hub.valueAt(id, name), value }]),
    );
  };

  /** An item as it was before anybody answered: what answers make of it everybody derives by themselves. */
  const unanswered = (content: DocumentContent): DocumentContent => {
    const { row } = content;
    const id = ItemId.parse(row['id']);
    const isAnswered = row['gold_annotation_id'] !== null || row['gold_fields'] !== null;
    return {
      ...content,
      row: {
        ...row,
        ...(isAnswered && {
          payload: row['imported_payload'] ?? JSON.stringify(recomputing.unanswered(id)),
          gold_source: null,
          gold_annotation_id: null,
          gold_fields: null,
        }),
      },
      values: valuesOf(id, row),
    };
  };

  /** The images of an item, each once, with those that they were made of. */
  const imagesOfItem = (content: DocumentContent, item: string): HubDocument[] => {
    const found = new Map<string, HubDocument>();
    const add = (id: string): void => {
      if (found.has(id)) return;
      const image = read('image', id);
      if (image === null) return;
      const { derived_from: parent } = image.row;
      if (typeof parent === 'string') add(parent);
      const own = { ...image, row: { ...image.row, link: null } };
      found.set(id, document('image', `${id}${SEPARATOR}${item}`, own, item));
    };
    for (const { image_id: id } of content.parts['item_image'] ?? []) if (typeof id === 'string') add(id);
    return [...found.values()];
  };

  const timed = (table: HubTable, id: string, content: DocumentContent): DocumentContent => {
    const changedAt = hub.changedAt(table, id);
    const isTimed = isWhole(table) || (table === 'annotation' && changedAt > 0);
    return isTimed ? { ...content, changedAt } : content;
  };

  return {
    /** What is sent of a row; nothing where it is gone, or is this copy's own. */
    of(table: HubTable, id: string, role: HubRole): HubDocument[] {
      const content = read(table, id);
      if (content === null) return table === 'assignment' ? withdrawn(id) : [];
      const { row } = content;
      if (table === 'image')
        return itemsOfImage
          .all(id)
          .map((item) =>
            document('image', `${id}${SEPARATOR}${item}`, { ...content, row: { ...row, link: null } }, item),
          );
      if (table === 'item') {
        if (hub.isStimulus(id)) return [];
        const own = timed(table, id, unanswered(content));
        return [...imagesOfItem(content, id), document(table, id, own, id)];
      }
      if (table === 'assignment') {
        // What is open was asked by others.
        if (role !== 'curator' && row['state'] === 'open') return [];
        const item = String(row['item_id']);
        // With its time: a state that it comes back to is news, too.
        const changedAt = hub.changedAt(table, id);
        return [document(table, id, { ...content, edition: editionOf.get(item) ?? null, changedAt }, item)];
      }
      if (table === 'annotation' && row['state'] !== 'submitted') return [];
      if ((table === 'session' || table === 'response') && isTrial(table, row)) return [];
      return [document(table, id, timed(table, id, content), itemOf(table, content))];
    },
    /** Whose parcel a change may change. */
    affectedBy({ table, id }: Waiting): readonly string[] {
      if (table === 'item') return ratersOf.all(id);
      if (table === 'deleted_item') return deletions.peopleOf(id);
      if (table === 'edition') return ratersOf.all(String(read('edition', id)?.row['item_id'] ?? ''));
      if (table === 'image') return itemsOfImage.all(id).flatMap((item) => ratersOf.all(item));
      if (table === 'study') return participants.all(id);
      if (table === 'assignment' || table === 'session') {
        const person = read(table, id)?.row['person_id'] ?? hub.withdrawal(id)?.personId;
        return typeof person === 'string' ? [person] : [];
      }
      return table === 'guideline' || (table === 'meta' && PARCEL_SETTINGS.has(id)) ? everybody.all() : [];
    },
    /** Rows that went with deleted items, by table and key. */
    deletedRows: deletions.rows,
    /** Everything that one person is to be shown, as a package for them would hold it, and which items were deleted. */
    async parcel(person: PersonId): Promise<HubDocument[]> {
      const staging = join(ports.directories.staging, ports.newId());
      await mkdir(staging, { recursive: true });
      const file = join(staging, 'parcel.sqlite');
      try {
        const { cargo } = pack(casebook, person, {
          id: PackageId.parse(person),
          casebookId: person,
          personId: person,
          createdAt: Number(readMeta(database, 'createdAt')),
        });
        writePackageDatabase(file, benchmark, {
          ...cargo,
          annotations: [],
          studySessions: { ...cargo.studySessions, responses: [] },
        });
        return [...deletions.documents(person), ...readParcel(file, person)];
      } catch (error) {
        // Nothing is asked of them now.
        if (error instanceof CasebookError && error.code === 'not_found') return deletions.documents(person);
        throw error;
      } finally {
        rmSync(staging, { recursive: true, force: true });
      }
    },
    imagesOf(documents: readonly HubDocument[]): ImageToSend[] {
      const wanted = new Set(documents.flatMap(({ sha256 }) => sha256 ?? []));
      return [...wanted].flatMap((sha256) => {
        const row = fileOf.get(sha256);
        if (row === undefined) return [];
        return [{ sha256, bytes: row.bytes, file: row.link ?? imagePath(folders, sha256, row.extension) }];
      });
    },
  };

  /** Somebody trying a study out is nobody's answer. */
  function isTrial(table: 'session' | 'response', row: DocumentContent['row']): boolean {
    if (table === 'session') return row['number'] === 0;
    const session = row['session_id'];
    return typeof session === 'string' && read('session', session)?.row['number'] === 0;
  }

  /** That an assignment was withdrawn; nothing where nobody can say any more whose it was. */
  function withdrawn(id: string): HubDocument[] {
    const known = hub.withdrawal(id);
    if (known === null) return [];
    const { personId: person, itemId: item } = known;
    return [
      { table: 'assignment', id, person, audience: null, item, about: null, sha256: null, content: null },
    ];
  }
}

/** The documents of a package's database for its person. */
function readParcel(file: string, person: PersonId): HubDocument[] {
  const source: CasebookDatabase = openDatabase(file, 'read');
  try {
    const read = createDocumentReader(source);
    return PARCEL.flatMap((table) =>
      source
        .prepare<[], string>(
          `SELECT ${table === 'meta' ? 'key' : 'id'} FROM ${table} ORDER BY ${table === 'item' ? 'sequence' : '1'}`,
        )
        .pluck()
        .all()
        .flatMap((id): HubDocument[] => {
          if (table === 'meta' && !PARCEL_SETTINGS.has(id)) return [];
          const content = read(table, id);
          if (content === null) return [];
          return [
            {
              ...removed(table, id, person),
              item:
                table === 'item'
                  ? id
                  : typeof content.row['item_id'] === 'string'
                    ? content.row['item_id']
                    : null,
              sha256: table === 'image' ? String(content.row['sha256']) : null,
              content: JSON.stringify(content),
            },
          ];
        }),
    );
  } finally {
    source.close();
  }
}
