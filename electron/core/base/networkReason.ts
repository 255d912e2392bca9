import { errorCode } from './errors.ts';

/** What kept two programs from talking; `other` where this table does not know it. */
export type NetworkFault =
  | 'closed'
  | 'unknown_name'
  | 'no_way'
  | 'cut'
  | 'timeout'
  | 'expired'
  | 'early'
  | 'other_name'
  | 'untrusted'
  | 'no_tls'
  | 'no_http'
  | 'forbidden'
  | 'other';

const FAULTS: Readonly<Record<string, NetworkFault>> = {
  ECONNREFUSED: 'closed',
  ENOTFOUND: 'unknown_name',
  EAI_AGAIN: 'unknown_name',
  EAI_NONAME: 'unknown_name',
  EHOSTUNREACH: 'no_way',
  EHOSTDOWN: 'no_way',
  ENETUNREACH: 'no_way',
  ENETDOWN: 'no_way',
  ECONNRESET: 'cut',
  ECONNABORTED: 'cut',
  EPIPE: 'cut',
  UND_ERR_SOCKET: 'cut',
  UND_ERR_CLOSED: 'cut',
  UND_ERR_DESTROYED: 'cut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut',
  ERR_STREAM_PREMATURE_CLOSE: 'cut',
  ETIMEDOUT: 'timeout',
  ESOCKETTIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'early',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other_name',
  EPROTO: 'no_tls',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
};

/** OpenSSL names each way in which a certificate is not trusted. */
const UNTRUSTED = /CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE|CRL/u;
const NO_TLS = /^ERR_(?:SSL|TLS)_/u;
const NO_HTTP = /^HPE_/u;

/**
 * What kept a request from an answer, of an error of Node’s own clients, of `fetch` or of the client of PostgreSQL. The
 * innermost error that has a known code counts: those around it only say that something failed.
 */
export function networkFault(error: unknown): NetworkFault {
  let found: NetworkFault = 'other';
  const seen = new Set<unknown>();
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    const fault = faultOf(each);
    if (fault !== 'other') found = fault;
    // Where a name has several addresses, each failed for a reason of its own: the first speaks for all.
    if (each instanceof AggregateError && found === 'other') {
      found = each.errors.map(networkFault).find((inner) => inner !== 'other') ?? found;
    }
  }
  return found;
}

function faultOf(error: Error): NetworkFault {
  const code = errorCode(error) ?? '';
  const known = FAULTS[code];
  if (known !== undefined) return known;
  if (error.name === 'TimeoutError') return 'timeout';
  if (NO_HTTP.test(code)) return 'no_http';
  if (UNTRUSTED.test(code)) return 'untrusted';
  if (NO_TLS.test(code)) return 'no_tls';
  return error.message === 'terminated' || error.message === 'aborted' ? 'cut' : 'other';
}

/**
 * The same in a sentence that names who did not answer.
 * @param noun who was asked, such as `hub`, `endpoint` or `database`
 */
export function networkReason(error: unknown, noun: string): string {
  return REASONS[networkFault(error)](noun, innermostMessage(error));
}

const REASONS: Readonly<Record<NetworkFault, (noun: string, message: string) => string>> = {
  closed: (noun) => `The ${noun} is not running at this address, or a firewall blocks it.`,
  unknown_name: (noun) => `You are offline, or there is no such ${noun}.`,
  no_way: (noun) => `You are offline, or no network leads to the ${noun}.`,
  cut: (noun) => `The connection to the ${noun} broke off.`,
  timeout: (noun) => `The ${noun} did not answer in time.`,
  expired: (noun) => `The ${noun}’s certificate has expired.`,
  early: (noun) => `The ${noun}’s certificate is not valid yet, or this computer’s clock is slow.`,
  other_name: (noun) => `The ${noun}’s certificate is for another address.`,
  untrusted: (noun) =>
    `The ${noun}’s certificate cannot be trusted: this computer does not know who issued it.`,
  no_tls: (noun) => `The ${noun} does not answer by HTTPS at this address; perhaps it begins with http://.`,
  no_http: (noun) =>
    `What answers at this address is not the ${noun}; perhaps the address begins with https://.`,
  forbidden: (noun) => `A firewall or the system forbids the connection to the ${noun}.`,
  other: (noun, message) =>
    message === '' ? `The ${noun} cannot be reached.` : `The ${noun} cannot be reached: ${message}`,
};

function innermostMessage(error: unknown): string {
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  const message = (inner instanceof Error ? inner.message : String(inner)).trim();
  // "fetch failed", or a bare code, tells a person nothing.
  if (message === 'fetch failed' || /^[A-Z0-9_]+$/u.test(message)) return '';
  return message === '' || /[.!?]$/u.test(message) ? message : `${message}.`;
}

/** Why a server cannot listen at an address, in words; null where it is another kind of error. */
export function listeningReason(error: unknown): string | null {
  return LISTENING[errorCode(error) ?? ''] ?? null;
}

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program already uses this port',
  EACCES: 'the system does not allow this port; those below 1024 often need an administrator',
  EADDRNOTAVAIL: 'this computer does not have this address',
  ENOTFOUND: 'this computer does not know this name',
  EAI_AGAIN: 'this computer does not know this name',
};
