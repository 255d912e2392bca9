import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { ItemId, PackageId, PersonId as PersonIdForm } from '../../../../shared/domain/ids.ts';
import type { HubDocument, HubRole, HubTable, PushAnswer } from '../../../../shared/hub/protocol.ts';
import { DOCUMENTS, HUB_TABLES, PUSH_BYTES } from '../../../../shared/hub/protocol.ts';
import { ABOUT } from '../../access/blindItems.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import type { DocumentContent } from '../../db/documents.ts';
import { SEPARATOR, createDocumentReader, isWhole, personOf } from '../../db/documents.ts';
import { readMeta } from '../../db/meta.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { imagePath } from '../../files/imagePaths.ts';
import { writePackageDatabase } from '../../merge/packageDatabase.ts';
import { pack } from '../../merge/packing.ts';
import type { Waiting } from '../../records/hub.ts';
import type { ImageToSend } from './client.ts';

/** Documents on their way: what they are of, and the images that have to be there before them. */
export interface Batch {
  readonly documents: readonly HubDocument[];
  readonly images: readonly ImageToSend[];
  /** Notes what the hub answered, in a transaction of its own. */
  acknowledge(answers: readonly PushAnswer[]): void;
}

/** Room in a batch for one more document: it is closed before it could grow beyond what a hub takes. */
const ROOM = PUSH_BYTES - 50_000;
const LATER_TABLES: readonly HubTable[] = ['assignment', 'annotation', 'session', 'response'];
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

/** What a casebook sends to its hub. */
export function createOutgoing(casebook: Casebook) {
  const { database } = casebook;
  const { hub } = casebook.records;
  const documents = createDocuments(casebook);

  /** The next batch of rows that wait; null where none does. */
  const rows = (role: HubRole): Batch | null => {
    const chosen: { readonly waiting: Waiting; readonly documents: readonly HubDocument[] }[] = [];
    const done: Waiting[] = [];
    let bytes = 0;
    let count = 0;
    const tables = role === 'annotator' ? LATER_TABLES : HUB_TABLES;
    fill: for (const table of tables) {
      for (const waiting of hub.waiting(table, DOCUMENTS)) {
        const made = documents.of(table, waiting.id, role);
        const size = made.reduce((sum, { content }) => sum + Buffer.byteLength(content ?? ''), 0);
        if (made.length === 0) done.push(waiting);
        else if (size > PUSH_BYTES) {
          hub.refuse(refusalOf(made[0], 'It is larger than a hub takes (1 MB).'), null);
          done.push(waiting);
        } else if (bytes + size > ROOM || count + made.length > DOCUMENTS) break fill;
        else {
          chosen.push({ waiting, documents: made });
          bytes += size;
          count += made.length;
        }
      }
    }
    if (done.length > 0) database.transaction(() => done.forEach((each) => hub.acknowledged(each)))();
    // The first of them were nothing to send; perhaps the next are.
    if (chosen.length === 0) return done.length > 0 ? rows(role) : null;
    const all = chosen.flatMap((each) => each.documents);
    return {
      documents: all,
      images: documents.imagesOf(all),
      acknowledge(answers) {
        database.transaction(() => {
          let place = 0;
          for (const { waiting, documents: made } of chosen) {
            for (const document of made) {
              const answer = answers[place];
              place += 1;
              if (answer?.answer === 'refused')
                hub.refuse(refusalOf(document, answer.reason ?? 'The hub refused it.'), null);
            }
            hub.acknowledged(waiting);
            if (role !== 'annotator')
              for (const person of documents.affectedBy(waiting)) hub.note('parcel', person);
          }
        })();
      },
    };
  };

  /** The next batch of what people who do not oversee are to be shown; null where everybody has theirs. */
  const parcels = async (): Promise<Batch | null> => {
    for (const waiting of hub.waiting('parcel', 1)) {
      const batch = await parcelOf(waiting);
      if (batch !== null) return batch;
      database.transaction(() => hub.acknowledged(waiting))();
    }
    return null;
  };

  const parcelOf = async (waiting: Waiting): Promise<Batch | null> => {
    const person = PersonIdForm.parse(waiting.id);
    const sent = new Map(hub.parcel(person).map(({ tab, id, hash }) => [`${tab} ${id}`, { tab, id, hash }]));
    const changed: { readonly document: HubDocument; readonly hash: string | null }[] = [];
    const batch = { bytes: 0, full: false };
    for (const document of await documents.parcel(person)) {
      const key = `${document.table} ${document.id}`;
      const hash = createHash('sha256')
        .update(document.content ?? '')
        .digest('base64');
      const known = sent.get(key);
      sent.delete(key);
      if (known?.hash === hash) continue;
      const size = Buffer.byteLength(document.content ?? '');
      if (batch.bytes + size > ROOM || changed.length >= DOCUMENTS) {
        batch.full = true;
        continue;
      }
      batch.bytes += size;
      changed.push({ document, hash });
    }
    if (!batch.full)
      for (const { tab, id } of [...sent.values()].slice(0, DOCUMENTS - changed.length)) {
        const table = HUB_TABLES.find((each) => each === tab);
        if (table !== undefined) changed.push({ document: removed(table, id, person), hash: null });
      }
    if (changed.length === 0) return null;
    return {
      documents: changed.map(({ document }) => document),
      images: documents.imagesOf(changed.map(({ document }) => document)),
      acknowledge(answers) {
        database.transaction(() => {
          for (const [place, { document, hash }] of changed.entries()) {
            const answer = answers[place];
            if (answer?.answer === 'refused')
              hub.refuse(refusalOf(document, answer.reason ?? 'The hub refused it.'), null);
            if (hash === null) hub.dropParcel(person, document.table, document.id);
            else hub.setParcel(person, document.table, document.id, hash);
          }
        })();
      },
    };
  };

  return {
    /** The next batch to push; null where nothing waits. */
    next: async (role: HubRole): Promise<Batch | null> =>
      rows(role) ?? (role === 'annotator' ? null : await parcels()),
  };
}

