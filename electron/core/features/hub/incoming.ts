import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { Role } from '../../../../shared/domain/status.ts';
import type { HubDocument, Sender } from '../../../../shared/hub/protocol.ts';
import type { Work } from '../../base/work.ts';
import { createDocumentReader, type DocumentContent } from '../../db/documents.ts';
import { rowReader } from '../../db/rows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { imagePath } from '../../files/imagePaths.ts';
import { mergeSource } from '../../merge/mergeSource.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import type { HubClient } from './client.ts';
import { type DeltaKey, groupsOf } from './admission.ts';
import { Delta } from './delta.ts';
import { markToReadAgain, noteReadAgain } from './deletedItems.ts';
import { ExchangeMerge } from './exchangeMerge.ts';
import { completeImages, inspectDelta } from './inspectDelta.ts';

/** Documents that are merged at a time. */
const TOGETHER = 1000;

/** Somebody who is deactivated: what they did themselves may be included, whatever their role was; more than that not. */
const NO_CURATOR: Sender = { roles: Role.options.filter((role) => role !== 'curator'), isOwn: true };

/** What came in with one exchange. */
export interface ReceiveReport {
  readonly documents: number;
  readonly conflicts: number;
  /** The number of the last row that a deactivated person sent afterwards, for curators. */
  readonly late: number;
}

/** What a casebook takes in from its hub. */
export class IncomingRows {
  readonly #casebook: Casebook;
  readonly #images: CasebookImages;
  readonly #readHere;

  constructor(casebook: Casebook, images: CasebookImages) {
    this.#casebook = casebook;
    this.#images = images;
    const { database } = casebook;
    this.#readHere = createDocumentReader(database);
  }

  /** Merges these documents, and lists as refused what cannot be. */
  async mergeAlone(documents: readonly HubDocument[], work: Work): Promise<void> {
    const delta = await Delta.create(this.#casebook);
    try {
      delta.add(documents.map((document) => ({ document, sender: NO_CURATOR })));
      const bad = [
        ...delta.faulty.map(({ document: { table, id }, reason }) => ({ table, id, reason })),
        ...inspectDelta(this.#casebook, delta),
      ];
      this.#casebook.database.transaction(() =>
        bad.forEach((each) => this.#refuse(each, null, each.reason)),
      )();
      await this.#merge(this.#linkOf(), delta, null, work);
    } finally {
      await delta.close();
    }
  }

  /** Takes in what is new in the hub. */
  async receive(client: HubClient, work: Work): Promise<ReceiveReport> {
    const link = this.#linkOf();
    const mark = markToReadAgain(this.#casebook);
    const { delta, cursor, era, count, late } = await this.#fetchNew(
      client,
      mark === null ? link : { ...link, cursor: null },
      work,
    );
    try {
      const isRestored = link.era !== null && link.era !== era;
      this.#casebook.database.transaction(() => {
        for (const { document, reason } of delta.faulty)
          this.#casebook.records.hubRefusals.add(
            { incoming: true, table: document.table, rowId: document.id, itemId: document.item, reason },
            document.content,
          );
        if (isRestored) this.#casebook.records.hub.offerEverything(link);
      })();
      if (count === 0) {
        this.#casebook.database.transaction(() => {
          this.#casebook.records.hub.setRead(cursor, era);
          if (mark !== null) noteReadAgain(this.#casebook, mark);
        })();
        return { documents: 0, conflicts: 0, late };
      }
      let conflicts = 0;
      let now: Delta | null = delta;
      while (now !== null) {
        await this.#fetchImages(client, now, work);
        const bad = inspectDelta(this.#casebook, now);
        if (bad.length > 0)
          this.#casebook.database.transaction(() =>
            bad.forEach((each) => this.#refuse(each, null, each.reason)),
          )();
        const isLast: boolean = now.further.length === 0;
        conflicts += await this.#merge(link, now, isLast ? { cursor, era } : null, work);
        const next: Delta | null = isLast ? null : await Delta.create(this.#casebook);
        next?.add(now.further);
        if (now !== delta) await now.close();
        now = next;
      }
      if (mark !== null) this.#casebook.database.transaction(() => noteReadAgain(this.#casebook, mark))();
      return { documents: count, conflicts, late };
    } finally {
      await delta.close();
    }
  }

