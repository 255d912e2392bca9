import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { HubDocument } from '../../../../shared/hub/protocol.ts';
import type { Work } from '../../base/work.ts';
import { createDocumentReader } from '../../db/documents.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { LATE } from '../../records/sharing/hubRefusals.ts';
import type { HubClient } from './client.ts';
import type { IncomingRows } from './incoming.ts';

/** Up to which number a device has fetched what is kept apart. */
const Fetched = z.object({ device: z.string(), number: z.int() });
const FETCHED = 'hubLate';

/** What deactivated people sent afterwards: fetched from the hub, listed, and included where a curator says so. */
export class LateChanges {
  readonly #casebook: Casebook;
  readonly #incoming: IncomingRows;
  readonly #readHere;

  constructor(casebook: Casebook, incoming: IncomingRows) {
    this.#casebook = casebook;
    this.#incoming = incoming;
    const { database } = casebook;
    this.#readHere = createDocumentReader(database);
  }

  /** Lists what is kept apart up to a number and was not listed yet. */
  async fetch(client: HubClient, last: number, signal: AbortSignal): Promise<void> {
    const device = this.#casebook.records.hub.link()?.deviceId;
    if (device === undefined) return;
    const known = Fetched.safeParse(readMeta(this.#casebook.database, FETCHED));
    let number = known.success && known.data.device === device ? known.data.number : 0;
    while (number < last) {
      signal.throwIfAborted();
      const page = await client.late(number);
      const end = page.at(-1)?.number ?? last;
      await this.#casebook.gate.opened();
      this.#casebook.database.transaction(() => {
        for (const { table, id, item, person, content } of page) {
          if (this.#readHere(table, id) !== null) continue;
          const name = this.#casebook.records.people.find(person)?.name ?? 'Somebody';
          const reason = `${name} is deactivated and sent this afterwards: it does not count unless you include it.`;
          this.#casebook.records.hubRefusals.add(
            { incoming: true, table: `${LATE}${table}`, rowId: id, itemId: item, reason },
            content,
          );
        }
        writeMeta(this.#casebook.database, FETCHED, { device, number: end });
      })();
      number = end;
    }
  }

  /** Includes one of them. Throws `not_found` where the entry is none, and why it cannot be merged. */
  async include(id: number, by: PersonId, work: Work): Promise<void> {
    const entry = this.#casebook.records.hubRefusals.late(id);
    if (entry === null)
      throw new CasebookError('not_found', 'There is nothing to include here.', 'Nothing was changed.');
    const { table, content, itemId: item } = entry;
    const document: HubDocument = {
      table,
      id: entry.id,
      person: null,
      audience: null,
      item,
      about: null,
      sha256: null,
      content,
    };
    await this.#incoming.mergeAlone([document], work);
    const row = this.#readHere(table, entry.id)?.row;
    if (row === undefined)
      throw new CasebookError(
        'conflict',
        'This cannot be merged here; the list of what was refused says why.',
        'Nothing was changed.',
      );
    this.#casebook.database.transaction(() => {
      this.#casebook.records.hubRefusals.dismiss(id);
      if (table !== 'annotation') return;
      const itemId = ItemId.parse(row['item_id']);
      const task = String(row['task']);
      const personId = PersonId.parse(row['person_id']);
      const round = Number(row['round']);
      this.#casebook.records.assignmentTable.close({ itemId, task, personId, round });
      this.#casebook.derived.recompute.recompute(itemId, task, by);
    })();
  }
}
