import { connect as connectPlainly, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import type { PageSource } from '../../electron/hosts/browser/browserApp.ts';
import { clientKey, Proxies } from '../../electron/hosts/network/addresses.ts';
import type { AnsweredRequest } from '../../electron/hosts/network/networkGuard.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { outcome } from '../helpers/contractSweep.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import {
  makeCertificate,
  startTestHost,
  type TestHost,
  type TestHostOptions,
  withHeldNotices,
} from '../helpers/networkHost.ts';
import { networkStudy } from '../helpers/networkStudy.ts';
import { numbersOf, studyCasebook } from '../helpers/study.ts';

const certificates = temporaryFolder();

const tls = makeCertificate(certificates.path);

afterAll(() => certificates[Symbol.dispose]());

const hosted = async (options: Partial<TestHostOptions> = {}) => networkStudy({ tls, ...options });

describe('guessing links', () => {
  it('is limited for an address and a kind of link, while sessions and other links go on', async () => {
    await using book = await hosted({ limits: { failedLinks: 5 } });
    const { at } = book;
    const cookie = await at.invited(book.anaId);
    const good = await book.ana.webAccess.invite({ personId: book.anaId });
    for (let guess = 0; guess < 5; guess += 1)
      expect((await at.ask(`/i/guess${String(guess)}`)).status).toBe(404);
    const refused = await at.ask('/i/guess');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.body).toContain('Too many attempts');
    // A right link enters all the same: guesses shut nobody out who shares the address.
    expect((await at.ask(new URL(good.url).pathname)).status).toBe(200);
    expect((await at.ask('/i/guess')).status).toBe(429);
    expect((await at.client(cookie).application.state()).casebook?.title).toBe('A');
    await at.follow(at.host.newOpenUrl());
    expect((await at.ask('/s/guess')).status).toBe(404);
  });

  it('counts for the address that connects, whatever a client writes into forwarded headers', async () => {
    await using book = await hosted({ limits: { failedLinks: 2 }, behindProxy: ['10.9.9.9'] });
    const guess = (by: string) => book.at.ask('/i/guess', { headers: { 'x-forwarded-for': by } });
    const answers = [await guess('192.0.2.1'), await guess('192.0.2.2'), await guess('192.0.2.3')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
  });

  it('counts behind a named proxy for the last address that is no proxy', async () => {
    await using book = await hosted({ limits: { failedLinks: 1 }, behindProxy: ['127.0.0.1', '10.0.0.0/8'] });
    const guess = async (by: string) =>
      (await book.at.ask('/i/guess', { headers: { 'x-forwarded-for': by } })).status;
    expect([await guess('192.0.2.1'), await guess('192.0.2.2')]).toEqual([404, 404]);
    expect([await guess('6.6.6.6, 192.0.2.1'), await guess('6.6.6.6, 192.0.2.2, 10.1.2.3')]).toEqual([
      429, 429,
    ]);
  });
});

describe('a study link', () => {
  it('lets a class in whatever one of them does: wrong links, hundreds of openings, an address cut short', async () => {
    await using book = await hosted();
    await book.ana.studies.open({ id: book.study });
    const initial = await book.ana.recruitment.initial({ id: book.study, preset: 'list' });
    const save = async (settings: typeof initial) =>
      new URL((await book.ana.recruitment.save({ id: book.study, settings })).link ?? '').pathname;
    const path = await save(initial);
    for (let time = 0; time < 40; time += 1)
      expect((await book.at.ask('/s/wrong')).status).toBeOneOf([404, 429]);
    expect((await book.at.ask('/s/wrong')).status).toBe(429);
    // It does not say whose it is, and is no guess.
    for (let time = 0; time < 40; time += 1) expect((await book.at.ask(path)).status).toBe(403);
    await save({ ...initial, panel: 'none', check: 'same' });
    for (let time = 0; time < 520; time += 1) expect((await book.at.ask(path)).status).toBe(200);
    const board = await numbersOf(book.ana, book.study);
    expect(board).toMatchObject({ arrived: 0, left: initial.places });
  });

  it('shows who guesses somebody else’s id no more than that they guess', async () => {
    await using book = await hosted({ limits: { failedLinks: 2 } });
    await book.ana.studies.open({ id: book.study });
    const settings = await book.ana.recruitment.initial({ id: book.study, preset: 'prolific' });
    const { link } = await book.ana.recruitment.save({ id: book.study, settings });
    const path = (name: string, submission: string) =>
      `${new URL(link ?? '').pathname}?PROLIFIC_PID=${name}&STUDY_ID=s&SESSION_ID=${submission}`;
    expect((await book.at.ask(path('a', 'own'))).status).toBe(200);
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await book.at.ask(path('a', `guess${String(time)}`))).status);
    expect(statuses).toEqual([403, 403, 429]);
    expect((await book.at.ask(path('a', 'own'))).status).toBe(200);
  });
});

