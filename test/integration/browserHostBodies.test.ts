import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type StagedSizes, stageUpload } from '../../electron/core/features/application/files.ts';
import { ask, call, clientFor, folder, hostEachTest, signIn, url } from '../helpers/servedBrowserHost.ts';

hostEachTest();

const FOLDER = '019308a4-91a5-7000-8000-000000000000';

test('oversized calls are refused, whether or not they say their size', async () => {
  const cookie = await signIn();
  const body = Buffer.alloc(17 * 1024 * 1024, 32);
  const headers = { cookie, origin: url.origin, 'content-type': 'application/json' };
  const declared = await ask('/rpc/application/state', {
    method: 'POST',
    headers: { ...headers, 'content-length': String(body.length) },
    body,
  });
  expect(declared.status).toBe(413);
  const chunked = await ask('/rpc/application/state', {
    method: 'POST',
    headers: { ...headers, 'transfer-encoding': 'chunked' },
    body,
  });
  expect(chunked.status).toBe(411);
});

test('a call that does not say its size is told to, without a word about the program', async () => {
  const cookie = await signIn();
  const answer = await call('/rpc/application/state', cookie, { 'transfer-encoding': 'chunked' });
  expect(answer.status).toBe(411);
  expect(answer.body).toBe('The request needs a Content-Length.');
});

test('a call that is nested too deeply is refused in words', async () => {
  const body = `{"json":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const headers = { 'content-length': String(body.length), 'content-type': 'application/json' };
  const answer = await ask('/rpc/application/saveSettings', {
    method: 'POST',
    headers: { cookie: await signIn(), origin: url.origin, ...headers },
    body,
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toBe('The request is nested more than 200 levels deep. Nothing was changed.');
});

test('a file is handed over in pieces, which are put together', async () => {
  const client = clientFor(await signIn());
  const piece = (text: string, offset: number) =>
    client.application.stage({
      folder: FOLDER,
      name: 'in/photo.jpg',
      file: new File([text], 'photo.jpg'),
      offset,
    });
  await piece('old and long', 0);
  const { path } = await piece('one,', 0);
  await piece('two', 4);
  expect(await readFile(path, 'utf8')).toBe('one,two');
});

test('a file whose pieces do not follow each other, or that grows too large, is refused and removed', async () => {
  const client = clientFor(await signIn());
  const piece = (offset: number) =>
    client.application.stage({ folder: FOLDER, name: 'photo.jpg', file: new File(['four'], 'p'), offset });
  const { path } = await piece(0);
  await expect(piece(9)).rejects.toMatchObject({ message: 'A piece of photo.jpg is missing.' });
  expect(existsSync(path)).toBe(false);
});

test('dropped files are counted while they arrive: each has a limit, and all together have one', async () => {
  const root = join(folder, 'staging');
  const sizes: StagedSizes = new Map();
  const add = (name: string, offset: number) =>
    stageUpload(root, sizes, { folder: FOLDER, name, file: new File(['four'], name), offset });
  const { path } = await add('a', 0);
  sizes.set(path, 999_999_998);
  await expect(add('a', 999_999_998)).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'a is too large: the limit for one dropped file is 1 GB.',
  });
  expect(existsSync(path)).toBe(false);
  sizes.set('others', 3_999_999_998);
  await expect(add('b', 0)).rejects.toMatchObject({
    message: 'b is too large: the limit for all dropped files together is 4 GB.',
  });
  expect([...sizes.keys()]).toEqual(['others']);
});

test('a body larger than a call’s limit is refused by its declared length, in words', async () => {
  const answer = await ask('/rpc/application/stage', {
    method: 'POST',
    headers: { cookie: await signIn(), origin: url.origin },
    body: Buffer.alloc(17_000_000),
  }).catch(() => null);
  // The connection may be closed before all of the body is sent.
  expect(answer?.status ?? 413).toBe(413);
  if (answer !== null) expect(answer.body).toBe('A request can have 16 MB at most. Nothing was changed.');
});
