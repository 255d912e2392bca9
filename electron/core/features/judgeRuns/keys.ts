import { CasebookError } from '../../../../shared/base/errors.ts';
import type { KeyStorage, SecretStore } from '../../base/ports.ts';
import { type Endpoint, keepsSecrets, readEndpoint } from './endpoint.ts';

/** What a key can be made of: it travels in a header. */
const SENDABLE = /^[\u0021-\u007E]+$/u;

/**
 * The key for an endpoint, null where none is known. Throws `invalid_input` for one that cannot be sent, or that others
 * could read in transit.
 */
export function keyFor(secrets: SecretStore, endpoint: Endpoint): string | null {
  const key = secrets.read(endpoint.origin)?.value ?? null;
  if (key === null) return null;
  assertPrivate(endpoint);
  assertSendable(key);
  return key;
}

/** Where the key for an endpoint is kept; `none` for an invalid address. */
export function keyStateFor(secrets: SecretStore, endpoint: string): KeyStorage | 'none' {
  try {
    return secrets.read(readEndpoint(endpoint).origin)?.from ?? 'none';
  } catch (error) {
    if (error instanceof CasebookError) return 'none';
    throw error;
  }
}

/** Keeps a key for an endpoint, or forgets it where it is empty. A key is for a whole host. Throws `invalid_input`. */
export function saveKey(secrets: SecretStore, endpoint: string, key: string): 'stored' | 'session' | 'none' {
  const place = readEndpoint(endpoint);
  const { origin } = place;
  const value = key.trim();
  if (value !== '') {
    assertPrivate(place);
    assertSendable(value);
  }
  secrets.keep(origin, value);
  const from = secrets.read(origin)?.from ?? 'none';
  return value === '' || from === 'environment' ? 'none' : from;
}

function assertPrivate(endpoint: Endpoint): void {
  if (keepsSecrets(endpoint)) return;
  throw new CasebookError(
    'invalid_input',
    `The address of ${endpoint.host} begins with http://, so others on the network could read the key.`,
    'Nothing was sent. Use https://, or remove the key (or CASEBOOK_JUDGE_KEY) if this server needs none.',
  );
}

function assertSendable(key: string): void {
  if (SENDABLE.test(key)) return;
  throw new CasebookError(
    'invalid_input',
    'The key has a space or an invalid character.',
    'Nothing was sent. Copy the key again, alone.',
  );
}
