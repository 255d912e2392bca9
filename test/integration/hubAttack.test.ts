import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { setTimeout as after } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Logger } from '../../electron/core/base/ports.ts';
import { newSecret } from '../../electron/core/features/hub/client.ts';
import { invite } from '../../electron/hosts/hub/accounts.ts';
import { createHubApp } from '../../electron/hosts/hub/hubApp.ts';
import { serveHub } from '../../electron/hosts/hub/serveHub.ts';
import { RateLimit } from '../../electron/hosts/network/rateLimit.ts';
import { DOCUMENTS, HubAccount, PART_BYTES, RequestRefusal } from '../../shared/hub/protocol.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { noPostgres, startTestHub, type TestHub } from '../helpers/hub.ts';
import { ask, type Device, device, document, itemRow, pullAll, requests } from '../helpers/hubRows.ts';
import { until } from '../helpers/until.ts';

const noOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
})();

function statusOver(url: string, ca: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe.skipIf(noPostgres !== null)('a hub that is attacked', () => {
  const lines: string[] = [];
  const log = (...line: unknown[]): void => void lines.push(JSON.stringify(line));
  const logger: Logger = { info: log, warn: log, error: (...line) => log('error', ...line) };
  /** Everything that must not stand in the log. */
  const secrets: string[] = [];
  let hub: TestHub;
  let casebook: string;
  let mara: Device;
  let rex: Device;
  let ann: Device;
  beforeAll(async () => {
    hub = await startTestHub(logger);
    ({ casebook } = await hub.founding('Base'));
    mara = await device(hub, casebook, 'curator');
    rex = await device(hub, casebook, 'overseer');
    ann = await device(hub, casebook, 'annotator');
    secrets.push(mara.secret, rex.secret, ann.secret);
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  const nobody = () => ({ url: hub.url, secret: null });
  /** Whatever one test does wrong counts for an address of its own. */
  const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': `spoofed, ${address}` });
  const invitation = async (): Promise<string> => {
    const person = { id: PersonId.parse(v7()), handle: 'new', name: 'New', role: 'annotator' } as const;
    const { token } = await invite(hub.owner, casebook, person, null);
    secrets.push(token);
    return token;
  };
  const joining = (token: string, secret = newSecret()) => {
    secrets.push(token, secret);
    return { casebook, token, device: 'laptop', person: null, title: '', secret };
  };
  const refusalIn = (text: string): RequestRefusal => RequestRefusal.parse(JSON.parse(text));

  it('lets an invitation make one device: asked again after a lost answer the same, for another secret none', async () => {
    const join = (body: object) => ask(nobody(), 'POST', '/v1/join', body, from('10.0.1.1'));
    const body = joining(await invitation());
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    // Asked again while the first is still under way.
    const waiting = await hub.owner.begin(async (first) => {
      await first`SELECT casebook.join(${casebook}, ${body.token}, ${body.secret}, '', NULL, NULL, NULL, '')`;
      const second = join(body);
      await Promise.race([second, after(200)]);
      return { second };
    });
    answers.push(await waiting.second, await join(body));
    const accounts = answers.map(({ text }) => HubAccount.parse(JSON.parse(text)));
    expect(new Set(accounts.map((account) => account.device)).size).toBe(1);
    const other = await join(joining(body.token));
    expect([other.status, refusalIn(other.text).message]).toEqual([
      401,
      expect.stringContaining('used already'),
    ]);
    expect((await ask(nobody(), 'POST', '/v1/look', body, from('10.0.1.1'))).status).toBe(401);
    const raced = await invitation();
    const race = await Promise.all([1, 2, 3, 4].map(() => join(joining(raced))));
    expect(race.map(({ status }) => String(status)).sort()).toEqual(['200', '401', '401', '401']);
    // Revoked, it does not come back by the invitation that made it.
    await ask(mara, 'POST', '/v1/revocations', { device: accounts[0]?.device });
    expect((await join(body)).status).toBe(401);
  });

  it('refuses invitations that ran out, are another casebook’s, guessed or garbled, in the same words', async () => {
    const expired = await invitation();
    await hub.owner`UPDATE casebook.invitation SET expires_at = now() - interval '1 second' WHERE expires_at > now()
      AND NOT EXISTS (SELECT FROM casebook.device d WHERE d.invitation = invitation.id)`;
    const elsewhere = { ...joining(await invitation()), casebook: (await hub.founding('Other')).casebook };
    const words = new Set<string>();
    for (const body of [joining(expired), elsewhere, joining(newSecret())])
      for (const path of ['/v1/look', '/v1/join']) {
        const { status, text } = await ask(nobody(), 'POST', path, body, from('10.0.1.2'));
        expect([path, status]).toEqual([path, 401]);
        words.add(text);
      }
    expect(words.size).toBe(1);
    for (const token of ['', 'x', `${newSecret()}x`, null, 7, "' OR 1=1 --"])
      for (const path of ['/v1/look', '/v1/join'])
        expect((await ask(nobody(), 'POST', path, { ...joining(''), token })).status).toBe(400);
  });

  it('answers an address that guesses no more for a while, and nobody else less', async () => {
    const guess = (address: string) => ask(nobody(), 'POST', '/v1/look', joining(newSecret()), from(address));
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await guess('10.0.0.1')).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    const good = { casebook, token: await invitation() };
    const late = await ask(nobody(), 'POST', '/v1/look', joining(newSecret()), from('10.0.0.1'));
    expect([late.status, refusalIn(late.text)]).toEqual([
      429,
      { code: 'too_often', message: expect.stringContaining('Wait a minute') },
    ]);
    // A right invitation enters all the same: guesses shut nobody out who shares the address.
    for (const address of ['10.0.0.1', '10.0.0.2'])
      expect((await ask(nobody(), 'POST', '/v1/look', good, from(address))).status).toBe(200);
    expect((await ask(nobody(), 'POST', '/v1/join', joining(good.token), from('10.0.0.1'))).status).toBe(200);
    // A known device goes on while somebody guesses from the same address; another secret does not.
    expect((await ask(ann, 'GET', '/v1/people', undefined, from('10.0.0.1'))).status).toBe(200);
    const wrong = { ...nobody(), secret: newSecret() };
    expect((await ask(wrong, 'GET', '/v1/people', undefined, from('10.0.0.1'))).status).toBe(429);
    const limit = new RateLimit(1, 1);
    expect(await limit.count('a')).toBe(0);
    expect([await limit.count('a'), await limit.count('b'), await limit.count('a', 3)]).toEqual([1, 0, 0]);
    await until(() => limit.count('a', 1)).toBe(0);
  });

  it('refuses what is too large, too much or no request at all, in words and without an error', async () => {
    const large = JSON.stringify({ documents: [], x: 'x'.repeat(4_000_001) });
    const streamed = new Blob([large]).stream();
    const [made] = [document('item', itemRow(v7()))];
    const place = (...at: unknown[]) => ({ cursor: JSON.stringify({ all: at }) });
    const cases: (readonly [number, string, string, (object | string)?])[] = [
      [413, 'POST', '/v1/push', streamed],
      [413, 'POST', '/v1/push', large],
      [400, 'POST', '/v1/push', { documents: Array.from({ length: DOCUMENTS + 1 }, () => made) }],
      [400, 'POST', '/v1/push', { documents: [{ ...made, content: 'x'.repeat(1_000_001) }] }],
      [400, 'POST', '/v1/push', { documents: [{ ...made, table: 'device' }] }],
      [400, 'POST', '/v1/push', { documents: [{ ...made, item: 'x' }] }],
      [400, 'POST', '/v1/push', '{"documents":'],
      [400, 'POST', '/v1/push', '['.repeat(100_000)],
      [400, 'POST', '/v1/push'],
      [413, 'PUT', `/v1/images/${'0'.repeat(64)}/${v7()}/0`, new Uint8Array(PART_BYTES + 1)],
      [400, 'PUT', `/v1/images/${'0'.repeat(64)}/${v7()}/0`, new Uint8Array(0)],
      [400, 'POST', '/v1/pull', { cursor: 'x'.repeat(301) }],
      [400, 'POST', '/v1/pull', { cursor: 'x' }],
      [400, 'POST', '/v1/pull', { cursor: '[]' }],
      [400, 'POST', '/v1/pull', place(1, '0')],
      [400, 'POST', '/v1/pull', place(1, "0'", '0')],
      [400, 'POST', '/v1/pull', place(1, '9'.repeat(20), '0')],
      [400, 'POST', '/v1/pull', place(1, '0', '9'.repeat(20))],
      [400, 'POST', '/v1/pull', place(2 ** 50, '0', '0')],
      [405, 'GET', '/v1/push'],
      [405, 'POST', '/v1/people'],
      [404, 'GET', '/v1'],
      [400, 'GET', '/v1/images/..%2f..%2fetc%2fpasswd/0'],
      [404, 'GET', '/v2/pull'],
      ...['-1', '1.5', '1001', 'x', 'NaN', '%00', '1e99'].map(
        (number) => [400, 'GET', `/v1/images/${'0'.repeat(64)}/${number}`] as const,
      ),
      [400, 'GET', `/v1/images/${'A'.repeat(64)}/0`],
      [400, 'PUT', `/v1/images/${'0'.repeat(64)}/upload/0`, new Uint8Array(1)],
    ];
    for (const [status, method, path, body] of cases) {
      // After what was too large, the connection is closed.
      const answer = await ask(mara, method, path, body).catch(() => ask(mara, method, path, body));
      expect([method, path, answer.status]).toEqual([method, path, status]);
      expect(refusalIn(answer.text).message).toMatch(/^(?:The|This address takes) /u);
      expect(answer.headers.get('casebook-hub')).toBe('1');
    }
    for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${mara.secret}`, `Bearer ${mara.secret} x`])
      expect(
        (await ask(nobody(), 'GET', '/v1/people', undefined, { ...from('10.0.1.3'), authorization })).status,
      ).toBe(401);
    expect(lines.filter((line) => line.includes('"error"'))).toEqual([
      expect.stringContaining('out of range'),
      expect.stringContaining('out of range'),
      expect.stringContaining('out of range'),
    ]);
  });

  it('lets everybody do at each address what their role may, and nothing else', async () => {
    for (const [name, [path, body]] of Object.entries(requests())) {
      const expected = /look|join/u.test(name)
        ? 401
        : /images|invitations|earlier|late|revocations/u.test(name)
          ? 403
          : 200;
      const answer = await ask(ann, name.split(' ')[0] ?? '', path, body, from('10.0.1.4'));
      expect([name, answer.status]).toEqual([name, expected]);
    }
    const routes = createHubApp(hub.owner, logger).routes.filter(({ method }) => method !== 'ALL');
    const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    expect([...known].sort()).toEqual(Object.keys(requests()).sort());
    for (const path of ['/v1/invitations', '/v1/revocations']) {
      const { status, text } = await ask(rex, 'POST', path, requests()[`POST ${path}`]?.[1]);
      expect([status, refusalIn(text).message]).toEqual([403, 'Only curators may do this.']);
    }
    // A device that is another casebook's is as unknown as one that is nobody's.
    const stranger = await device(hub, (await hub.founding('Third')).casebook, 'curator');
    const revoking = [v7(), stranger.account.device].map((id) =>
      ask(mara, 'POST', '/v1/revocations', { device: id }),
    );
    const [one, two] = await Promise.all(revoking);
    expect([one?.status, one?.text]).toEqual([403, two?.text]);
    expect(one?.text).toContain('no such device');
    expect((await pullAll(stranger)).documents).toEqual([]);
  });

  it('writes no secret into its log', async () => {
    await ask({ ...nobody(), secret: newSecret() }, 'POST', '/v1/pull', { cursor: null }, from('10.0.1.5'));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join()).toContain('A device joined.');
    const kept = secrets.filter((secret) => secret !== '');
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.filter((secret) => lines.join().includes(secret))).toEqual([]);
  });

  it('speaks plain HTTP beyond this machine only where that is spelt out', async () => {
    const listener = { host: '0.0.0.0', port: 0, tls: null };
    const refused = serveHub(hub.database, { ...listener, insecure: false }, logger);
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    const open = await serveHub(hub.database, { ...listener, insecure: true }, logger);
    expect((await ask({ url: open.url, secret: null }, 'GET', '/')).status).toBe(200);
    await open.close();
  });

  it.skipIf(noOpenssl)('speaks TLS by certificate files, and warns before they run out', async () => {
    using folder = temporaryFolder();
    const tls = { cert: folder.join('cert.pem'), key: folder.join('key.pem') };
    const make = (days: number): void =>
      void execFileSync(
        'openssl',
        `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${tls.key} -out ${tls.cert}
          -days ${String(days)} -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`.split(/\s+/u),
        { stdio: 'ignore' },
      );
    const listener = { host: '127.0.0.1', port: 0, tls, insecure: false };
    await expect(serveHub(hub.database, listener, logger)).rejects.toMatchObject({ code: 'not_readable' });
    for (const [days, warnings] of [
      [300, 0],
      [3, 1],
    ] as const) {
      make(days);
      lines.length = 0;
      const secure = await serveHub(hub.database, listener, logger);
      expect(lines.filter((line) => line.includes('expires soon'))).toHaveLength(warnings);
      expect(await statusOver(secure.url, readFileSync(tls.cert))).toBe(200);
      // Nobody takes it who was not told of the certificate, and nothing is told in plain HTTP.
      await expect(fetch(secure.url)).rejects.toThrow();
      await expect(fetch(secure.url.replace('https', 'http'))).rejects.toThrow();
      await secure.close();
    }
  });
});
