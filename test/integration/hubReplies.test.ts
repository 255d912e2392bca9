import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HubClient, newSecret } from '../../electron/core/features/hub/client.ts';
import { assertNoHubAt } from '../../electron/hosts/hub/otherHub.ts';
import { openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { HUB_HEADER, PROTOCOL } from '../../shared/hub/protocol.ts';
import { temporaryFolder } from '../helpers/core.ts';

describe('a hub’s answer that ends in the middle', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void = (response) => response.end();
  let address = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      response.setHeader(HUB_HEADER, PROTOCOL);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
    address = `http://127.0.0.1:${String(bound.port)}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const client = () => new HubClient(address, newSecret(), new AbortController().signal);
  const HALF = '{"people":[{"id":"';
  const words = {
    code: 'busy',
    message: 'The hub’s answer was cut short.',
    hint: 'Nothing was lost. Casebook tries again.',
  };

  it.each<[string, (response: ServerResponse) => void]>([
    [
      'although its length was told',
      (response) => {
        response.setHeader('content-length', '5000');
        response.write(HALF, () => response.destroy());
      },
    ],
    ['without a sign of it', (response) => response.end(HALF)],
    [
      'of a refusal',
      (response) => {
        response.statusCode = 503;
        response.end('{"code":"bu');
      },
    ],
  ])('is told in words, to be tried again: %s', async (_how, given) => {
    answer = given;
    await expect(client().people()).rejects.toMatchObject(words);
  });

  it('at an address keeps a second hub from starting there, and another program does not', async () => {
    const { hostname, port } = new URL(address);
    answer = (response) => response.end('{}');
    await expect(assertNoHubAt(hostname, Number(port), false)).rejects.toMatchObject({
      code: 'in_use',
      message: `A hub already runs at ${address}.`,
    });
    await assertNoHubAt('127.0.0.1', 0, false);
    answer = (response) => {
      response.removeHeader(HUB_HEADER);
      response.end('{}');
    };
    await assertNoHubAt(hostname, Number(port), false);
  });

  it('of an image is told in words as well', async () => {
    using folder = temporaryFolder();
    answer = (response) => {
      response.setHeader('content-length', '5000');
      response.setHeader('casebook-parts', '1');
      response.write('x', () => response.destroy());
    };
    await expect(client().fetchImage('0'.repeat(64), folder.join('image'))).rejects.toMatchObject(words);
  });
});

describe('the address of a hub’s database', () => {
  it.each([
    'nonsense',
    'http://127.0.0.1/hub',
    'postgres://u:p@127.0.0.1:99999/hub',
    'postgres://u:a/b@host/hub',
  ])('is refused in words without its password: %s', (address) => {
    expect(() => openHubDatabase(address, 'owner')).toThrow('is not the address of a PostgreSQL database');
  });

  it.each(['postgres://u:p,q@host:5432/hub', 'postgresql://one:1,two:2/hub', 'postgres:///hub?host=/run'])(
    'is taken as it is: %s',
    async (address) => {
      await openHubDatabase(address, 'owner').end();
    },
  );
});
