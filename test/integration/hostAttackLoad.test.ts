import { connect as connectPlainly, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/core.ts';
import {
  makeCertificate,
  startTestHost,
  type TestHost,
  type TestHostOptions,
  withEndlessCheck,
  withHeldNotices,
} from '../helpers/networkHost.ts';
import { networkStudy } from '../helpers/networkStudy.ts';
import { present } from '../helpers/present.ts';
import { studyCasebook } from '../helpers/study.ts';
import { until } from '../helpers/until.ts';

const certificates = temporaryFolder();

const tls = makeCertificate(certificates.path);

afterAll(() => certificates[Symbol.dispose]());

const hosted = async (options: Partial<TestHostOptions> = {}) => networkStudy({ tls, ...options });

describe('silent connections', () => {
  it.each([
    ['over TLS', tls],
    ['in plain', null],
  ])('of one client %s keep nobody out, and are cut within seconds', async (_way, own) => {
    const limits = { connectionsPerAddress: 20, firstBytesMs: 60_000, connections: 40 };
    await using book = await hosted({ tls: own, limits });
    const sockets: Socket[] = [];
    for (let count = 0; count < 60; count += 1) {
      const socket = connectPlainly({ host: '127.0.0.1', port: book.at.host.port });
      sockets.push(socket.on('error', () => undefined));
    }
    await until(() => sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(20);
    for (let time = 0; time < 3; time += 1)
      expect((await book.at.ask('/health', { isFresh: true })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  it('that send nothing are cut, while those that ask go on', async () => {
    await using book = await hosted({ tls: null, limits: { firstBytesMs: 200, headersMs: 30_000 } });
    const wordless = connectPlainly({ host: '127.0.0.1', port: book.at.host.port });
    expect((await book.at.ask('/health')).status).toBe(200);
    expect(await ended(wordless)).toBe('');
    expect((await book.at.ask('/health')).status).toBe(200);
  });
});

describe('too many requests', () => {
  it('of one browser are refused, in the form in which its window tries again', async () => {
    await using book = await hosted({ limits: { perSession: 3 } });
    const { at } = book;
    const [one, other] = [await at.invited(book.anaId), await at.invited(book.anaId)];
    for (let time = 0; time < 3; time += 1) await at.client(one).application.state();
    await expect(at.client(one).application.state()).rejects.toMatchObject({
      // As every refusal that the contract defines.
      defined: true,
      code: 'FAILED',
      data: { code: 'busy' },
      message: 'Too many requests came from this browser or its network.',
    });
    expect((await at.ask('/', { cookie: one })).status).toBe(429);
    expect((await at.ask('/', { cookie: other })).status).toBe(200);
  });

  it('of one address are refused, for all senders', async () => {
    await using book = await hosted({ limits: { perAddress: 3 }, behindProxy: ['127.0.0.1'] });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await book.at.ask('/', from('192.0.2.1'))).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await book.at.ask('/', from('192.0.2.2'))).status).toBe(401);
  });

  it('are more than a class behind one address sends', async () => {
    await using book = await hosted();
    const cookie = await book.at.invited(book.anaId);
    const statuses = new Set<number>();
    for (let time = 0; time < 20; time += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => book.at.ask('/', { cookie })));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
  });
});

describe('a body', () => {
  const call = (at: TestHost, cookie: string, bytes: number) =>
    at.ask('/rpc/application/reportError', {
      method: 'POST',
      cookie,
      isFresh: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { message: 'x'.repeat(bytes), stack: '' } }),
    });

  it('is refused in words where it is too large, for participants sooner, or does not say its size', async () => {
    await using book = await hosted();
    const one = present((await book.participants(1))[0]);
    const { url } = await book.ana.studies.link({ studySessionId: one.studySessionId });
    const participant = await book.at.follow(url ?? '');
    const curator = await book.at.invited(book.anaId);
    const large = await call(book.at, participant, 1_000_001);
    expect([large.status, large.body]).toEqual([
      413,
      'A request can have 1 MB at most. Nothing was changed.',
    ]);
    // Read, and then found to be no error report: those are shorter.
    expect((await call(book.at, curator, 1_000_001)).status).toBe(400);
    const larger = await call(book.at, curator, 16_000_001);
    expect([larger.status, larger.body]).toEqual([
      413,
      'A request can have 16 MB at most. Nothing was changed.',
    ]);
    const unmeasured = await book.at.ask('/rpc/application/state', {
      method: 'POST',
      cookie: curator,
      isFresh: true,
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect([unmeasured.status, unmeasured.body]).toEqual([411, 'The request needs a Content-Length.']);
  });
});

/** Resolves when the other side has ended a connection; gives what it said before. */
function ended(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

describe('a host that stops', () => {
  it('listens no more, lets what is under way be answered, and ends streams', async () => {
    await using book = await studyCasebook();
    const held = withHeldNotices(book.core);
    const endless = withEndlessCheck(held.core);
    await using at = await startTestHost(endless.core, book.anaId, { tls });
    const client = at.client(await at.invited(book.anaId));
    const stream = (await client.casebooks.check())[Symbol.asyncIterator]();
    await stream.next();
    const notices = client.application.notices();
    await held.asked;
    const stopped = at.host.close();
    await expect(stream.next()).rejects.toThrow();
    await endless.left;
    await expect(at.ask('/health', { isFresh: true })).rejects.toThrow(/ECONNREFUSED/u);
    held.release();
    expect(await notices).toEqual({ text: 'at last' });
    await stopped;
  });

  it('waits for nobody longer than it says', async () => {
    await using book = await studyCasebook();
    const held = withHeldNotices(book.core);
    await using at = await startTestHost(held.core, book.anaId, { tls });
    const notices = at.client(await at.invited(book.anaId)).application.notices();
    const failed = expect(notices).rejects.toThrow();
    await held.asked;
    await at.host.close(100);
    await failed;
    held.release();
  });
});
