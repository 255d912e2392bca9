import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { type App, createBrowserApp } from '../../electron/hosts/browser/browserApp.ts';
import { createHubApp } from '../../electron/hosts/hub/hubApp.ts';
import { type HubDatabase, openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { servePage } from '../../electron/hosts/pages.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe('a method that an address does not take', () => {
  const folder = temporaryFolder();
  const complaints: string[] = [];
  let core: Core;
  let app: App;
  beforeAll(() => {
    const ports = testPorts(folder.path);
    core = createCore({
      ...ports,
      logger: { ...ports.logger, error: (message: string) => void complaints.push(message) },
    });
    const connection = core.createSession();
    app = createBrowserApp({
      core,
      pages: (request) => servePage(folder.path, new URL(request.url).pathname),
      guards: [],
      doors: () => undefined,
      visitor: () => ({ connection }),
    });
  });
  afterAll(async () => {
    await core.close();
    folder[Symbol.dispose]();
  });

  it.each(METHODS.filter((method) => method !== 'POST'))(
    'is refused with 405 and words by the host for browsers: %s',
    async (method) => {
      for (const path of ['/rpc/items/list', '/rpc/', '/rpc']) {
        const answer = await app.request(path, { method });
        expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'POST']);
        expect(await answer.text()).toBe(`Calls are sent with POST, not ${method}. Nothing was changed.`);
      }
      expect(complaints).toEqual([]);
    },
  );

  it('is refused for images and pages, too', async () => {
    for (const path of ['/image/x/full', '/', '/assets/none.js']) {
      const answer = await app.request(path, { method: 'DELETE' });
      expect([path, answer.status]).toEqual([path, 405]);
    }
  });

  it('is told from a call that does not exist', async () => {
    const answer = await app.request('/rpc/no/such', { method: 'POST', body: '{}' });
    expect([answer.status, await answer.text()]).toEqual([
      404,
      'There is no such call. Nothing was changed.',
    ]);
  });
});

describe('an address or method that a hub does not know', () => {
  let sql: HubDatabase;
  beforeAll(() => {
    // Nothing is asked of it.
    sql = openHubDatabase('postgres://nobody@127.0.0.1:1/none', 'requests');
  });
  afterAll(async () => {
    await sql.end();
  });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

  it.each([
    ['DELETE', '/v1/push', 405],
    ['OPTIONS', '/v1/push', 405],
    ['GET', '/v1/pull', 405],
    ['DELETE', '/rpc', 404],
    ['OPTIONS', '/rpc/items/list', 404],
    ['POST', '/v1/none', 404],
  ])('is refused in words: %s %s', async (method, path, status) => {
    const answer = await createHubApp(sql, quiet).request(path, { method });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code: 'invalid' });
  });
});
