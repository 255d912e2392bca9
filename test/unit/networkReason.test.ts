import { describe, expect, it } from 'vitest';
import { listeningReason, networkFault, networkReason } from '../../electron/core/base/networkReason.ts';

const coded = (code: string, message = code): Error => Object.assign(new Error(message), { code });
/** As `fetch` throws it. */
const fetched = (cause: Error): Error => new TypeError('fetch failed', { cause });

describe('why no answer came', () => {
  it.each([
    [fetched(coded('ECONNREFUSED')), 'The hub is not running at this address, or a firewall blocks it.'],
    [fetched(coded('ENOTFOUND')), 'You are offline, or there is no such hub.'],
    [fetched(coded('EHOSTUNREACH')), 'You are offline, or no network leads to the hub.'],
    [fetched(coded('UND_ERR_SOCKET', 'other side closed')), 'The connection to the hub broke off.'],
    [fetched(coded('UND_ERR_HEADERS_TIMEOUT')), 'The hub did not answer in time.'],
    [new DOMException('The operation timed out', 'TimeoutError'), 'The hub did not answer in time.'],
    [fetched(coded('CERT_HAS_EXPIRED')), 'The hub’s certificate has expired.'],
    [fetched(coded('ERR_TLS_CERT_ALTNAME_INVALID')), 'The hub’s certificate is for another address.'],
    [
      fetched(coded('DEPTH_ZERO_SELF_SIGNED_CERT')),
      'The hub’s certificate cannot be trusted: this computer does not know who issued it.',
    ],
    [
      fetched(coded('ERR_SSL_WRONG_VERSION_NUMBER')),
      'The hub does not answer by HTTPS at this address; perhaps it begins with http://.',
    ],
    [
      fetched(coded('HPE_INVALID_CONSTANT')),
      'What answers at this address is not the hub; perhaps the address begins with https://.',
    ],
  ])('is a sentence without a code: %o', (error, sentence) => {
    expect(networkReason(error, 'hub')).toBe(sentence);
  });

  it('is that of the innermost error, however many stand around it', () => {
    const inner = fetched(coded('ECONNRESET', 'read ECONNRESET'));
    expect(networkFault(new Error('Connection error.', { cause: inner }))).toBe('cut');
  });

  it('is that of the first address where a name has several', () => {
    const both = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')], '');
    expect(networkFault(fetched(both))).toBe('closed');
  });

  it('never shows a bare code, and keeps the words of an error that it does not know', () => {
    expect(networkReason(fetched(coded('UND_ERR_NEW')), 'endpoint')).toBe('The endpoint cannot be reached.');
    expect(networkReason(new Error('too long'), 'endpoint')).toBe(
      'The endpoint cannot be reached: too long.',
    );
  });
});

it('says why an address cannot be listened at, and leaves other errors alone', () => {
  expect(listeningReason(coded('EADDRINUSE'))).toBe('another program already uses this port');
  expect(listeningReason(coded('ECONNRESET'))).toBeNull();
});
