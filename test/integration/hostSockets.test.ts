import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CASEBOOK, casebook, start } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { makeCertificate } from '../helpers/networkHost.ts';

const folder = temporaryFolder();
const [path, member] = [folder.join('a.casebook'), folder.join('b.casebook')];
const { cert, key } = makeCertificate(folder.path);
beforeAll(async () => {
  await casebook('new', path, '--person', 'ana');
  await casebook('new', member, '--person', 'ana');
});
afterAll(() => folder[Symbol.dispose]());

const Started = z.looseObject({ url: z.url(), open: z.url() });

/** Starts a command that runs until it is told to stop; gives its document. */
async function started(
  ...words: string[]
): Promise<{ readonly child: ChildProcessWithoutNullStreams; readonly said: z.infer<typeof Started> }> {
  const child = start([...CASEBOOK, ...words, '--json'], { CASEBOOK_HOME: folder.join('home') });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const line = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (line.done === true) throw new Error(`casebook ${words.join(' ')} ended. ${complaint}`);
  return { child, said: Started.parse(JSON.parse(line.value)) };
}

async function stopped(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  return child.exitCode;
}

const LISTENS = '0A';

/** The addresses at which a process listens, as Linux has them: `0100007F` is 127.0.0.1. */
function listeningAddresses(pid: number): string[] {
  const own = new Set(
    readdirSync(`/proc/${String(pid)}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/u.exec(readlinkSync(`/proc/${String(pid)}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed meanwhile.
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${String(pid)}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((row) => row.trim().split(/\s+/u))
      .filter(([, , , state, , , , , , inode]) => state === LISTENS && own.has(inode ?? ''))
      .map(([, local]) => local?.split(':')[0] ?? ''),
  );
}

const LOOPBACK_4 = '0100007F';
const ANY_4 = '00000000';

describe.skipIf(process.platform !== 'linux')('the sockets of a running program', () => {
  it('are on the loopback address alone for casebook serve', async () => {
    const { child, said } = await started('serve', path);
    expect(new URL(said.url).protocol).toBe('http:');
    expect(listeningAddresses(child.pid ?? 0)).toEqual([LOOPBACK_4]);
    expect(await stopped(child)).toBe(0);
  });

  it('are on the loopback address alone for casebook host, unless it is told otherwise', async () => {
    const { child, said } = await started(
      'host',
      path,
      '--listen',
      '127.0.0.1:0',
      '--public-url',
      'http://localhost:0',
    );
    expect(listeningAddresses(child.pid ?? 0)).toEqual([LOOPBACK_4]);
    expect((await fetch(`${said.url}/health`)).status).toBe(200);
    expect(await stopped(child)).toBe(0);
    expect(readdirSync(path)).not.toContain('casebook.lock');
  });

  it('are on every address where the host is told so, over TLS', async () => {
    const { child, said } = await started(
      ...`host ${path} --listen 0.0.0.0:0 --public-url https://localhost:0 --as ana --log-requests`.split(
        ' ',
      ),
      '--tls-cert',
      cert,
      '--tls-key',
      key,
    );
    expect(said.open.startsWith(`${said.url}/open?token=`)).toBe(true);
    expect(listeningAddresses(child.pid ?? 0)).toEqual([ANY_4]);
    const other = await casebook(
      'host',
      path,
      '--public-url',
      'http://localhost:0',
      '--listen',
      '127.0.0.1:0',
    );
    expect([other.code, other.stderr]).toEqual([3, expect.stringMatching(/read-only\. In use by/u)]);
    expect(await stopped(child)).toBe(0);
  });
});

describe('casebook host', () => {
  const local = ['--listen', '127.0.0.1:0', '--public-url', 'http://localhost:0'] as const;
  it.each([
    ['without an address', [], 2, /--public-url/u],
    ['without encryption', ['--listen', '0.0.0.0:0', '--public-url', 'https://a.example'], 1, /Without TLS/u],
    ['for an address that is not https', ['--public-url', 'http://a.example'], 2, /not encrypted/u],
    ['at no address', ['--listen', 'here', '--public-url', 'https://a.example'], 2, /HOST:PORT/u],
    ['with half a certificate', [...local, '--tls-cert', cert], 2, /go together/u],
    ['with a key that is missing', [...local, '--tls-cert', cert, '--tls-key', '/no'], 3, /cannot be read/u],
    ['behind nobody', [...local, '--behind-proxy', 'proxy'], 2, /not an IP address/u],
    ['as somebody who is no curator', [...local, '--as', 'bo'], 2, /no active curator.*ana/u],
  ] as const)('does not start %s', async (_how, words, code, said) => {
    const finished = await casebook('host', member, ...words);
    expect([finished.code, finished.stderr]).toEqual([code, expect.stringMatching(said)]);
    expect(readdirSync(member)).not.toContain('casebook.lock');
  });
});
