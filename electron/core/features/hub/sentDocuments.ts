import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, PackageId, type PersonId } from '../../../../shared/base/ids.ts';
import type { HubDocument, HubRole, HubTable } from '../../../../shared/hub/protocol.ts';
import { ABOUT } from '../../access/blindItems.ts';
import { type CasebookDatabase, openDatabase } from '../../db/database.ts';
import {
  createDocumentReader,
  type DocumentContent,
  isWhole,
  personOf,
  SEPARATOR,
} from '../../db/documents.ts';
import { readMeta } from '../../db/meta.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { imagePath } from '../../files/imagePaths.ts';
import { writePackageDatabase } from '../../merge/packageDatabase.ts';
import { pack } from '../../merge/packagePlan.ts';
import type { UnacknowledgedRow } from '../../records/sharing/hub.ts';
import type { ImageToSend } from './client.ts';
import { DeletionNotices } from './deletedItems.ts';
import { valuesOf } from './exchangedValues.ts';
import { removalDocument } from './parcelChanges.ts';

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

/** Makes documents of a casebook's rows. */
export class SentDocuments {
  readonly #casebook: Casebook;
  readonly #read;
  readonly #recomputing;
  readonly #editionOf;
  readonly #itemOfResponse;
  readonly #aboutOf;
  readonly #tagsOf;
  readonly #itemsOfImage;
  readonly #ratersOf;
  readonly #everybody;
  readonly #participants;
  readonly #deletions;
  readonly #fileOf;
  /** By table, the people whose parcel a change of a row may change. Changes of other tables concern no parcel. */
  readonly #affected: Partial<Record<UnacknowledgedRow['table'], (id: string) => readonly string[]>> = {
    item: (id) => this.#ratersOf.all(id),
    deleted_item: (id) => this.#deletions.peopleOf(id),
    edition: (id) => this.#ratersOf.all(String(this.#read('edition', id)?.row['item_id'] ?? '')),
    image: (id) => this.#itemsOfImage.all(id).flatMap((item) => this.#ratersOf.all(item)),
    study: (id) => this.#participants.all(id),
    assignment: (id) => this.#personOf('assignment', id),
    session: (id) => this.#personOf('session', id),
    guideline: () => this.#everybody.all(),
    meta: (id) => (PARCEL_SETTINGS.has(id) ? this.#everybody.all() : []),
  };

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#read = createDocumentReader(database);
    this.#recomputing = casebook.derived.recompute;
    this.#editionOf = database
      .prepare<[string], string | null>('SELECT edition_id FROM item WHERE id = ?')
      .pluck();
    this.#itemOfResponse = database
      .prepare<[string], string | null>('SELECT item_id FROM response WHERE id = ?')
      .pluck();
    this.#aboutOf = database
      .prepare<[string, string], string>(
        `SELECT e.id FROM item q JOIN item_facet v ON v.item = q.sequence AND v.name = ?
         JOIN item e ON e.benchmark = q.benchmark AND e.external_id = v.value WHERE q.id = ? AND e.id <> q.id`,
      )
      .pluck();
    this.#tagsOf = database
      .prepare<[string], string>(
        'SELECT tag FROM item_tag WHERE item = (SELECT sequence FROM item WHERE id = ?) ORDER BY tag',
      )
      .pluck();
    this.#itemsOfImage = database
      .prepare<[string], string>('SELECT DISTINCT item_id FROM item_image WHERE image_id = ?')
      .pluck();
    this.#ratersOf = database
      .prepare<[string], string>('SELECT DISTINCT person_id FROM assignment WHERE item_id = ?')
      .pluck();
    this.#everybody = database
      .prepare<[], string>(
        'SELECT person_id FROM assignment UNION SELECT person_id FROM session WHERE number > 0',
      )
      .pluck();
    this.#participants = database
      .prepare<[string], string>('SELECT person_id FROM session WHERE study_id = ? AND number > 0')
      .pluck();
    this.#deletions = new DeletionNotices(casebook);
    this.#fileOf = database.prepare<[string], { bytes: number; link: string | null; extension: string }>(
      'SELECT bytes, link, extension FROM image WHERE sha256 = ?',
    );
  }

  deletedRows() {
    return this.#deletions.rows();
  }

  /** What is sent of a row; nothing where it is gone, or is this copy's own. */
  of(table: HubTable, id: string, role: HubRole): HubDocument[] {
    const content = this.#read(table, id);
    if (content === null) return table === 'assignment' ? this.#withdrawn(id) : [];
    const { row } = content;
    if (table === 'image')
      return this.#itemsOfImage
        .all(id)
        .map((item) =>
          this.#document(
            'image',
            `${id}${SEPARATOR}${item}`,
            { ...content, row: { ...row, link: null } },
            item,
          ),
        );
    if (table === 'item') {
      if (this.#casebook.records.hub.isStimulus(id)) return [];
      const own = this.#timed(table, id, this.#unanswered(content));
      return [...this.#imagesOfItem(content, id), this.#document(table, id, own, id)];
    }
    if (table === 'assignment') {
      // What is open was asked by others.
      if (role !== 'curator' && row['state'] === 'open') return [];
      const item = String(row['item_id']);
      // With its time: a state that it comes back to is news, too.
      const changedAt = this.#casebook.records.hubChanges.changedAt(table, id);
      return [
        this.#document(
          table,
          id,
          { ...content, edition: this.#editionOf.get(item) ?? null, changedAt },
          item,
        ),
      ];
    }
    if (table === 'annotation' && row['state'] !== 'submitted') return [];
    if ((table === 'session' || table === 'response') && this.#isTrial(table, row)) return [];
    return [this.#document(table, id, this.#timed(table, id, content), this.#itemOf(table, content))];
  }

  /** Whose parcel a change may change. */
  affectedBy({ table, id }: UnacknowledgedRow): readonly string[] {
    return this.#affected[table]?.(id) ?? [];
  }

  #personOf(table: 'assignment' | 'session', id: string): string[] {
    const person =
      this.#read(table, id)?.row['person_id'] ?? this.#casebook.records.hub.withdrawal(id)?.personId;
    return typeof person === 'string' ? [person] : [];
  }

  /** Everything that one person is to be shown, as a package for them would hold it, and which items were deleted. */
  async parcel(person: PersonId): Promise<HubDocument[]> {
    const staging = join(this.#casebook.ports.directories.staging, this.#casebook.ports.newId());
    await mkdir(staging, { recursive: true });
    const file = join(staging, 'parcel.sqlite');
    try {
      const { cargo } = pack(this.#casebook, person, {
        id: PackageId.parse(person),
        casebookId: person,
        personId: person,
        createdAt: Number(readMeta(this.#casebook.database, 'createdAt')),
      });
      writePackageDatabase(file, this.#casebook.benchmark, {
        ...cargo,
        annotations: [],
        studySessions: { ...cargo.studySessions, responses: [] },
      });
      return [...this.#deletions.documents(person), ...readParcel(file, person)];
    } catch (error) {
      // Nothing is asked of them now.
      if (error instanceof CasebookError && error.code === 'not_found')
        return this.#deletions.documents(person);
      throw error;
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  }

  imagesOf(documents: readonly HubDocument[]): ImageToSend[] {
    const wanted = new Set(documents.flatMap(({ sha256 }) => sha256 ?? []));
    return [...wanted].flatMap((sha256) => {
      const row = this.#fileOf.get(sha256);
      if (row === undefined) return [];
      return [
        {
          sha256,
          bytes: row.bytes,
          file: row.link ?? imagePath(this.#casebook.folders, sha256, row.extension),
        },
      ];
    });
  }

  #document(
    table: HubTable,
    id: string,
    content: DocumentContent,
    item: string | null,
    audience: PersonId | null = null,
  ): HubDocument {
    return {
      table,
      id,
      person: audience === null ? personOf(table, content.row) : null,
      audience,
      item,
      about: item === null ? null : (this.#aboutOf.get(ABOUT, item) ?? null),
      sha256: table === 'image' ? String(content.row['sha256']) : null,
      content: JSON.stringify(content),
    };
  }

  /** The item that a row is about. */
  #itemOf(table: HubTable, { row }: DocumentContent): string | null {
    if (table === 'item') return String(row['id']);
    const own = textOf(row['item_id']);
    if (own !== null) return own;
    const { response_id: response } = row;
    return typeof response === 'string' ? (this.#itemOfResponse.get(response) ?? null) : null;
  }

  /** An item as it was before anybody answered: what answers make of it everybody derives by themselves. */
  #unanswered(content: DocumentContent): DocumentContent {
    const { row } = content;
    const id = ItemId.parse(row['id']);
    const isAnswered = row['gold_annotation_id'] !== null || row['gold_fields'] !== null;
    return {
      ...content,
      row: {
        ...row,
        ...(isAnswered && {
          payload: row['imported_payload'] ?? JSON.stringify(this.#recomputing.unanswered(id)),
          gold_source: null,
          gold_annotation_id: null,
          gold_fields: null,
        }),
      },
      values: valuesOf(
        this.#casebook,
        id,
        { status: textOf(row['status']), split: textOf(row['split']) },
        this.#tagsOf.all(id),
      ),
    };
  }

  /** The images of an item, each once, with those that they were made of. */
  #imagesOfItem(content: DocumentContent, item: string): HubDocument[] {
    const found = new Map<string, HubDocument>();
    const add = (id: string): void => {
      if (found.has(id)) return;
      const image = this.#read('image', id);
      if (image === null) return;
      const { derived_from: parent } = image.row;
      if (typeof parent === 'string') add(parent);
      const own = { ...image, row: { ...image.row, link: null } };
      found.set(id, this.#document('image', `${id}${SEPARATOR}${item}`, own, item));
    };
    for (const { image_id: id } of content.parts['item_image'] ?? []) if (typeof id === 'string') add(id);
    return [...found.values()];
  }

  #timed(table: HubTable, id: string, content: DocumentContent): DocumentContent {
    const changedAt = this.#casebook.records.hubChanges.changedAt(table, id);
    const isTimed = isWhole(table) || (table === 'annotation' && changedAt > 0);
    return isTimed ? { ...content, changedAt } : content;
  }

  /** Somebody trying a study out is nobody's answer. */
  #isTrial(table: 'session' | 'response', row: DocumentContent['row']): boolean {
    if (table === 'session') return row['number'] === 0;
    const session = row['session_id'];
    return typeof session === 'string' && this.#read('session', session)?.row['number'] === 0;
  }

  /** That an assignment was withdrawn; nothing where nobody can say any more whose it was. */
  #withdrawn(id: string): HubDocument[] {
    const known = this.#casebook.records.hub.withdrawal(id);
    if (known === null) return [];
    const { personId: person, itemId: item } = known;
    return [
      { table: 'assignment', id, person, audience: null, item, about: null, sha256: null, content: null },
    ];
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

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
              ...removalDocument(table, id, person),
              item: table === 'item' ? id : textOf(content.row['item_id']),
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
