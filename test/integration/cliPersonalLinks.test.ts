import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import { PersonalLinks } from '../../electron/hosts/browser/personalLinks.ts';
import { userFolders } from '../../electron/hosts/userFolders.ts';
import { put } from '../helpers/casebooks.ts';
import { casebook as command, documentOf } from '../helpers/commandLine.ts';
import { testPorts } from '../helpers/core.ts';
import { hostFetch } from '../helpers/hostFetch.ts';
import { present } from '../helpers/present.ts';
import { completeStudySession, studyCasebook } from '../helpers/study.ts';

const Made = z.object({
  links: z.array(z.object({ participant: z.string(), name: z.string(), link: z.string() })),
});

/** A study with three participants, one of whom has finished; the casebook is closed. */
async function study() {
  const book = await studyCasebook();
  const participants = await book.participants(3);
  const first = present(participants[0]);
  await completeStudySession(first.window, first.studySessionId);
  await book.core.close();
  const dir = book.folder.join('a.casebook');
  const links = async (...more: string[]) =>
    documentOf(await command('study', dir, 'links', 'Baseline', ...more, '--json'), Made).links;
  return Object.assign(book, { dir, enrolled: participants, links });
}

const file = (): string => join(userFolders().settings, 'personalLinks.json');
const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

describe('casebook study DIR links TITLE', () => {
  let book: Awaited<ReturnType<typeof study>>;
  beforeEach(async () => {
    book = await study();
    return () => book[Symbol.asyncDispose]();
  });

  it('makes a link for each participant who has not finished, which leads to their study session here', async () => {
    await book.links();
    const running = new PersonalLinks(file());
    const made = await book.links();
    expect(made.map(({ participant }) => participant)).toEqual(['P02', 'P03']);
    // A program that has been running knows them, too.
    expect(made.map(({ link }) => running.find(tokenOf(link)))).toEqual(
      book.enrolled.slice(1).map(({ studySessionId }) => studySessionId),
    );
    for (const { link } of made) {
      const { hostname, port, pathname } = new URL(link);
      expect(hostname).toBe(running.name);
      expect(Number(port)).toBeGreaterThan(0);
      expect(pathname).toBe('/sit');
    }
    const [again] = await book.links();
    expect(running.find(tokenOf(made[0]?.link ?? ''))).toBeNull();
    expect(running.find(tokenOf(again?.link ?? ''))).toBe(book.enrolled[1]?.studySessionId);
    const [plain] = await book.links('--plain-address');
    expect(new URL(plain?.link ?? '').hostname).toBe('127.0.0.1');
  });

  it('opens the study in the app that casebook serve opens', async () => {
    const [made] = await book.links();
    const core = createCore(testPorts(book.folder.path));
    await core.keeper.open(book.dir);
    const pages = book.folder.join('pages');
    mkdirSync(pages, { recursive: true });
    put(join(pages, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
    const host = await startBrowserHost({ core, port: 0, personalLinks: file(), rendererFolder: pages });
    try {
      const { hostname } = new URL(made?.link ?? '');
      const address = `http://${hostname}:${new URL(host.url).port}/sit?token=`;
      const entered = await hostFetch(new Request(`${address}${tokenOf(made?.link ?? '')}`));
      expect(entered.status).toBe(200);
      expect(entered.headers.get('set-cookie')).toContain('HttpOnly');
      expect((await hostFetch(new Request(`${address}guess`))).status).toBe(401);
    } finally {
      await host.close();
      await core.close();
    }
  });

  it('makes them for the host whose address is named', async () => {
    const made = await book.links('--public-url', 'https://study.example.org');
    expect(made.map(({ participant }) => participant)).toEqual(['P02', 'P03']);
    const core = createCore(testPorts(book.folder.path));
    const { webAccess } = await core.keeper.open(book.dir);
    for (const { link } of made) {
      const [, secret = ''] = /^https:\/\/study\.example\.org\/p\/(.+)$/u.exec(link) ?? [];
      expect(webAccess.byPersonalLink(secret, 'a browser')).not.toBeNull();
    }
    await core.close();
  });

  it('says what is missing: participants, an open study, the address for a list of ids', async () => {
    const ids = put(book.folder.join('ids.txt'), 'x\n');
    expect(await command('study', book.dir, 'links', 'Baseline', ids)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('leave the file out'),
    });
    await command('study', book.dir, 'close', 'Baseline');
    expect(await command('study', book.dir, 'links', 'Baseline')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The study "Baseline" is closed.'),
    });
    await command('study', book.dir, 'new', 'Empty');
    await command('study', book.dir, 'open', 'Empty');
    expect(await command('study', book.dir, 'links', 'Empty')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No links were made. Enrol participants first'),
    });
  });
});
