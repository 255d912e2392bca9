import { CasebookError } from '../../../shared/base/errors.ts';

/** Where a host is reached. */
export interface PublicAddress {
  /** Without a slash at the end: `https://study.example.org`. */
  readonly origin: string;
  /** Names that browsers put into the Host header for it. */
  readonly hosts: readonly string[];
  readonly isSecure: boolean;
}

const LOCAL = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u;
const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * Checks the address that people open. Throws `invalid_input` in words where it is none, or not https: without encryption cookies and
 * answers could be read on the way. Names of this machine may do without.
 */
export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (url === null || !isPlain || url.username !== '' || PORTS[url.protocol] === undefined)
    throw new CasebookError(
      'invalid_input',
      `--public-url: "${text}" is not an address like https://study.example.org.`,
      'Nothing is served. Name the address that people open, without a path.',
    );
  if (url.protocol === 'http:' && !LOCAL.test(url.hostname))
    throw new CasebookError(
      'invalid_input',
      `--public-url: ${text} is not encrypted. Answers and cookies could be read on the way.`,
      'Nothing is served. Name an address that begins with https://.',
    );
  return url;
}

/** The address as it is once the port is known: port 0 stands for the one that is listened at. */
export function publicAddress(url: URL, port: number): PublicAddress {
  const known = new URL(url);
  if (known.port === '0') known.port = String(port);
  const bare = `${known.hostname}:${PORTS[known.protocol] ?? ''}`;
  return {
    origin: known.origin,
    hosts: known.port === '' ? [known.hostname, bare] : [known.host],
    isSecure: known.protocol === 'https:',
  };
}

const USUAL_PORT = '7078';

/**
 * Where to listen unless somebody says it: an address of this very machine that names a port is its own, since no proxy stands
 * before it.
 */
export function usualListener({ hostname, port }: URL): string {
  return `127.0.0.1:${LOCAL.test(hostname) && port !== '' ? port : USUAL_PORT}`;
}
