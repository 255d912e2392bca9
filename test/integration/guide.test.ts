import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats } from '../../electron/core/app/formats.ts';
import { anchorOf, parse } from '../../renderer/screens/help/markdown.ts';
import { guide } from '../../renderer/screens/help/guide.ts';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../helpers/core.ts';
import { commandsOf, documents, misuseOf, runHere, startHere, tokensOf, wordsOf } from '../helpers/guide.ts';
import { makeGuideCasebooks, writeGuideFiles } from '../helpers/guideFiles.ts';
import { noPostgres } from '../helpers/hub.ts';
import { allRuns } from '../helpers/runs.ts';
import { until } from '../helpers/until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENTS = documents('README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md');
const PAGES = documents();

describe('links', () => {
  it.each([...DOCUMENTS])('of %s lead to files and headings that exist', (path, text) => {
    const broken = [...tokensOf(text, 'link'), ...tokensOf(text, 'image')]
      .map(({ href }) => href)
      .filter((href) => !href.startsWith('https://'))
      .filter((href) => !leadsSomewhere(path, href));
    expect(broken).toEqual([]);
  });

  it.each([...PAGES])('of %s stay in the guide, which is read offline', (_path, text) => {
    const hrefs = tokensOf(text, 'link').map(({ href }) => href);
    expect(hrefs.filter((href) => !/^[a-z-]+\.md(?:#[\w-]+)?$/u.test(href))).toEqual([]);
  });
});

function leadsSomewhere(from: string, href: string): boolean {
  const [file = '', anchor] = href.split('#');
  const path = file === '' ? from : join(dirname(from), decodeURIComponent(file));
  if (!existsSync(join(ROOT, path))) return false;
  if (anchor === undefined) return true;
  const text = DOCUMENTS.get(path);
  return text !== undefined && headingsOf(text).includes(anchor);
}

function headingsOf(text: string): readonly string[] {
  return tokensOf(text, 'heading').map((heading) => anchorOf(heading.text));
}

describe('the guide', () => {
  it('lists every page once, and each can be drawn', () => {
    const listed = guide.flatMap(({ pages }) =>
      pages.map(({ name }) => join('resources', 'guide', `${name}.md`)),
    );
    expect(listed.toSorted()).toEqual([...PAGES.keys()].toSorted());
    for (const [path, text] of PAGES) {
      const { headings } = parse(text);
      expect(headings[0]?.depth, path).toBe(1);
      const anchors = headings.map(({ anchor }) => anchor);
      expect(new Set(anchors).size, `${path} has two headings with one anchor`).toBe(anchors.length);
    }
  });

  it.each(formats.list.map(({ id }) => id))('has a heading for the format %s', (id) => {
    const found = [...PAGES].filter(([, text]) =>
      parse(text).headings.some(({ text: heading }) => heading === id),
    );
    expect(found.map(([path]) => path)).toHaveLength(1);
  });

  it.each(benchmarks.map(({ id }) => id))('has a page for the benchmark %s', (id) => {
    expect([...PAGES.keys()]).toContain(join('resources', 'guide', `benchmark-${id}.md`));
  });
});

describe('length', () => {
  it.each([
    ['README.md', 120],
    ['ARCHITECTURE.md', 250],
  ])('%s has at most %i lines', (path, most) => {
    expect((DOCUMENTS.get(path) ?? '').trimEnd().split('\n').length).toBeLessThanOrEqual(most);
  });
});

/** Commands that end with 1 where they find something, which is their purpose. */
const FINDS = new Set(['health', 'check', 'conflicts']);
/** What runs until somebody ends it, and what needs a server: both are tried by themselves. */
const APART = new Set(['serve', 'host', 'hub']);
/** Commands that change no casebook: one that an earlier page had in the same words need not run again. */
const READS = new Set(['agreement', 'export', 'formats', 'health', 'items', 'list', 'metrics', 'proposals']);

/** `npm test` runs the commands of the two documents that people read first, `npm run test:slow` those of all. */
const WITH_COMMANDS = [...documents('README.md', 'CONTRIBUTING.md')]
  .filter(([, text]) => commandsOf(text).length > 0)
  .filter(([path]) => allRuns || path.endsWith('README.md') || path.endsWith('CONTRIBUTING.md'));

describe('commands', () => {
  const folder = temporaryFolder();
  const [before, home] = [process.cwd(), process.env['CASEBOOK_HOME']];
  const prepared = folder.join('prepared');
  const tried = new Set<string>();

  const run = async (...words: string[]): Promise<void> => {
    const { code, said } = await runHere(...words);
    const most = FINDS.has(words[0] ?? '') ? 1 : 0;
    expect(code, `casebook ${words.join(' ')}\n${said}`).toBeLessThanOrEqual(most);
  };

  beforeAll(async () => {
    process.env['CASEBOOK_HOME'] = folder.join('home');
    await writeGuideFiles(prepared);
    process.chdir(prepared);
    await makeGuideCasebooks(run);
  });

  afterAll(() => {
    process.chdir(before);
    if (home === undefined) delete process.env['CASEBOOK_HOME'];
    else process.env['CASEBOOK_HOME'] = home;
    folder[Symbol.dispose]();
  });

  it.each(WITH_COMMANDS)('of %s run', async (_path, text) => {
    const commands = commandsOf(text)
      .flatMap((line) => line.split(' && '))
      .map(casebookWords);
    const made = new Set(commands.flatMap((words) => (words?.[0] === 'new' ? [words[1]] : [])));
    const own = folder.join('page');
    cpSync(prepared, own, { recursive: true, filter: (path) => !made.has(path.split('/').at(-1)) });
    process.chdir(own);
    try {
      for (const words of commands) {
        const [command = ''] = words ?? [];
        if (words === null || APART.has(command) || tried.has(words.join(' '))) continue;
        await run(...words);
        if (READS.has(command)) tried.add(words.join(' '));
      }
    } finally {
      process.chdir(prepared);
      rmSync(own, { recursive: true });
    }
  });

  it('of the hub have the right arguments', () => {
    const commands = hubCommands();
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands) expect(misuseOf(...wordsOf(command)), command).toBeNull();
    expect(misuseOf('hub', 'serve', '--nope')).not.toBeNull();
    expect(misuseOf('hub', 'sync')).not.toBeNull();
  });

  it.skipIf(noPostgres !== null)('of the hub on one computer run', async () => {
    const walk = hubCommands('Try it on one computer');
    expect(walk[0]).toBe('hub serve');
    using own = temporaryFolder();
    cpSync(prepared, own.path, { recursive: true });
    process.chdir(own.path);
    // Beside the test's own folder, which only its user may enter.
    const database = mkdtempSync(join(tmpdir(), 'casebook-guide-hub-'));
    const server = startHere(...wordsOf(walk[0] ?? ''), '--folder', database, '--listen', '127.0.0.1:0');
    try {
      await until(() => server.said.flatMap(invitationsIn)).toHaveLength(1);
      let [invitation = ''] = server.said.flatMap(invitationsIn);
      const address = invitation.replace(/^casebook-hub:|#.*$/gu, '');
      for (const command of walk.slice(1)) {
        const words = wordsOf(command.replace('INVITATION', invitation));
        if (words[1] === 'invite') words.push('--address', address);
        if (words[1] === 'invite' || words[1] === 'people') words.push('--folder', database);
        const { code, said } = await runHere(...words);
        expect(code, `casebook ${command}\n${said}`).toBe(0);
        invitation = invitationsIn(said)[0] ?? invitation;
      }
      expect(existsSync('bo.casebook')).toBe(true);
    } finally {
      expect(await server.interrupt()).toBe(0);
      process.chdir(prepared);
      rmSync(database, { recursive: true, force: true });
    }
  });

  it('of the host have the right arguments', () => {
    const commands = hostCommands().filter((line) => line.startsWith('host '));
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) expect(misuseOf(...wordsOf(command)), command).toBeNull();
    expect(misuseOf('host', 'my.casebook')).not.toBeNull();
    expect(misuseOf('host', '--public-url', 'https://lab.example')).not.toBeNull();
  });

  it('of the host on one computer run', async () => {
    const walk = hostCommands('Try it on one computer').map(wordsOf);
    const host = walk.find(([command]) => command === 'host') ?? [];
    const before = walk.filter((words) => words !== host);
    expect([before.length, host.length]).toEqual([3, 4]);
    using own = temporaryFolder();
    cpSync(prepared, own.path, { recursive: true });
    process.chdir(own.path);
    const said: string[] = [];
    for (const words of before) {
      const ran = await runHere(...words);
      expect(ran.code, `casebook ${words.join(' ')}\n${ran.said}`).toBe(0);
      said.push(...addressesIn(ran.said));
    }
    // The study link is at the address that the host is at.
    const address = new URL(host.at(-1) ?? '');
    const [studyLink] = said.map((each) => new URL(each));
    expect(studyLink?.origin).toBe(address.origin);
    address.port = '0';
    const server = startHere(...host.slice(0, -1), address.href, '--listen', '127.0.0.1:0');
    try {
      await until(() =>
        server.said.flatMap(addressesIn).filter((each) => each.includes('/open?')),
      ).toHaveLength(1);
      const links = server.said.flatMap(addressesIn);
      const ownLink = links.find((each) => each.includes('/open?')) ?? '';
      const at = (path: string): string => new URL(path, ownLink).href;
      expect(await (await fetch(at('/health'))).json()).toEqual({ status: 'ok' });
      expect((await fetch(at('/'))).status).toBe(401);
      for (const link of [ownLink, at(studyLink?.pathname ?? '')]) {
        const answer = await fetch(link);
        expect([answer.status, answer.headers.has('set-cookie')], link).toEqual([200, true]);
      }
    } finally {
      expect(await server.interrupt()).toBe(0);
      process.chdir(prepared);
    }
  });

  it('are tried on every kind of casebook', () => {
    expect(readdirSync(prepared).filter((name) => name.endsWith('.casebook'))).toHaveLength(
      benchmarks.length,
    );
  });
});

/** The commands on the hub's page, or in one section of it, without the program's name. */
const hubCommands = (section?: string): readonly string[] =>
  pageCommands('hub.md', section).filter((line) => line.startsWith('hub '));

/** The same on the page about people elsewhere, whom a host is for. */
const hostCommands = (section?: string): readonly string[] => pageCommands('remote-participants.md', section);

function pageCommands(page: string, section: string | undefined): readonly string[] {
  const text = PAGES.get(join('resources', 'guide', page)) ?? '';
  const sections = text.split(/^## /mu).filter((each) => section === undefined || each.startsWith(section));
  return commandsOf(sections.join('## '))
    .filter((line) => line.startsWith('casebook '))
    .map((line) => line.slice('casebook '.length));
}

const addressesIn = (text: string): readonly string[] => text.match(/https?:\/\/\S+/gu) ?? [];

const invitationsIn = (text: string): readonly string[] => text.match(/^casebook-hub:\S+$/gmu) ?? [];

/** What `casebook` gets; null where the command is one of npm's, whose script has to exist. */
function casebookWords(command: string): string[] | null {
  const [program, ...rest] = wordsOf(command);
  if (program === 'casebook') return rest;
  if (command.startsWith('npm run -s casebook -- ')) return wordsOf(command).slice(5);
  const script = /^npm (?:run )?(?:-s )?([\w:]+)/u.exec(command)?.[1];
  if (script !== 'ci' && script !== 'install')
    expect(Object.keys(packageJson.scripts), command).toContain(script);
  return null;
}