function removed(table: HubTable, id: string, audience: PersonId): HubDocument {
  return { table, id, person: null, audience, item: null, about: null, sha256: null, content: null };
}

function refusalOf(document: HubDocument | undefined, reason: string) {
  return {
    incoming: false,
    table: document?.table ?? '',
    rowId: document?.id ?? '',
    itemId: document?.item ?? null,
    reason,
  };
}

/** Makes documents of a casebook's rows. */
function createDocuments(casebook: Casebook) {
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
      tags: tagsOf.all(id),
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

  const whole = (table: HubTable, id: string, content: DocumentContent): DocumentContent =>
    isWhole(table) ? { ...content, changedAt: hub.changedAt(table, id) } : content;

  return {
    /** What is sent of a row; nothing where it is gone, or is this copy's own. */
    of(table: HubTable, id: string, role: HubRole): HubDocument[] {
      const content = read(table, id);
      if (content === null) return table === 'assignment' ? [withdrawn(id)].flat() : [];
      const { row } = content;
      switch (table) {
        case 'image':
          return itemsOfImage.all(id).flatMap((item) => {
            const own = { ...content, row: { ...row, link: null } };
            return document('image', `${id}${SEPARATOR}${item}`, own, item);
          });
        case 'item': {
          if (hub.isStimulus(id)) return [];
          const own = whole(table, id, unanswered(content));
          return [...imagesOfItem(content, id), document(table, id, own, id)];
        }
        case 'assignment': {
          // What is open was asked by others.
          if (role === 'annotator' && row['state'] === 'open') return [];
          const item = String(row['item_id']);
          return [document(table, id, { ...content, edition: editionOf.get(item) ?? null }, item)];
        }
        case 'annotation':
          return row['state'] === 'submitted' ? [document(table, id, content, itemOf(table, content))] : [];
        case 'session':
        case 'response':
          // Somebody trying a study out is nobody's answer.
          return isTrial(table, row) ? [] : [document(table, id, content, itemOf(table, content))];
        default:
          return [document(table, id, whole(table, id, content), itemOf(table, content))];
      }
    },
    /** Whose parcel a change may change. */
    affectedBy({ table, id }: Waiting): readonly string[] {
      switch (table) {
        case 'item':
          return ratersOf.all(id);
        case 'edition':
          return ratersOf.all(String(read('edition', id)?.row['item_id'] ?? ''));
        case 'image':
          return itemsOfImage.all(id).flatMap((item) => ratersOf.all(item));
        case 'assignment':
        case 'session': {
          const person = read(table, id)?.row['person_id'];
          // Whose it was is not known any more: everybody's is looked at.
          return typeof person === 'string' ? [person] : everybody.all();
        }
        case 'study':
          return participants.all(id);
        case 'guideline':
          return everybody.all();
        case 'meta':
          return PARCEL_SETTINGS.has(id) ? everybody.all() : [];
        default:
          return [];
      }
    },
    /** Everything that one person is to be shown, as a package for them would hold it. */
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
        return readParcel(file, person);
      } catch (error) {
        // Nothing is asked of them now.
        if (error instanceof CasebookError && error.code === 'not_found') return [];
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

  function isTrial(table: 'session' | 'response', row: DocumentContent['row']): boolean {
    if (table === 'session') return row['number'] === 0;
    const session = row['session_id'];
    return typeof session === 'string' && read('session', session)?.row['number'] === 0;
  }

  /** That an assignment was withdrawn; nothing where nobody can say any more whose it was. */
  function withdrawn(id: string): HubDocument | [] {
    const known = hub.withdrawal(id);
    if (known === null) return [];
    return {
      table: 'assignment',
      id,
      person: known.personId,
      audience: null,
      item: known.itemId,
      about: null,
      sha256: null,
      content: null,
    };
  }
}

/** The documents of a package's database for its person. */
function readParcel(file: string, person: PersonId): HubDocument[] {
  const source: CasebookDatabase = openDatabase(file, 'read');
  try {
    const read = createDocumentReader(source);
    return PARCEL.flatMap((table) =>
      source
        .prepare<[], string>(`SELECT ${table === 'meta' ? 'key' : 'id'} FROM ${table} ORDER BY 1`)
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
