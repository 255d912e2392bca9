import { BlockList, isIP } from 'node:net';
import { CasebookError } from '../../../shared/base/errors.ts';

/** IPv4 written as IPv6, as a socket that listens on both has it. */
const MAPPED = /^::ffff:(?<four>\d+\.\d+\.\d+\.\d+)$/iu;
/** With its port, as some proxies write it: `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]`. */
const WITH_PORT = /^(?:\[(?<six>[^\]]+)\](?::\d+)?|(?<four>\d+\.\d+\.\d+\.\d+):\d+)$/u;

/** An address in one form; null where the text is none. */
function addressIn(text: string): string | null {
  const trimmed = text.trim();
  const groups = WITH_PORT.exec(trimmed)?.groups;
  const bare = (groups?.['six'] ?? groups?.['four'] ?? trimmed).replace(/%.*$/u, '');
  const address = MAPPED.exec(bare)?.groups?.['four'] ?? bare;
  return isIP(address) === 0 ? null : address;
}

/** The proxies in front of a server, which are trusted to say where a request comes from. */
export class Proxies {
  readonly #list = new BlockList();

  /** The proxies of these addresses, or networks such as `10.0.0.0/8`. Throws `invalid_input` where one is neither. */
  constructor(named: readonly string[]) {
    for (const each of named) this.#add(each);
  }

  #add(named: string): void {
    const [text = '', bits] = named.split('/');
    const address = addressIn(text);
    const family = address === null ? null : isIP(address) === 4 ? 'ipv4' : 'ipv6';
    const prefix = bits === undefined ? null : /^\d{1,3}$/u.test(bits) ? Number(bits) : Number.NaN;
    if (
      address === null ||
      family === null ||
      (prefix !== null && !(prefix <= (family === 'ipv4' ? 32 : 128)))
    )
      throw new CasebookError(
        'invalid_input',
        `--behind-proxy: "${named}" is not an IP address or a network such as 10.0.0.0/8.`,
        'Nothing is served. Name the address from which the proxy connects.',
      );
    if (prefix === null) this.#list.addAddress(address, family);
    else this.#list.addSubnet(address, prefix, family);
  }

  has(address: string): boolean {
    const known = addressIn(address);
    return known !== null && this.#list.check(known, isIP(known) === 4 ? 'ipv4' : 'ipv6');
  }

  /**
   * Where a request comes from: the address that is connected or, behind the proxies, the last one they name that
   * is not a proxy itself. Anybody can have written the addresses before it.
   */
  clientOf(connected: string, forwarded: string | undefined): string {
    let client = addressIn(connected) ?? connected;
    for (const hop of (forwarded ?? '').split(',').toReversed()) {
      const address = addressIn(hop);
      if (!this.has(client) || address === null) break;
      client = address;
    }
    return client;
  }
}

/** What counts as one client: an IPv4 address, or the network of an IPv6 one, of which each client has many addresses. */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address;
  // The URL's form is the one short form; what it leaves out are zeros.
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  return [...(first ?? []), ...Array.from({ length: zeros }, () => '0'), ...(last ?? [])]
    .slice(0, 4)
    .join(':');
}
