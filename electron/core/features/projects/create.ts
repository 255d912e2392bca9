import { basename, resolve } from 'node:path';
import type { Casebook } from '../../records/casebook.ts';
import { createCasebook } from '../../records/casebook.ts';
import type { CorePorts } from '../../base/ports.ts';
import { createPeopleService } from '../../records/people.ts';

/** What a new casebook is to be. */
export interface NewCasebook {
  readonly benchmark: string;
  /** Empty: the folder's name. */
  readonly title: string;
  /** Who makes it; left out or empty: the user's login name. */
  readonly person?: string | undefined;
}

/** Makes a new casebook with its first person in it. Throws what `createCasebook` throws, and leaves nothing then. */
export async function createProject(
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
      void createPeopleService(casebook).add(
        { handle: handle === '' ? 'me' : handle, name, roles: ['curator', 'annotator', 'adjudicator'] },
        null,
      ),
  );
}
