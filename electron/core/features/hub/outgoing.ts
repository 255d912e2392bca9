import { CasebookError } from '../../../../shared/base/errors.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { mayWriteFor } from '../../../../shared/hub/mayWrite.ts';
import { DOCUMENTS, type HubDocument, PUSH_BYTES, type PushAnswer } from '../../../../shared/hub/protocol.ts';
import { DocumentContent, wordingHash } from '../../db/documents.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { HubLink, UnacknowledgedRow } from '../../records/sharing/hub.ts';
import type { ImageToSend } from './client.ts';
import { hasRoom, parcelChanges, sizeOf } from './parcelChanges.ts';
import { SentDocuments } from './sentDocuments.ts';

/** Outgoing documents with their rows, and the images that have to arrive before them. */
export interface Batch {
  readonly documents: readonly HubDocument[];
  readonly images: readonly ImageToSend[];
  /** Notes what the hub answered, in a transaction of its own. */
  acknowledge(answers: readonly PushAnswer[]): void;
}

/** What a casebook sends to its hub. */
export class OutgoingRows {
  readonly #casebook: Casebook;
  readonly #documents: SentDocuments;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#documents = new SentDocuments(casebook);
  }

  /** The next batch to push; null where nothing waits. */
  async next(link: HubLink): Promise<Batch | null> {
    return this.#rows(link) ?? (link.role === 'curator' ? await this.#parcels() : null);
  }

  /** The next batch of rows that wait; null where none does. */
  #rows(link: HubLink): Batch | null {
    const { hub, hubRefusals } = this.#casebook.records;
    const chosen: { readonly waiting: UnacknowledgedRow; readonly documents: readonly HubDocument[] }[] = [];
    const done: UnacknowledgedRow[] = [];
    let batch = { bytes: 0, count: 0 };
    fill: for (const table of hub.sentBy(link)) {
      for (const waiting of hub.waiting(table, DOCUMENTS)) {
        // What is only derived here, and what others did, is theirs to send.
        const made = this.#documents
          .of(table, waiting.id, link.role)
          .filter((document) => isToSend(link, document));
        const more = { bytes: made.reduce((sum, each) => sum + sizeOf(each), 0), count: made.length };
        if (made.length === 0) done.push(waiting);
        else if (more.bytes > PUSH_BYTES) {
          hubRefusals.add(refusalOf(made[0], 'It is larger than a hub takes (1 MB).'), null);
          done.push(waiting);
        } else if (!hasRoom(batch, more)) break fill;
        else {
          chosen.push({ waiting, documents: made });
          batch = { bytes: batch.bytes + more.bytes, count: batch.count + more.count };
        }
      }
    }
    if (done.length > 0)
      this.#casebook.database.transaction(() => done.forEach((each) => hub.acknowledged(each)))();
    // The first of them were nothing to send; perhaps the next are.
    if (chosen.length === 0) return done.length > 0 ? this.#rows(link) : null;
    const all = chosen.flatMap((each) => each.documents);
    return this.#batch(all, (answers) => {
      let place = 0;
      for (const { waiting, documents: made } of chosen) {
        for (const document of made) {
          const isTaken = this.#noteRefusal(document, answers[place]);
          place += 1;
          if (isTaken && document.table === 'item' && document.content !== null)
            hub.setWording(document.id, wordingHash(DocumentContent.parse(JSON.parse(document.content))));
        }
        hub.acknowledged(waiting);
        if (link.role === 'curator')
          for (const person of this.#documents.affectedBy(waiting)) hub.note('parcel', person);
      }
    });
  }

  /** The next batch of what people who do not oversee are to be shown; null where everybody has theirs. */
  async #parcels(): Promise<Batch | null> {
    const { database, records } = this.#casebook;
    for (const waiting of records.hub.waiting('parcel', 1)) {
      try {
        const batch = await this.#parcelOf(waiting);
        if (batch !== null) return batch;
      } catch (error) {
        // A row that breaks a rule keeps this person's parcel back, and nothing else.
        if (!(error instanceof CasebookError) || error.code !== 'invalid_input') throw error;
        const { message: reason } = error;
        database.transaction(() =>
          records.hubRefusals.add(
            { incoming: false, table: 'parcel', rowId: waiting.id, itemId: null, reason },
            null,
          ),
        )();
      }
      database.transaction(() => records.hub.acknowledged(waiting))();
    }
    return null;
  }

  async #parcelOf(waiting: UnacknowledgedRow): Promise<Batch | null> {
    const { ports, records } = this.#casebook;
    const { hub } = records;
    const person = PersonId.parse(waiting.id);
    const sent = hub.parcel(person);
    const parcel = await this.#documents.parcel(person);
    const deletedRows = (): ReadonlySet<string> => this.#documents.deletedRows();
    const changes = parcelChanges(person, parcel, sent, deletedRows, ports.now());
    if (changes.length === 0) return null;
    const documents = changes.map(({ document }) => document);
    return this.#batch(documents, (answers) => {
      for (const [place, { document, hash }] of changes.entries()) {
        this.#noteRefusal(document, answers[place]);
        if (hash === null) hub.dropParcel(person, document.table, document.id);
        else hub.setParcel(person, document.table, document.id, hash);
      }
    });
  }

  #batch(documents: readonly HubDocument[], note: Batch['acknowledge']): Batch {
    return {
      documents,
      images: this.#documents.imagesOf(documents),
      acknowledge: (answers) => this.#casebook.database.transaction(() => note(answers))(),
    };
  }

  /** Lists a document that the hub refused. Gives whether the hub took it. */
  #noteRefusal(document: HubDocument, answer: PushAnswer | undefined): boolean {
    if (answer?.answer !== 'refused') return true;
    this.#casebook.records.hubRefusals.add(refusalOf(document, answer.reason ?? 'The hub refused it.'), null);
    return false;
  }
}

/** Whether a document is this person's to send: curators send everything, everybody else what they may write. */
const isToSend = ({ role, roles, personId }: HubLink, { table, person }: HubDocument): boolean =>
  role === 'annotator' || mayWriteFor(roles, table, person === personId);

function refusalOf(document: HubDocument | undefined, reason: string) {
  return {
    incoming: false,
    table: document?.table ?? '',
    rowId: document?.id ?? '',
    itemId: document?.item ?? null,
    reason,
  };
}
