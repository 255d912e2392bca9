import { createRouterClient } from '@orpc/server';
import { expect } from 'vitest';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { AssignRequest } from '../../shared/contract/assignments.ts';
import type { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { present } from './present.ts';

export const TASK = 'curate';

/** A session of its own, as a window has one. */
const windowOf = (core: Core) =>
  createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
type Window = ReturnType<typeof windowOf>;

/** A casebook of Ana's (curator) with Bo, Cy and Di (annotators) and `count` unlabelled items; Ana is the current user. */
export async function team(count: number) {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'A',
    person: 'Ana',
  });
  const writer = services.casebook.derived.items;
  const items = services.casebook.database.transaction(() =>
    Array.from(
      { length: count },
      (_, index) =>
        writer.insert({
          externalId: `photo-${String(index)}.png`,
          payload: { url: `https://example.org/${String(index)}` },
          images: [],
          imported: false,
        }).id,
    ),
  )();
  const client = windowOf(core);
  const ana = present((await client.people.list())[0]);
  const add = async (handle: string, roles: Role[] = ['annotator']) =>
    (await client.people.add({ handle, name: handle.toUpperCase(), roles })).id;
  const people = { ana: ana.id, bo: await add('bo'), cy: await add('cy'), di: await add('di') };
  return {
    core,
    client,
    items,
    people,
    /** A window with that person as the current user. */
    as: async (id: PersonId): Promise<Window> => {
      const window = windowOf(core);
      await window.people.workAs({ id });
      return window;
    },
    request: (overrides: Partial<AssignRequest> = {}): AssignRequest => ({
      items: { filter: {} },
      task: TASK,
      people: [people.bo, people.cy, people.di],
      overlap: 2,
      order: 'fixed',
      seed: 1,
      round: 1,
      ...overrides,
    }),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Everybody's items of a round, in the order in which they meet them. */
export function shares({ core }: { readonly core: Core }, round = 1): Record<string, string[]> {
  const rows = core
    .services()
    .casebook.database.prepare<[number], { handle: string; name: string; position: number }>(
      `SELECT p.handle, i.external_id AS name, s.position FROM assignment s JOIN person p ON p.id = s.person_id
       JOIN item i ON i.id = s.item_id WHERE s.round = ? ORDER BY p.handle, s.position`,
    )
    .all(round);
  const found: Record<string, string[]> = {};
  for (const { handle, name, position } of rows) {
    const own = (found[handle] ??= []);
    // Positions follow each other without a gap.
    expect(position).toBe(own.length);
    own.push(name);
  }
  return found;
}

/** Somebody edits an item's answer, and submits it unless told otherwise. */
export async function answer(
  window: Window,
  itemId: ItemId,
  options: { readonly submit: boolean },
): Promise<void> {
  const { revision, records } = await window.annotations.open({ itemId, task: TASK });
  const before = records['field:triage'];
  const after = { type: 'field' as const, name: 'triage', value: 'keep' };
  const edited = await window.annotations.edit({
    itemId,
    task: TASK,
    revision,
    mark: 'note',
    activeMilliseconds: 1500,
    diff:
      before === undefined
        ? { added: { 'field:triage': after }, updated: {}, removed: {} }
        : { added: {}, updated: { 'field:triage': [before, after] }, removed: {} },
  });
  if (options.submit) await window.annotations.submit({ itemId, task: TASK, revision: edited.revision });
}
