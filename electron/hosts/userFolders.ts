import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** Names the folder that holds everything Casebook would otherwise put into the user's own folders. */
export const HOME_VARIABLE = 'CASEBOOK_HOME';

/** The folders that this system sets aside for a program of this user. */
export interface UserFolders {
  readonly settings: string;
  readonly logs: string;
  readonly cache: string;
  readonly documents: string;
}

/**
 * Where Casebook keeps what is not in a casebook.
 * @param documents the user's documents folder, where the host knows it better
 */
export function userFolders(documents?: string): UserFolders {
  const home = process.env[HOME_VARIABLE];
  if (home !== undefined && home !== '') {
    return {
      settings: join(home, 'settings'),
      logs: join(home, 'logs'),
      cache: join(home, 'cache'),
      documents: join(home, 'documents'),
    };
  }
  const paths = envPaths('Casebook', { suffix: '' });
  return {
    settings: paths.config,
    logs: paths.log,
    cache: paths.cache,
    documents: documents ?? usualDocuments(),
  };
}

function usualDocuments(): string {
  const documents = join(homedir(), 'Documents');
  return existsSync(documents) ? documents : homedir();
}
