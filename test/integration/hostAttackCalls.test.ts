import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isContractProcedure } from '@orpc/contract';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readCertificate, renewCertificate } from '../../electron/hosts/network/certificate.ts';
import { deviceOf } from '../../electron/hosts/network/device.ts';
import { contract } from '../../shared/contract/index.ts';
import type { Client } from '../helpers/blindCasebook.ts';
import { called, outcome, procedureNames, told } from '../helpers/contractSweep.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { makeCertificate, startTestHost, type TestHostOptions } from '../helpers/networkHost.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { networkStudy } from '../helpers/networkStudy.ts';
import { present } from '../helpers/present.ts';
import { goOn, LATER, studyCasebook } from '../helpers/study.ts';
import { until } from '../helpers/until.ts';

const certificates = temporaryFolder();

const tls = makeCertificate(certificates.path);

afterAll(() => certificates[Symbol.dispose]());

const hosted = async (options: Partial<TestHostOptions> = {}) => networkStudy({ tls, ...options });

describe('a participant over the network', () => {
  it('gets nothing of the whole contract and of all images but the present step', async () => {
    await using book = await studyCasebook({ settings: { order: 'fixed', breakEvery: null } });
    const services = book.core.services();
    const images: string[] = [];
    for (const [index, item] of book.items.entries()) {
      const path = await drawFlag(book.folder.join(`${LATER}-${String(index)}.png`), 200 + index, 100);
      const { id } = await services.images.add(path, book.anaId);
      const image = { position: 0, role: 'photo', name: LATER, imageId: id } as const;
      services.casebook.derived.items.setImage(item.id, image, null);
      images.push(id);
    }
    await using at = await startTestHost(book.core, book.anaId, { tls });
    const studySessionId = present(((await book.participants(1))[0] ?? {}).studySessionId);
    const personal = await at.follow((await book.ana.studies.link({ studySessionId })).url ?? '');
    const settings = await book.ana.recruitment.initial({ id: book.study, preset: 'classroom' });
    const { link, previewLink } = await book.ana.recruitment.save({ id: book.study, settings });
    const { cookie: admitted } = await at.begin(await at.follow(link ?? ''));
    const [opened, arriving, preview] = [
      await at.follow(link ?? ''),
      await at.agree(await at.follow(link ?? '')),
      await at.follow(previewLink ?? ''),
    ];

    const open = [
      'application.state',
      'application.reportError',
      'studySessions.mine',
      'studySessions.look',
      'studySessions.consent',
      'studySessions.proceed',
      'studySessions.answer',
      'studySessions.keep',
      'studySessions.back',
      'studySessions.present',
      'studySessions.withdraw',
    ];
    const ofArrivals = ['arrivals.look', 'arrivals.consent', 'arrivals.screen', 'arrivals.begin'];
    const all = procedureNames().filter((name) => called(name, book.core.router) !== undefined);
    expect(all.length).toBeGreaterThan(120);
    const expected: [cookie: string, open: readonly string[]][] = [
      [personal, open],
      [admitted, [...open, ...ofArrivals]],
      // Without a place there is no study session of theirs either.
      [opened, ['application.state', 'application.reportError', ...ofArrivals]],
      [arriving, ['application.state', 'application.reportError', ...ofArrivals]],
      [preview, ['application.state', 'application.reportError', ...ofArrivals]],
    ];
    for (const [cookie, wanted] of expected) {
      const client = at.client(cookie);
      const answers = new Map<string, Awaited<ReturnType<typeof told>>>();
      for (const name of all) answers.set(name, await told(client, name));
      const found = all.filter((name) => answers.get(name)?.outcome !== 'forbidden');
      expect(found.sort()).toEqual([...wanted].sort());
      for (const [name, { outcome: code, said }] of answers) {
        expect(said, name).not.toContain(LATER);
        expect(said, name).not.toContain(book.folder.path);
        if (code === 'forbidden')
          expect(said, name).toMatch(/Here you can only|did not come by|no place in this/u);
      }
    }

    const seenBy = async (cookie: string): Promise<string[]> => {
      const seen: string[] = [];
      for (const id of [...images, v7()])
        for (const variant of ['full', 'thumbnail', 'shown'])
          if ((await at.ask(`/image/${id}/${variant}`, { cookie })).status === 200) seen.push(id);
      return [...new Set(seen)];
    };
    for (const cookie of [personal, arriving, preview]) expect(await seenBy(cookie)).toEqual([]);
    // While somebody reads, the first images are fetched: those, and no others.
    const own = present((await at.client(admitted).studySessions.mine())[0]);
    const { now } = await at.client(admitted).studySessions.look({ id: own.id });
    if (now.view !== 'instructions') throw new Error(now.view);
    expect(now.preload.length).toBeLessThan(images.length);
    expect((await seenBy(admitted)).sort()).toEqual([...now.preload].sort());
    const client = at.client(personal);
    let page = await client.studySessions.consent({ id: studySessionId });
    while (page.now.view !== 'step') page = await goOn(client, studySessionId, page);
    expect(await seenBy(personal)).toEqual([page.now.images[0]?.id]);
    expect(await seenBy(arriving)).toEqual([]);
  });
});

