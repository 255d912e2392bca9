import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import { type DocumentRecord, type DocumentRecords, toRecords } from '../../shared/domain/document.ts';
import { ImageId, type ItemId, type PersonId, RegionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import type { Role } from '../../shared/domain/status.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { present } from './present.ts';
import { regionRecord } from './regions.ts';

export const TASK = 'curate';

/** A session of its own, as a window has one. */
const windowOf = (core: Core) =>
  createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
export type Window = ReturnType<typeof windowOf>;

/** A box to draw: label, left, top, width, height. */
export type Drawn = readonly [label: string, x: number, y: number, width: number, height: number];

/**
 * A CaughtCheating casebook of Ana's (curator) with the annotators Bo, Cy and Di, the adjudicators Ed and Flo (annotator, too) and
 * the reviewer Rey, each in a window of their own, and imported items on photos of 1000 x 800 pixels. Its clock stands unless it is moved.
 */
export async function raters(count: number, options: { readonly imported?: boolean } = {}) {
  const folder = temporaryFolder();
  const clock = { now: Date.UTC(2026, 0, 5, 9) };
  const ports: CorePorts = testPorts(folder.path, { now: () => clock.now });
  const core = createCore(ports);
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'A',
    person: 'Ana',
  });
  const { database } = services.casebook;
  const writer = services.casebook.derived.items;
  const image = database.prepare<[string, string]>(
    `INSERT INTO image (id, sha256, format, extension, bytes, width, height, created_at) VALUES (?, ?, 'png', 'png', 1, 1000, 800, 0)`,
  );
  const items = database.transaction(() =>
    Array.from({ length: count }, (_, index) => {
      const imageId = ImageId.parse(v7());
      image.run(imageId, String(index).padStart(64, '0'));
      const externalId = `true_images/true_${String(index + 1)}.png`;
      const { id } = writer.insert({
        externalId,
        payload: options.imported === false ? {} : importedPayload(externalId),
        images: [{ role: 'photo', name: externalId, imageId }],
        imported: options.imported !== false,
      });
      return { id, imageId };
    }),
  )();
  const ana = windowOf(core);
  const first = present((await ana.people.list())[0]);
  const member = async (handle: string, roles: Role[]): Promise<{ id: PersonId; window: Window }> => {
    const { id } = await ana.people.add({ handle, name: `${handle.toUpperCase()} the rater`, roles });
    const window = windowOf(core);
    await window.people.workAs({ id });
    return { id, window };
  };
  await ana.people.workAs({ id: first.id });
  return {
    core,
    database,
    /** A place beside the casebook, for what is exported. */
    at: (name: string): string => folder.join(name),
    items,
    /** Moves the clock on, in milliseconds. */
    wait(milliseconds: number): void {
      clock.now += milliseconds;
    },
    ana: { id: first.id, window: ana },
    bo: await member('bo', ['annotator']),
    cy: await member('cy', ['annotator']),
    di: await member('di', ['annotator']),
    ed: await member('ed', ['adjudicator']),
    flo: await member('flo', ['adjudicator', 'annotator']),
    rey: await member('rey', ['reviewer']),
    async assign(
      people: readonly PersonId[],
      round = 1,
      ids: readonly ItemId[] = items.map(({ id }) => id),
      part: string | null = null,
    ) {
      await ana.assignments.assign({
        items: { ids: [...ids] },
        task: TASK,
        people: [...people],
        overlap: people.length,
        order: 'fixed',
        seed: 1,
        round,
        part,
      });
    },
    /** Somebody fills in these fields, draws these boxes and submits, a second after whatever came before. */
    async answer(
      window: Window,
      item: { readonly id: ItemId; readonly imageId: ImageId },
      fields: JsonObject,
      boxes: readonly Drawn[] = [],
    ): Promise<void> {
      clock.now += 1000;
      const { records, revision, round } = await window.annotations.open({ itemId: item.id, task: TASK });
      const at = { itemId: item.id, task: TASK, round };
      const edited = await edit(window, at, revision, records, written(records, fields, item.imageId, boxes));
      await window.annotations.submit({ ...at, revision: edited });
    },
    /** How the item stands now. */
    async itemStatus(item: { readonly id: ItemId }) {
      const { row, payload } = await ana.items.get({ id: item.id });
      return { ratings: row.ratings, gold: row.goldSource, status: row.status, payload };
    },
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Sends what differs between two states of a document; gives the revision after it. */
export async function edit(
  window: Window,
  at: { readonly itemId: ItemId; readonly task: string; readonly round: number },
  revision: number,
  from: DocumentRecords,
  to: DocumentRecords,
): Promise<number> {
  const diff = makeDiff<DocumentRecord>(from, to);
  const edited = await window.annotations.edit({ ...at, revision, diff, mark: v7(), activeMilliseconds: 0 });
  return edited.revision;
}

/** The records with fields set and all boxes replaced. */
export function written(
  records: DocumentRecords,
  fields: JsonObject,
  imageId: ImageId,
  boxes: readonly Drawn[],
): DocumentRecords {
  const others = Object.values(records).filter(({ type }) => type !== 'region');
  const set = Object.entries(fields).map(([name, value]): DocumentRecord => ({ type: 'field', name, value }));
  const drawn = boxes.map(([label, x, y, width, height], order): DocumentRecord =>
    regionRecord({ id: RegionId.parse(v7()), imageId, label, order, x, y, width, height }),
  );
  return toRecords([...others, ...set, ...drawn]);
}

/** An item as the data set has it. */
export function importedPayload(dataPath: string): Record<string, Json> {
  return {
    data_path: dataPath,
    label: false,
    scene: 'dining',
    target_partner: 'boyfriend',
    main_ins: 'My boyfriend says that he dined alone. Is he lying?',
    url: 'https://example.org/1',
    unheard_of: { kept: [1] },
  };
}
