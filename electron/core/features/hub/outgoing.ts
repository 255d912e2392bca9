import { createHash } from 'node:crypto';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { mayWriteFor } from '../../../../shared/hub/mayWrite.ts';
import type { HubDocument, PushAnswer } from '../../../../shared/hub/protocol.ts';
import { DOCUMENTS, HUB_TABLES, PUSH_BYTES } from '../../../../shared/hub/protocol.ts';
import { DocumentContent, wordingHash } from '../../db/documents.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { HubLink, Waiting } from '../../records/sharing/hub.ts';
import type { ImageToSend } from './client.ts';
import { SentDocuments, removed } from './sentDocuments.ts';

/** Documents on their way: what they are of, and the images that have to be there before them. */
export interface Batch {
  readonly documents: readonly HubDocument[];
  readonly images: readonly ImageToSend[];
  /** Notes what the hub answered, in a transaction of its own. */
  acknowledge(answers: readonly PushAnswer[]): void;
}

/** Room in a batch for one more document: it is closed before it could grow beyond what a hub takes. */
const ROOM = PUSH_BYTES - 50_000;
/** What a casebook sends to its hub. */
export function createOutgoing(casebook: Casebook) {
  const { database } = casebook;
  const { hub } = casebook.records;
  const documents = new SentDocuments(casebook);

  /** The next batch of rows that wait; null where none does. */
  const rows = (link: HubLink): Batch | null => {
    const chosen: { readonly waiting: Waiting; readonly documents: readonly HubDocument[] }[] = [];
    const done: Waiting[] = [];
    let bytes = 0;
    let count = 0;
    const { role } = link;
    fill: for (const table of hub.sentBy(link)) {
      for (const waiting of hub.waiting(table, DOCUMENTS)) {
        // What is only derived here, and what others did, is theirs to send.
        const made = documents.of(table, waiting.id, role).filter((document) => isToSend(link, document));
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
    if (chosen.length === 0) return done.length > 0 ? rows(link) : null;
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
              else if (document.table === 'item' && document.content !== null)
                hub.setWording(document.id, wordingHash(DocumentContent.parse(JSON.parse(document.content))));
            }
            hub.acknowledged(waiting);
            if (role === 'curator')
              for (const person of documents.affectedBy(waiting)) hub.note('parcel', person);
          }
        })();
      },
    };
  };

  /** The next batch of what people who do not oversee are to be shown; null where everybody has theirs. */
  const parcels = async (): Promise<Batch | null> => {
    for (const waiting of hub.waiting('parcel', 1)) {
      try {
        const batch = await parcelOf(waiting);
        if (batch !== null) return batch;
      } catch (error) {
        // A row that breaks a rule keeps this person's parcel back, and nothing else.
        if (!(error instanceof CasebookError) || error.code !== 'invalid_input') throw error;
        database.transaction(() => hub.refuse(parcelRefusal(waiting.id, error.message), null))();
      }
      database.transaction(() => hub.acknowledged(waiting))();
    }
    return null;
  };

  const parcelOf = async (waiting: Waiting): Promise<Batch | null> => {
    const person = PersonId.parse(waiting.id);
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
      changed.push({
        document: known === undefined ? document : timed(document, casebook.ports.now()),
        hash,
      });
    }
    if (!batch.full && sent.size > 0) {
      // What goes with a deleted item they delete by themselves, and it comes back with it.
      const deleted = documents.deletedRows();
      const left = [...sent].flatMap(([key, row]) => (deleted.has(key) ? [] : [row]));
      for (const { tab, id } of left.slice(0, DOCUMENTS - changed.length)) {
        const table = HUB_TABLES.find((each) => each === tab);
        if (table !== undefined) changed.push({ document: removed(table, id, person), hash: null });
      }
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
    next: async (link: HubLink): Promise<Batch | null> =>
      rows(link) ?? (link.role === 'curator' ? await parcels() : null),
  };
}

/** Whether a document is this person's to send: curators send everything, everybody else what they may write. */
const isToSend = ({ role, roles, personId }: HubLink, { table, person }: HubDocument): boolean =>
  role === 'annotator' || mayWriteFor(roles, table, person === personId);

/** A document with the time of its change: what it comes back to is news for its person, too. */
function timed(document: HubDocument, changedAt: number): HubDocument {
  const { content } = document;
  if (content === null) return document;
  return {
    ...document,
    content: JSON.stringify({ ...DocumentContent.parse(JSON.parse(content)), changedAt }),
  };
}

/** That what is prepared for a person could not be put together. */
function parcelRefusal(personId: string, reason: string) {
  return { incoming: false, table: 'parcel', rowId: personId, itemId: null, reason };
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
