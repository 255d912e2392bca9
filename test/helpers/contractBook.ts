import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { regionsOf } from '../../shared/domain/document.ts';
import { type Client, clientAs } from './blindCasebook.ts';
import { temporaryFolder, testPorts } from './core.ts';
import { present } from './present.ts';

type Reports<T> = AsyncIterable<
  { readonly type: 'progress'; readonly phase: string } | { readonly type: 'result'; readonly result: T }
>;

/** The result of a stream of long work, and the phases that it went through. */
export async function resultOf<T>(stream: Promise<Reports<T>>): Promise<{ result: T; phases: string[] }> {
  const phases = new Set<string>();
  for await (const event of await stream) {
    if (event.type === 'result') return { result: event.result, phases: [...phases] };
    phases.add(event.phase);
  }
  throw new Error('It ended without a result.');
}

/** A core with an open casebook of the Perceptual Observatory and a curator at it. */
export async function opened() {
  const folder = temporaryFolder();
  const core: Core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'observatory',
    title: 'A',
  });
  const person = present(services.people.list()[0]);
  const client: Client = await clientAs(core, person.id);
  return {
    core,
    client,
    services,
    person,
    at: (...parts: string[]) => folder.join(...parts),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}
export type Book = Awaited<ReturnType<typeof opened>>;

export const rowsOf = ({ services }: Book) =>
  services.items.list({}, { by: 'imported', descending: false }, 0, 200, everything).rows;

export const regionsOfItem = ({ services, person }: Book, itemId: ItemId) =>
  regionsOf(
    services.annotations.open({ itemId, task: 'localise', round: 1, personId: person.id }, everything)
      .records,
  ).map(({ label, x, y, width, height }) => ({ label, x, y, width, height }));

/** Work folders of images that are made: for a preview, or for the casebook. */
export const leftovers = (book: Book): string[] =>
  [book.at('staging'), book.services.casebook.folders.thumbnails].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => !/^[0-9a-f]{2}$/u.test(name))
          .map((name) => join(folder, name))
      : [],
  );
