import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secretsInKeyStore, secretsInMemory } from '../../electron/hosts/secrets.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { FakeElectron } from '../helpers/electron/fakeElectron.ts';

const KEY = 'sk-a-secret-of-the-tests-0123456789';
const SERVICE = 'https://service.example';

function keyStore(platform: NodeJS.Platform = 'linux', keyring = true) {
  const folder = temporaryFolder();
  const { safeStorage } = new FakeElectron();
  safeStorage.keyring = keyring;
  const file = folder.join('settings', 'keys.json');
  const warnings: string[] = [];
  const logger = {
    info: () => undefined,
    warn: (message: string, detail?: object) => void warnings.push(`${message} ${JSON.stringify(detail)}`),
    error: () => undefined,
  };
  return {
    file,
    warnings,
    safeStorage,
    /** As after another start of the program. */
    open: () => secretsInKeyStore(safeStorage, file, platform, logger),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

describe('keys in the system’s key store', () => {
  it('outlive the program, encrypted, in a file for this user alone', () => {
    using kept = keyStore();
    const secrets = kept.open();
    expect(secrets.canStore()).toBe(true);
    secrets.keep(SERVICE, KEY);
    expect(kept.open().read(SERVICE)).toEqual({ value: KEY, from: 'stored' });
    expect(readFileSync(kept.file, 'utf8')).not.toContain(KEY);
    expect(statSync(kept.file).mode & 0o077).toBe(0);
    expect(kept.open().read('https://other.example')).toBeNull();
  });

  it('are forgotten when they are emptied, one without the other', () => {
    using kept = keyStore();
    const secrets = kept.open();
    secrets.keep(SERVICE, KEY);
    secrets.keep('https://other.example', `${KEY}-2`);
    secrets.keep(SERVICE, '');
    expect(kept.open().read(SERVICE)).toBeNull();
    expect(kept.open().read('https://other.example')).toEqual({ value: `${KEY}-2`, from: 'stored' });
  });

  it('stay in memory where the system would encrypt with a password that everybody knows', () => {
    using kept = keyStore('linux', false);
    const secrets = kept.open();
    expect(secrets.canStore()).toBe(false);
    secrets.keep(SERVICE, KEY);
    expect(secrets.read(SERVICE)).toEqual({ value: KEY, from: 'session' });
    expect(existsSync(kept.file)).toBe(false);
    expect(kept.open().read(SERVICE)).toBeNull();
  });

  it('do not ask for what only Linux has elsewhere', () => {
    using kept = keyStore('darwin');
    kept.safeStorage.getSelectedStorageBackend = () => {
      throw new Error('There is no such function.');
    };
    const secrets = kept.open();
    secrets.keep(SERVICE, KEY);
    expect(secrets.read(SERVICE)).toEqual({ value: KEY, from: 'stored' });
  });

  it.each([
    ['is damaged', '{"https://service'],
    ['cannot be decrypted', JSON.stringify({ [SERVICE]: Buffer.from('x').toString('base64') })],
  ])('have to be entered again where their file %s, and nothing of it is logged', (_name, content) => {
    using kept = keyStore();
    kept.open().keep(SERVICE, KEY);
    writeFileSync(kept.file, content);
    kept.safeStorage.decryptString = () => {
      throw new Error(`cannot decrypt ${KEY}`);
    };
    const secrets = kept.open();
    expect(secrets.read(SERVICE)).toBeNull();
    expect(kept.warnings).toHaveLength(1);
    expect(kept.warnings.join()).not.toContain(KEY);
    secrets.keep(SERVICE, 'another-key');
    expect(existsSync(kept.file)).toBe(true);
  });
});

describe('keys without a key store', () => {
  it('come from the environment, unless one was typed in', () => {
    const secrets = secretsInMemory({ CASEBOOK_JUDGE_KEY: ` ${KEY}\n` });
    expect(secrets.canStore()).toBe(false);
    expect(secrets.read(SERVICE)).toEqual({ value: KEY, from: 'environment' });
    secrets.keep(SERVICE, 'typed-in');
    expect(secrets.read(SERVICE)).toEqual({ value: 'typed-in', from: 'session' });
    expect(secrets.read('https://other.example')).toEqual({ value: KEY, from: 'environment' });
    secrets.keep(SERVICE, '');
    expect(secrets.read(SERVICE)).toEqual({ value: KEY, from: 'environment' });
  });

  it('are none where there is none', () => {
    expect(secretsInMemory({ CASEBOOK_JUDGE_KEY: '' }).read(SERVICE)).toBeNull();
  });
});