  /** Everything that is new, and how far it reaches. */
  async #fetchNew(
    client: HubClient,
    { cursor: from }: HubLink,
    { progress, signal }: Work,
    whole = false,
  ): Promise<{
    readonly delta: Delta;
    readonly cursor: string;
    readonly era: number;
    readonly count: number;
    readonly late: number;
  }> {
    const delta = await Delta.create(this.#casebook);
    try {
      let cursor = from;
      let count = 0;
      for (;;) {
        signal.throwIfAborted();
        const reply = await client.pull(cursor, whole);
        if (!whole && reply.own.some(({ table, id }) => this.#readHere(table, id) === null)) {
          // This copy was restored from an earlier state: what it had sent comes back.
          await delta.close();
          return await this.#fetchNew(
            client,
            { ...this.#linkOf(), cursor: from },
            { progress, signal },
            true,
          );
        }
        delta.add(
          reply.documents.flatMap((document, at) =>
            this.#isWanted(document) ? [{ document, sender: reply.senders[at] ?? null }] : [],
          ),
        );
        count += reply.documents.length;
        cursor = reply.cursor;
        if (!reply.more) return { delta, cursor, era: reply.era, count, late: reply.late };
        progress('Receiving', count, null);
      }
    } catch (error) {
      await delta.close();
      throw error;
    }
  }

  #linkOf(): HubLink {
    const link = this.#casebook.records.hub.link();
    if (link === null) throw new CasebookError('not_found', 'This casebook is connected to no hub.');
    return link;
  }

  /** What was prepared for somebody who oversees is only of use for items that are kept from them. */
  #isWanted({ table, id, audience, item }: HubDocument): boolean {
    if (audience === null || table === 'deleted_item' || this.#linkOf().role === 'annotator') return true;
    if (table === 'item' || table === 'edition')
      return this.#readHere('item', item ?? id) === null || this.#casebook.records.hub.isStimulus(item ?? id);
    return table === 'image' && this.#readHere('image', id) === null;
  }

  /** The files of images that are new, before their rows. */
  async #fetchImages(client: HubClient, delta: Delta, { progress, signal }: Work): Promise<void> {
    const known = this.#casebook.database
      .prepare<[string], number>('SELECT 1 FROM image WHERE sha256 = ?')
      .pluck();
    const rows = rowReader(delta.database, 'image')
      .list()
      .filter(({ sha256 }) => known.get(sha256) === undefined);
    for (const [index, { sha256, extension }] of rows.entries()) {
      progress('Receiving images', index, rows.length);
      signal.throwIfAborted();
      const file = imagePath(delta.folders, sha256, extension);
      if (existsSync(file)) continue;
      await mkdir(dirname(file), { recursive: true });
      await client.fetchImage(sha256, file);
    }
  }

  #refuse(key: DeltaKey, content: DocumentContent | null, reason: string): void {
    this.#casebook.records.hubRefusals.add(
      {
        incoming: true,
        table: key.table,
        rowId: key.id,
        itemId:
          key.table === 'item'
            ? key.id
            : typeof content?.row['item_id'] === 'string'
              ? content.row['item_id']
              : null,
        reason,
      },
      content === null ? null : JSON.stringify(content),
    );
  }

  /** Merges a delta in one transaction. Gives the conflicts that are new. */
  async #mergeWhole(
    link: HubLink,
    delta: Delta,
    read: { cursor: string; era: number } | null,
    work: Work,
  ): Promise<number> {
    completeImages(this.#casebook, delta);
    const { tally } = await mergeSource(
      { into: this.#casebook, images: this.#images.store, by: link.personId },
      {
        name: `the hub (${link.title})`,
        database: delta.database,
        folders: delta.folders,
        origin: null,
        exchange: new ExchangeMerge(this.#casebook, link, delta, read),
        close: () => delta.close(),
      },
      work,
    );
    return tally.newConflicts;
  }

  /**
   * Merges a few groups; where something in them cannot be merged, everything else: halves, until it is found, which is
   * listed as refused.
   */
  async #mergeGroups(
    link: HubLink,
    delta: Delta,
    groups: readonly DeltaKey[][],
    work: Work,
  ): Promise<number> {
    const part = await delta.part(groups.flat());
    try {
      return await this.#mergeWhole(link, part, null, work);
    } catch (error) {
      if (!(error instanceof CasebookError) || error.code !== 'invalid_input') throw error;
      const [only = []] = groups;
      if (groups.length <= 1) {
        this.#casebook.database.transaction(() => {
          for (const key of only) this.#refuse(key, delta.read(key), error.message);
        })();
        return 0;
      }
      const middle = Math.ceil(groups.length / 2);
      return (
        (await this.#mergeGroups(link, delta, groups.slice(0, middle), work)) +
        (await this.#mergeGroups(link, delta, groups.slice(middle), work))
      );
    } finally {
      await part.close();
    }
  }

  /** Merges a delta, a part at a time: while one is merged, nobody else gets an answer. */
  async #merge(
    link: HubLink,
    delta: Delta,
    read: { cursor: string; era: number } | null,
    work: Work,
  ): Promise<number> {
    const groups = groupsOf(delta.keys());
    const total = groups.reduce((sum, group) => sum + group.length, 0);
    if (total <= TOGETHER) {
      try {
        return await this.#mergeWhole(link, delta, read, work);
      } catch (error) {
        if (!(error instanceof CasebookError) || error.code !== 'invalid_input') throw error;
      }
    }
    let [conflicts, done] = [0, 0];
    for (let at = 0; at < groups.length;) {
      const part: DeltaKey[][] = [];
      let size = 0;
      while (at < groups.length && size < TOGETHER) {
        const group = groups[at] ?? [];
        part.push(group);
        size += group.length;
        at += 1;
      }
      work.progress('Merging', done, total);
      conflicts += await this.#mergeGroups(link, delta, part, work);
      done += size;
    }
    // Only now: what was merged before is known when it comes in again.
    if (read !== null)
      this.#casebook.database.transaction(() => this.#casebook.records.hub.setRead(read.cursor, read.era))();
    return conflicts;
  }
}
