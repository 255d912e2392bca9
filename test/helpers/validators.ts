import { createRouterClient } from '@orpc/server';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { type DocumentRecord, type DocumentRecords, toRecords } from '../../shared/domain/document.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Role } from '../../shared/domain/status.ts';
import { put, quietly } from './casebooks.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { generatedItems } from './mcsBenchItems.ts';
import { present } from './present.ts';
import { edit, type Window } from './raters.ts';

export const VALIDATE = 'validate';

/** A session of its own, as a window has one. */
const windowOf = (core: Core): Window =>
  createRouterClient(core.router, { context: core.contextOf(core.createSession()) });

export interface Validator {
  readonly id: PersonId;
  readonly window: Window;
}

/**
 * An MCSBench casebook of Ana's (curator) with the annotators Bo and Cy, the reviewers Rey and Ray and the adjudicator Ed, each in a
 * window of their own, and generated items imported from a file. Its clock stands unless it is moved.
 */
export async function validators(count: number) {
  const folder = temporaryFolder();
  const clock = { now: Date.UTC(2026, 0, 5, 9) };
  const core = createCore(testPorts(folder.path, { now: () => clock.now }));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'mcsbench',
    title: 'A',
    person: 'Ana',
  });
  const { database } = services.casebook;
  const source = put(folder.join('items.json'), JSON.stringify(generatedItems(count)));
  const importItems = async (items: readonly JsonObject[] | null = null) => {
    if (items !== null) put(source, JSON.stringify(items));
    return services.importExport.import({ source, format: 'mcsbench' }, null, quietly);
  };
  await importItems();
  const items = database.prepare<[], ItemId>('SELECT id FROM item ORDER BY sequence').pluck().all();
  const ana = windowOf(core);
  const first = present((await ana.people.list())[0]);
  await ana.people.workAs({ id: first.id });
  const member = async (handle: string, roles: Role[]): Promise<Validator> => {
    const { id } = await ana.people.add({ handle, name: `${handle} by name`, roles });
    const window = windowOf(core);
    await window.people.workAs({ id });
    return { id, window };
  };
  const wait = (milliseconds: number): void => void (clock.now += milliseconds);
  return {
    core,
    services,
    database,
    items,
    at: (...parts: string[]) => folder.join(...parts),
    importItems,
    wait,
    ana: { id: first.id, window: ana },
    bo: await member('bo', ['annotator']),
    cy: await member('cy', ['annotator']),
    rey: await member('rey', ['reviewer']),
    ray: await member('ray', ['reviewer']),
    ed: await member('ed', ['adjudicator']),
    async assign(people: readonly Validator[], ids: readonly ItemId[] = items, round = 1) {
      wait(1000);
      await ana.assignments.assign({
        items: { ids: [...ids] },
        task: VALIDATE,
        people: people.map(({ id }) => id),
        overlap: people.length,
        order: 'fixed',
        seed: 1,
        round,
      });
    },
    /** Somebody fills in these fields and submits, a second after whatever came before. */
    async answer({ window }: Pick<Validator, 'window'>, itemId: ItemId, fields: JsonObject): Promise<void> {
      wait(1000);
      const { records, revision, round } = await window.annotations.open({ itemId, task: VALIDATE });
      const at = { itemId, task: VALIDATE, round };
      const edited = await edit(window, at, revision, records, filled(records, fields));
      await window.annotations.submit({ ...at, revision: edited });
    },
    /** Somebody decides between the raters. */
    async decide({ window }: Pick<Validator, 'window'>, itemId: ItemId, fields: JsonObject): Promise<void> {
      wait(1000);
      const { document, case: kase } = await window.adjudications.open({ itemId, task: VALIDATE });
      const at = { itemId, task: VALIDATE, round: document.round };
      const records = filled(document.records, fields);
      const revision = await edit(window, at, document.revision, document.records, records);
      const differing = kase.fields.filter(({ disagreement }) => (disagreement ?? 0) > 0);
      await window.adjudications.decide({
        ...at,
        revision,
        fields: Object.fromEntries(
          differing.map(({ field }) => [field, { how: 'written' as const, columns: [] }]),
        ),
        cause: 'slip',
        note: '',
      });
    },
    /** Makes a new edition of the item as it is now. */
    async fix({ window }: Pick<Validator, 'window'>, itemId: ItemId, texts: Record<string, string>) {
      wait(1000);
      const { edition } = await window.validation.case({ itemId });
      return window.validation.fix({ itemId, edition, texts, reason: 'unclear', annotationId: null });
    },
    /** How the item stands now. */
    async itemStatus(itemId: ItemId) {
      const { row, payload } = await ana.items.get({ id: itemId });
      return { ratings: row.ratings, gold: row.goldSource, status: row.status, payload };
    },
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** The records with fields set. */
export function filled(records: DocumentRecords, fields: JsonObject): DocumentRecords {
  const set = Object.entries(fields).map(([name, value]): DocumentRecord => ({ type: 'field', name, value }));
  return toRecords([...Object.values(records), ...set]);
}
