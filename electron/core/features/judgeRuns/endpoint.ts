import { CasebookError } from '../../../../shared/base/errors.ts';
import { isLoopback } from '../../../../shared/domain/loopback.ts';

/** Where a judge is asked: the one place requests may go to. */
export interface Endpoint {
  /** Without a slash at its end: `http://127.0.0.1:11434/v1`. */
  readonly base: string;
  readonly origin: string;
  /** With the port where it is not the usual one. */
  readonly host: string;
  /** Whether it is this machine: nothing leaves it then. */
  readonly local: boolean;
  readonly encrypted: boolean;
}

/**
 * Reads an endpoint's address. Throws `invalid_input` for anything but http or https, and for addresses that carry
 * more than a place: the casebook keeps the rest of them, and a password or key may not.
 */
export function readEndpoint(text: string): Endpoint {
  const url = URL.parse(text.trim());
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new CasebookError(
      'invalid_input',
      'The endpoint is not an address that begins with http:// or https://.',
      'Nothing was sent. An example: http://127.0.0.1:11434/v1',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new CasebookError(
      'invalid_input',
      'The endpoint has more than an address (a user, a password, or something after ? or #).',
      'Nothing was sent. Give the address alone; the key has its own field.',
    );
  }
  return {
    base: `${url.origin}${url.pathname.replace(/\/+$/u, '')}`,
    origin: url.origin,
    host: url.host,
    local: isLoopback(url.hostname),
    encrypted: url.protocol === 'https:',
  };
}

/** Whether what is sent there stays between the two: it never leaves this machine, or it is encrypted. */
export function keepsSecrets({ local, encrypted }: Pick<Endpoint, 'local' | 'encrypted'>): boolean {
  return local || encrypted;
}