/** Keys of an input that name a file or folder of the machine. */
const PATHS = new Set(
  'path source sources target folder file files directory imagesFolder fontFolder distances'.split(' '),
);

/** They name nothing of the machine: what a browser uploads goes where the host says. */
const HARMLESS = new Set(['application.stage']);

/** Every key that an input can have, at any depth. */
function keysOf(schema: unknown): Set<string> {
  const keys = new Set<string>();
  const look = (at: unknown): void => {
    if (typeof at !== 'object' || at === null) return;
    for (const [name, each] of Object.entries(at)) {
      // The record that a box came with is a text, and names nothing.
      if (name === 'foreign') continue;
      if (name === 'properties' && typeof each === 'object' && each !== null)
        for (const key of Object.keys(each)) keys.add(key);
      look(each);
    }
  };
  if (schema instanceof z.ZodType) look(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  return keys;
}

function inputOf(name: string): unknown {
  const procedure = called(name, contract);
  return isContractProcedure(procedure) ? procedure['~orpc'].inputSchema : undefined;
}

describe('a curator over the network', () => {
  it('reaches no file of the host by any procedure that names one', async () => {
    await using book = await hosted();
    const client = book.at.client(await book.at.invited(book.anaId));
    const names = procedureNames().filter(
      (name) => !HARMLESS.has(name) && [...keysOf(inputOf(name))].some((key) => PATHS.has(key)),
    );
    expect(names).toEqual(expect.arrayContaining(['importExport.import', 'casebooks.open', 'querySets.add']));
    expect(names.length).toBeGreaterThan(20);
    const outcomes = await Promise.all(
      names.map(async (name) => [name, await outcome(client, name, everyPath('/etc/passwd'))] as const),
    );
    expect(outcomes.filter(([, code]) => code !== 'forbidden')).toEqual([]);
  });

  it.each([
    'casebooks.openSample',
    'casebooks.close',
    'application.choosePath',
    'application.diagnostics',
    'hub.look',
    'hub.join',
    'hub.connect',
    'hub.disconnect',
    ...['state', 'enable', 'saveKey', 'preview', 'test', 'start', 'resume'].map(
      (name) => `judgeRuns.${name}`,
    ),
  ])('reaches nothing of its machine or network: %s', async (name) => {
    await using book = await hosted();
    const client = book.at.client(await book.at.invited(book.anaId));
    const { outcome: code, said } = await told(client, name);
    expect(code).toBe('forbidden');
    expect(said).toMatch(/you cannot use the files or the network|cannot be done over the network/u);
  });

  it('who came by the printed link may use paths of the machine that it is', async () => {
    await using book = await hosted();
    const client = book.at.client(await book.at.follow(book.at.host.newOpenUrl()));
    const path = await drawFlag(book.folder.join('own.png'), 30, 20);
    expect((await client.images.add({ path })).width).toBe(30);
    for (const name of ['casebooks.create', 'casebooks.open', 'casebooks.close', 'application.browse'])
      expect(await outcome(client, name), name).toBe('forbidden');
  });

  it('uploads files and imports those, and nobody else’s', async () => {
    await using book = await hosted();
    const [one, other] = [
      book.at.client(await book.at.invited(book.anaId)),
      book.at.client(await book.at.invited(book.anaId)),
    ];
    const bytes = await sharp({
      create: { width: 40, height: 30, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const upload = (client: Client) =>
      client.application.stage({
        folder: '019308a4-91a5-4000-8000-000000000000',
        name: 'a/photo.png',
        file: new File([new Uint8Array(bytes)], 'photo.png'),
        offset: 0,
      });
    const { path, folder } = await upload(one);
    expect((await one.images.add({ path })).width).toBe(40);
    for await (const _event of await one.importExport.import({ source: folder, format: 'images' }));
    for (const elsewhere of [`${folder}/../../x.png`, `${folder}x`, '/etc/passwd', `${folder}/..`])
      expect(await outcome(one, 'images.add', { path: elsewhere }), elsewhere).toBe('forbidden');
    expect(await outcome(other, 'images.add', { path })).toBe('forbidden');
    const images = { source: folder, format: 'images' };
    expect(await outcome(one, 'importExport.import', { ...images, imagesFolder: '/etc' })).toBe('forbidden');
    expect(await outcome(one, 'importExport.import', { ...images, link: true })).toBe('forbidden');
    expect(
      await outcome(one, 'importExport.import', { ...images, judge: { instructions: '/etc/passwd' } }),
    ).toBe('forbidden');
    const bo = await book.ana.people.add({ handle: 'bo', name: '', roles: ['annotator'] });
    await expect(upload(book.at.client(await book.at.invited(bo.id)))).rejects.toMatchObject({
      data: { code: 'forbidden' },
    });
  });

  it('is not told where the casebook lies when something fails', async () => {
    await using book = await hosted();
    const client = book.at.client(await book.at.invited(book.anaId));
    const { folder } = await client.application.stage({
      folder: '019308a4-91a5-4000-8000-000000000001',
      name: 'x.json',
      file: new File(['{'], 'x.json'),
      offset: 0,
    });
    const { outcome: code, said } = await told(client, 'images.add', { path: `${folder}/missing.png` });
    expect(['forbidden', 'answered']).not.toContain(code);
    expect(said).not.toContain(book.folder.path);
  });
});

/** An input that names this path wherever one can be named. */
function everyPath(path: string): Record<string, unknown> {
  return {
    ...Object.fromEntries([...PATHS].map((key) => [key, path])),
    sources: [path],
    format: 'images',
    kind: 'file',
    title: 'x',
    words: { kind: 'file', file: path },
  };
}

describe('a certificate', () => {
  it('is read anew when it was renewed; a broken one leaves the former in use, and is tried again', async () => {
    using folder = temporaryFolder();
    const files = makeCertificate(folder.path, 3);
    const said: string[] = [];
    const keep = (message: string): void => void said.push(message);
    const logger = { info: keep, warn: keep, error: keep };
    const used: string[] = [];
    readCertificate(files, logger);
    expect(said).toEqual(['The certificate expires soon, or has expired.']);
    const server = { setSecureContext: ({ cert }: { cert?: unknown }) => void used.push(String(cert)) };
    const stop = renewCertificate(server, files, logger, 20);
    writeFileSync(files.cert, 'no certificate');
    await until(() => said.includes('The new certificate cannot be read; the former one stays in use.')).toBe(
      true,
    );
    expect(used).toEqual([]);
    makeCertificate(folder.path, 300);
    await until(() => used.length).toBe(1);
    expect(used[0]).toContain('BEGIN CERTIFICATE');
    stop();
  });

  it('needs its own key', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.join('other'));
    const [one, other] = [makeCertificate(folder.path), makeCertificate(folder.join('other'))];
    expect(existsSync(other.key)).toBe(true);
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    expect(() => readCertificate({ cert: one.cert, key: other.key }, logger)).toThrow(/cannot be read/u);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['<script>', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('%s is called %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});
