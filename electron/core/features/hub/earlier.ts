import type { EarlierReport } from '../../../../shared/contract/hub.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { earlierAdvice, earlierReason } from '../../../../shared/hub/earlierRows.ts';
import { nounOf } from '../../../../shared/hub/mayWrite.ts';
import { asCasebookError } from '../../base/errors.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { namesOfEarlier } from '../../records/sharing/earlier.ts';
import type { HubClient } from './client.ts';

/** After a question without an answer the next one waits. */
const ASK_AGAIN_MS = 600_000;

/** Asks the hub what devices sent before it checked roles, and lists what it told. */
export class EarlierQuestion {
  readonly #casebook: Casebook;
  /** As which device and in which era the hub was asked since the casebook was opened. */
  #asked: string | null = null;
  #notBefore = 0;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
  }

  /**
   * Asks when it is due. Such rows do not increase: the hub keeps the sender's role with everything it takes in today.
   * So it asks once each time that the casebook is opened, once more for each other device, and once if a restored hub
   * begins another era. A later exchange asks again after a failure.
   */
  async ask(client: HubClient, signal: AbortSignal): Promise<void> {
    const link = this.#casebook.records.hub.link();
    if (link?.role !== 'curator') return;
    const question = `${link.deviceId} ${String(link.era)}`;
    if (this.#asked === question || this.#casebook.ports.now() < this.#notBefore) return;
    try {
      const rows = await client.earlier();
      await this.#casebook.gate.opened();
      this.#casebook.database.transaction(() =>
        this.#casebook.records.earlier.keep(link.deviceId, rows, this.#casebook.ports.now()),
      )();
      this.#asked = question;
    } catch (error) {
      signal.throwIfAborted();
      this.#notBefore = this.#casebook.ports.now() + ASK_AGAIN_MS;
      const { code, message } = asCasebookError(error);
      this.#casebook.ports.logger.warn('The hub did not tell what came in before roles were checked.', {
        code,
        reason: message,
      });
    }
  }

  /** What the hub told; null: it was not asked. `nameOf`: what an item is called to the reader. */
  list(nameOf: (itemId: ItemId) => string | null): EarlierReport | null {
    const told = this.#casebook.records.earlier.told();
    if (told === null) return null;
    return {
      askedAt: told.askedAt,
      entries:
        told.entries?.map((entry) => ({
          id: entry.id,
          person: this.#casebook.records.people.find(entry.person)?.name ?? entry.handle,
          roles: entry.roles,
          device: entry.deviceName,
          what: nounOf(entry.table),
          count: entry.count,
          named: namesOfEarlier(entry, nameOf),
          latest: entry.latest,
          reason: earlierReason(entry),
          advice: earlierAdvice(entry.table),
          lookedAt: entry.lookedAt,
        })) ?? null,
    };
  }
}