describe('addresses', () => {
  it.each([
    // connected, forwarded, client
    ['198.51.100.7', '192.0.2.1', '198.51.100.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['::ffff:127.0.0.1', '192.0.2.1', '192.0.2.1'],
    ['127.0.0.1', '6.6.6.6, ::ffff:192.0.2.1', '192.0.2.1'],
    ['127.0.0.1', '6.6.6.6,192.0.2.1:4711', '192.0.2.1'],
    ['127.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['127.0.0.1', '2001:db8::1, fd00::1', '2001:db8::1'],
    ['127.0.0.1', '192.0.2.1, unknown', '127.0.0.1'],
    ['127.0.0.1', '192.0.2.1, unknown, 10.0.0.1', '10.0.0.1'],
    ['127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
  ])('%s with "%s" is %s', (connected, forwarded, client) => {
    expect(new Proxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']).clientOf(connected, forwarded)).toBe(client);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s: the owner of an IPv6 network has all its addresses', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it.each(['', 'proxy.example', '10.0.0.0/33', '10.0.0.0/x', '::1/129'])('"%s" is no proxy', (named) => {
    expect(() => new Proxies([named])).toThrow(/--behind-proxy/u);
  });
});

/** A connection whose bytes the test sends itself. */
function rawSocket({ host, ca }: TestHost): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: host.port };
    const socket: Socket =
      ca === undefined
        ? connectPlainly(to, () => resolve(socket))
        : connectSecurely({ ...to, ca, servername: 'localhost' }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Resolves when the other side has ended a connection; gives what it said before. */
function ended(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

/** An answer that goes on without end; tells when its reader is gone. */
function endlessPages(): { readonly pages: PageSource; readonly cut: Promise<void> } {
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  const block = new Uint8Array(256 * 1024);
  const pages: PageSource = async () =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(block),
          cancel: () => resolve(),
        }),
        { headers: { 'content-type': 'application/octet-stream' } },
      ),
    );
  return { pages, cut };
}

describe.each([
  ['over TLS', tls],
  ['behind a proxy', null],
])('a slow client %s', (_way, own) => {
  it('that does not bring its headers or its request to an end is cut', async () => {
    await using book = await hosted({ tls: own, limits: { headersMs: 600, requestMs: 1_200 } });
    const cookie = await book.at.invited(book.anaId);
    const silent = ended(await rawSocket(book.at));
    const wordless = connectPlainly({ host: '127.0.0.1', port: book.at.host.port });
    const gone = ended(wordless);
    const slow = await rawSocket(book.at);
    const over = ended(slow);
    const letters =
      `GET / HTTP/1.1\r\nhost: ${book.at.url.host}\r\ncookie: ${cookie}\r\nx: ${'x'.repeat(9_999)}`.split('');
    const timer = setInterval(() => slow.write(letters.shift() ?? ''), 20);
    expect(await over).toMatch(/^(?:HTTP\/1\.1 408|$)/u);
    clearInterval(timer);
    expect(await silent).toMatch(/^(?:HTTP\/1\.1 408|$)/u);
    expect(await gone).toMatch(/^(?:HTTP\/1\.1 408|$)/u);
    const body = await rawSocket(book.at);
    body.write(
      `POST /rpc/application/state HTTP/1.1\r\nhost: ${book.at.url.host}\r\norigin: ${book.at.url.origin}\r\n` +
        `cookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    expect(await ended(body)).toMatch(/^(?:HTTP\/1\.1 (?:408|4\d\d)|$)/u);
    expect((await book.at.ask('/', { cookie })).status).toBe(200);
  });

  it('that asks for nothing more is let go', async () => {
    await using book = await hosted({ tls: own, limits: { idleMs: 100, stalledMs: 60_000 } });
    const socket = await rawSocket(book.at);
    const said = ended(socket);
    socket.write(`GET /health HTTP/1.1\r\nhost: ${book.at.url.host}\r\n\r\n`);
    expect(await said).toContain('{"status":"ok"}');
  });

  it('that does not read its answer is cut, and what is still computed is not', async () => {
    const { pages, cut } = endlessPages();
    await using book = await studyCasebook();
    const held = withHeldNotices(book.core);
    await using at = await startTestHost(held.core, book.anaId, {
      tls: own,
      pages,
      limits: { stalledMs: 300 },
    });
    const cookie = await at.invited(book.anaId);
    const notices = at.client(cookie).application.notices();
    await held.asked;
    const socket = await rawSocket(at);
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\nhost: ${at.url.host}\r\ncookie: ${cookie}\r\n\r\n`);
    await cut;
    socket.destroy();
    held.release();
    expect(await notices).toEqual({ text: 'at last' });
  });

  it('that reads its answer drop by drop is cut', async () => {
    const { pages, cut } = endlessPages();
    await using book = await hosted({ tls: own, pages, limits: { answerMs: 700 } });
    const cookie = await book.at.invited(book.anaId);
    const socket = await rawSocket(book.at);
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`GET / HTTP/1.1\r\nhost: ${book.at.url.host}\r\ncookie: ${cookie}\r\n\r\n`);
    const timer = setInterval(() => void socket.read(1_000), 10);
    await cut;
    clearInterval(timer);
    socket.destroy();
  });
});

describe('what is logged', () => {
  it('has no name, no id, no address and no secret', async () => {
    using folder = temporaryFolder();
    const lines: string[] = [];
    const keep = (message: string, detail?: object): void =>
      void lines.push(`${message} ${JSON.stringify(detail ?? {})}`);
    await using book = await studyCasebook();
    const path = book.core.services().casebook.path;
    await book.ana.studies.open({ id: book.study });
    await book.core.close();
    const logger = { info: keep, warn: keep, error: keep };
    const core = createCore(testPorts(folder.path, { now: () => Date.UTC(2026, 0, 6), logger }));
    await core.keeper.open(path);
    lines.length = 0;
    const noted: AnsweredRequest[] = [];
    await using at = await startTestHost(core, book.anaId, {
      tls,
      note: (request) => noted.push(request),
      pages: () => Promise.reject(new Error('A page could not be read.')),
    });
    const curator = at.client(await at.follow(at.host.newOpenUrl()));
    const settings = await curator.recruitment.initial({ id: book.study, preset: 'prolific' });
    const { link } = await curator.recruitment.save({ id: book.study, settings });
    const study = `${(link ?? '').split('?')[0] ?? ''}?PROLIFIC_PID=panelperson&STUDY_ID=s&SESSION_ID=x`;
    const cookie = await at.follow(study, { headers: { 'user-agent': 'Secretzilla Firefox/1' } });
    await at.begin(cookie);
    await outcome(at.client(cookie), 'people.list');
    for (const address of ['/?PROLIFIC_PID=panelperson', '/i/guessed', '/image/panelperson/full'])
      await at.ask(address, { cookie });
    expect((await at.ask('/panelperson', { cookie })).status).toBe(500);
    const secrets = [
      'panelperson',
      'Secretzilla',
      'guessed',
      '127.0.0.1',
      'Ana',
      cookie.split('=')[1] ?? '',
      new URL(study).pathname.split('/')[2] ?? '',
      String(at.host.port),
    ];
    const said = [...lines, ...noted.map((request) => JSON.stringify(request))].join('\n');
    expect(lines.some((line) => line.startsWith('A request failed.'))).toBe(true);
    for (const secret of secrets) expect(said).not.toContain(secret);
    expect(noted).toContainEqual({
      method: 'GET',
      route: '/s/:token',
      status: 200,
      milliseconds: expect.any(Number),
    });
    expect(new Set(noted.map(({ route }) => route))).toContain('/rpc/*');
    await core.close();
  });
});
