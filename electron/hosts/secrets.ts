import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { makePrivateFolder, PRIVATE_FILE } from '../core/files/privateFiles.ts';
import type { Logger, SecretStore } from '../core/base/ports.ts';
import type { SafeStorageApi } from './electron/electronApi.ts';

/** The environment variable with the key of an LLM judge's endpoint, for hosts without a key store. */
export const KEY_VARIABLE = 'CASEBOOK_JUDGE_KEY';

/** Keys by what they are for, each encrypted by the system. */
const StoredKeys = z.record(z.string(), z.base64());
type StoredKeys = z.infer<typeof StoredKeys>;

/**
 * Keys where there is no key store: what the environment names counts for every endpoint; what is typed in goes before
 * it and is forgotten when the program ends.
 */
export function secretsInMemory(environment: Readonly<Record<string, string | undefined>>): SecretStore {
  const session = new Map<string, string>();
  return {
    canStore: () => false,
    read(name) {
      const typed = session.get(name);
      if (typed !== undefined) return { value: typed, from: 'session' };
      const given = environment[KEY_VARIABLE]?.trim() ?? '';
      return given === '' ? null : { value: given, from: 'environment' };
    },
    keep(name, value) {
      if (value === '') session.delete(name);
      else session.set(name, value);
    },
  };
}

/**
 * Keys encrypted by the system's key store, in a file that only this user may read. Where the system has none (on
 * Linux, without a keyring, Electron would encrypt with a password that everybody knows), they stay in memory.
 */
export function secretsInKeyStore(
  store: SafeStorageApi,
  file: string,
  platform: NodeJS.Platform,
  logger: Logger,
): SecretStore {
  const memory = secretsInMemory({});
  const canStore = (): boolean =>
    store.isEncryptionAvailable() &&
    (platform !== 'linux' || store.getSelectedStorageBackend() !== 'basic_text');
  const write = (kept: StoredKeys): void => {
    makePrivateFolder(dirname(file));
    writeFileAtomic.sync(file, JSON.stringify(kept, null, 2), { mode: PRIVATE_FILE });
  };
  return {
    canStore,
    read(name) {
      const typed = memory.read(name);
      if (typed !== null || !canStore()) return typed;
      const encrypted = readKept(file, logger)[name];
      if (encrypted === undefined) return null;
      try {
        return { value: store.decryptString(Buffer.from(encrypted, 'base64')), from: 'stored' };
      } catch {
        // The reason could hold what was to be read; that it failed says enough.
        logger.warn('A saved key could not be read; enter it again.');
        return null;
      }
    },
    keep(name, value) {
      memory.keep(name, '');
      const { [name]: _before, ...others } = readKept(file, logger);
      if (value === '') {
        if (_before !== undefined) write(others);
      } else if (canStore()) {
        write({ ...others, [name]: store.encryptString(value).toString('base64') });
      } else memory.keep(name, value);
    },
  };
}

function readKept(file: string, logger: Logger): StoredKeys {
  if (!existsSync(file)) return {};
  try {
    return StoredKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    logger.warn('The file of keys could not be read; enter the keys again.');
    return {};
  }
}
