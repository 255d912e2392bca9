import { basename, resolve } from 'node:path';
import { type Casebook, createCasebook } from '../../derived/casebook.ts';
import type { NewCasebook } from '../../access/keeper.ts';
import type { CorePorts } from '../../base/ports.ts';

/** Makes a new casebook with its first person in it. Throws what `createCasebook` throws, and leaves nothing then. */
export async function makeCasebook(
  path: string,
  { benchmark, title, person }: NewCasebook,
  ports: CorePorts,
): Promise<Casebook> {
  const name = person?.trim() ?? '';
  const handle = (name === '' ? ports.userName : name).toLowerCase().replaceAll(/[^\p{L}\p{N}._@-]+/gu, '-');
  return createCasebook(
    path,
    { benchmark, title: title.trim() === '' ? basename(resolve(path), '.casebook') : title },
    ports,
    (casebook) =>
      void casebook.records.people.add(
        { handle: handle === '' ? 'me' : handle, name, roles: ['curator', 'annotator', 'adjudicator'] },
        null,
      ),
  );
}
