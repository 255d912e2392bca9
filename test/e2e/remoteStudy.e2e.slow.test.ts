import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { assignment } from '../helpers/assignment.ts';
import { filesIn } from '../helpers/casebooks.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { serveOtherOrigin } from '../helpers/otherOrigin.ts';
import {
  answerStep,
  arrive,
  atOnce,
  attention,
  importArgus,
  openStudy,
  type OpenStudy,
  panelIds,
  type Remote,
  screen,
  startRemote,
  studyPages,
  type StudyPages,
  takePart,
  type Visitor,
  WRONG,
} from '../helpers/remoteStudyPage.ts';
import { program, resultOf } from '../helpers/participantPackages.ts';
import { quiet } from '../helpers/quiet.ts';
import { LATER, numbersOf } from '../helpers/study.ts';
import { until } from '../helpers/until.ts';

/*
 * People from a panel, each with a browser of their own, by one study link over TLS: who agrees, who does not, who stays
 * away, who comes back, and what they take home; and what a page of another origin can do to them.
 */

const ITEMS = 3;
const PLACES = 18;
const SILENCE_MINUTES = 15;
const PANEL = 'https://app.prolific.com/submissions/complete?cc=';
const outcomeOf = (code: string) => ({ code, address: `${PANEL}${code}` });
const OUTCOMES = {
  complete: outcomeOf('DONE71'),
  screenedOut: outcomeOf('OUT72'),
  attention: outcomeOf('CHECK73'),
};

let remote: Remote;
let study: OpenStudy;
let visitors: Visitor[];
/** Everybody whose ids of the panel must be nowhere. */
let names: string[];

beforeEach(async () => {
  remote = await startRemote('argus', (services, folder) => importArgus(services, folder, ITEMS));
  visitors = [];
  names = [];
  study = await openStudy(
    remote,
    'Everyday dangers',
    { attention: attention(2) },
    {
      places: PLACES,
      silenceMinutes: SILENCE_MINUTES,
      failedChecks: 0,
      outcomes: OUTCOMES,
      device: { width: 0, height: 0, touch: true },
      screening: [
        {
          prompt: 'Do you see well?',
          options: [
            { text: 'Yes', passes: true },
            { text: 'No', passes: false },
          ],
        },
      ],
    },
  );
});

afterEach(async () => {
  await remote[Symbol.asyncDispose]();
});

/** What a page that leads home finds there, and how the study stood when it came. */
interface Return {
  readonly code: string;
  readonly referrer: string | null;
  /** Whether the core had all their answers, and how many steps they were asked. */
  readonly ended: boolean;
}

interface Somebody {
  readonly name: string;
  readonly visitor: Visitor;
  readonly pages: StudyPages;
  readonly returns: readonly Return[];
}

const Stand = z.object({ ended: z.int().nullable(), answers: z.int(), plan: z.string().nullable() });

/** How somebody's study session stands in the casebook. */
function standOf(name: string): z.infer<typeof Stand> {
  return Stand.parse(
    remote.core
      .services()
      .casebook.database.prepare<[string]>(
        `SELECT s.ended_at AS ended, s.plan,
           (SELECT count(*) FROM current_response r WHERE r.session_id = s.id) AS answers
         FROM panel_identity p JOIN arrival a ON a.id = p.arrival_id LEFT JOIN session s ON s.id = a.session_id
         WHERE p.panel_id = ?`,
      )
      .get(panelIds(name).PROLIFIC_PID),
  );
}

/** A browser of somebody's, for whom the panel's own page is there, too. */
async function somebody(name: string, options: BrowserContextOptions = {}): Promise<Somebody> {
  const visitor = await remote.visitor(options);
  visitors.push(visitor);
  names.push(name);
  const returns: Return[] = [];
  await visitor.context.route('https://app.prolific.com/**', async (route) => {
    const request = route.request();
    const code = new URL(request.url()).searchParams.get('cc') ?? '';
    const { ended } = standOf(name);
    returns.push({ code, referrer: await request.headerValue('referer'), ended: ended !== null });
    await route.fulfill({ contentType: 'text/html', body: '<title>Prolific</title><h1>Welcome back</h1>' });
  });
  return { name, visitor, pages: studyPages(visitor.page), returns };
}

const comeIn = ({ name, pages }: Somebody, options?: readonly string[]): Promise<void> =>
  arrive(pages, study.linkOf(name), options);

/** Reads the code on the last page, and goes back to the panel by its button. */
async function goHome({ pages, visitor, returns }: Somebody, code: string): Promise<void> {
  const { page } = pages;
  await page.getByText(code, { exact: true }).waitFor();
  expect(returns).toEqual([]);
  await visitor.wire.settle();
  await pages.button('returnNow').click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(returns).toEqual([{ code, referrer: null, ended: code !== OUTCOMES.screenedOut.code }]);
  expect(visitor.complaints).toEqual([]);
}

async function done(who: Somebody): Promise<void> {
  await who.visitor.context.close();
}

async function declines(name: string): Promise<void> {
  const who = await somebody(name);
  const { pages } = who;
  await pages.page.goto(study.linkOf(name));
  await pages.heading('consentTitle').waitFor();
  await pages.button('disagree').click();
  await pages.heading('declinedTitle').waitFor();
  for (const { code } of Object.values(OUTCOMES))
    expect(await pages.page.getByText(code, { exact: false }).count()).toBe(0);
  await who.visitor.wire.settle();
  expect(who.visitor.complaints).toEqual([]);
  await done(who);
}

async function isScreenedOut(name: string): Promise<void> {
  const who = await somebody(name);
  await comeIn(who, ['No']);
  await who.pages.heading('screenedOutTitle').waitFor();
  await goHome(who, OUTCOMES.screenedOut.code);
  await done(who);
}

/** Goes to the second step of the first item, and writes half an answer that the casebook has. */
async function stopsHalfway(who: Somebody): Promise<string> {
  const { page } = who.pages;
  await comeIn(who);
  await takePart(who.pages, { until: (_, steps) => steps === 1 });
  const half = `Half a thought of ${who.name}`;
  const kept = page.waitForResponse(
    (response) =>
      response.url().endsWith('/rpc/studySessions/keep') &&
      (response.request().postData() ?? '').includes(half) &&
      response.ok(),
  );
  await onScreen(page);
  await page.getByRole('textbox').fill(half);
  await kept;
  await who.visitor.wire.settle();
  return half;
}

async function fallsSilent(name: string): Promise<void> {
  const who = await somebody(name);
  await stopsHalfway(who);
  await who.pages.page.close();
  await done(who);
}

/** Stops in the middle and goes on with a phone, by the same link. */
async function changesDevice(name: string): Promise<void> {
  const first = await somebody(name);
  const half = await stopsHalfway(first);
  const asked = await first.pages.title();
  await done(first);
  const second = await somebody(name, {
    viewport: { width: 390, height: 844 },
    screen: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await second.pages.page.goto(study.linkOf(name));
  await second.pages.wayOn().waitFor();
  expect(await second.pages.title()).toBe(asked);
  await until(() => second.pages.page.getByRole('textbox').inputValue()).toBe(half);
  await finishes(second);
}

async function finishes(who: Somebody): Promise<void> {
  await takePart(who.pages);
  await goHome(who, OUTCOMES.complete.code);
  await done(who);
}

async function takesPart(name: string): Promise<void> {
  const who = await somebody(name);
  await comeIn(who);
  await finishes(who);
}

async function failsTheCheck(name: string): Promise<void> {
  const who = await somebody(name);
  await comeIn(who);
  await takePart(who.pages, { option: WRONG });
  await goHome(who, OUTCOMES.attention.code);
  await done(who);
}

async function opensASecondTab(name: string): Promise<void> {
  const who = await somebody(name);
  const { pages, visitor } = who;
  await comeIn(who);
  await takePart(pages, { until: (_, steps) => steps === 1 });
  const asked = await pages.title();
  const second = studyPages(await visitor.tab());
  await second.page.goto(study.linkOf(name));
  await second.wayOn().waitFor();
  expect(await second.title()).toBe(asked);
  // The first tab notices by itself, and shows the question no more.
  await pages.heading('takenOverTitle').waitFor();
  const question = /(?:Basic|Deceptive) \d\?/u;
  expect(await second.page.getByText(question).count()).toBeGreaterThan(0);
  expect(await pages.page.getByText(question).count()).toBe(0);
  await quiet(pages.page);
  await pages.page.close();
  await takePart(second);
  const others = visitor.complaints.filter((complaint) => !complaint.includes('status of 400'));
  await goHome(
    { ...who, pages: second, visitor: { ...visitor, complaints: others } },
    OUTCOMES.complete.code,
  );
  await done(who);
}

async function leaves(name: string): Promise<void> {
  const who = await somebody(name);
  const { pages, visitor } = who;
  await comeIn(who);
  await takePart(pages, { until: (_, steps) => steps === 3 });
  await pages.button('leave').click();
  const dialog = pages.page.getByRole('dialog', { name: pages.say('leaveTitle') });
  await dialog.getByText(pages.say('leaveKept'), { exact: false }).waitFor();
  await dialog.getByRole('button', { name: pages.say('leaveForGood') }).click();
  await pages.heading('leftTitle').waitFor();
  await visitor.wire.settle();
  expect(await pages.button('returnNow').count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await done(who);
}

/** The last answer does not arrive for a while: until it does, the page leads nowhere. */
async function losesTheConnection(name: string): Promise<void> {
  const who = await somebody(name);
  const { pages, visitor, returns } = who;
  await comeIn(who);
  const steps = z.array(z.object({ kind: z.string() })).parse(JSON.parse(standOf(name).plan ?? '[]'));
  const last = steps.reduce((sum, { kind }) => sum + (kind === 'item' ? 2 : kind === 'attention' ? 1 : 0), 0);
  let isCut = true;
  await visitor.context.route('**/rpc/studySessions/answer', async (route) => {
    if (isCut && standOf(name).answers === last - 1) await route.abort('connectionfailed');
    else await route.continue();
  });
  const notReceived = pages.page.getByText(pages.say('notReceivedTitle'));
  await takePart(pages, { until: (_, given) => given === last - 1 });
  await answerStep(pages);
  await until(() => pages.wayOn().getAttribute('aria-disabled')).toBe('false');
  await pages.wayOn().click();
  await notReceived.waitFor();
  expect(await pages.heading('endTitle').count()).toBe(0);
  expect(standOf(name)).toMatchObject({ ended: null, answers: last - 1 });
  expect(returns).toEqual([]);
  isCut = false;
  // It is sent again by itself.
  await pages.heading('endTitle').waitFor();
  expect(standOf(name).answers).toBe(last);
  // This one is led home without doing anything.
  await pages.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  expect(returns).toEqual([{ code: OUTCOMES.complete.code, referrer: null, ended: true }]);
  expect(visitor.complaints.filter((complaint) => !complaint.includes('net::ERR_'))).toEqual([]);
  await done(who);
}

/** Somebody for whom there is no place at first. */
async function comesLate(name: string): Promise<void> {
  const who = await somebody(name);
  const { pages } = who;
  await pages.page.goto(study.linkOf(name));
  await pages.heading('fullTitle').waitFor();
  await until(async () => (await board()).left).toBe(0);
  remote.clock.ahead += (SILENCE_MINUTES + 1) * 60_000;
  await pages.button('tryAgain').click();
  await pages.heading('consentTitle').waitFor();
  await pages.goOn();
  await screen(pages, ['Yes']);
  await finishes(who);
}

/** Somebody silent whose place went to another. */
async function comesTooLate(name: string): Promise<void> {
  const who = await somebody(name);
  const { pages, visitor } = who;
  await pages.page.goto(study.linkOf(name));
  await pages.heading('releasedTitle').waitFor();
  await visitor.wire.settle();
  expect(visitor.complaints).toEqual([]);
  await done(who);
}

const board = () => numbersOf(remote.ana, study.id);
const called = (what: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${what}${String(index + 1)}`);
const each = (what: (name: string) => Promise<void>, list: readonly string[]) =>
  list.map((name) => () => what(name));

describe('thirty people from a panel', () => {
  it('come by one link, end with the right codes, in balanced groups, and their ids of the panel stay apart', async () => {
    const silent = called('silent', 3);
    await atOnce(6, [
      ...each(fallsSilent, silent),
      () => leaves('leaver'),
      () => failsTheCheck('careless'),
      ...each(declines, called('unwilling', 3)),
      ...each(isScreenedOut, called('other', 4)),
    ]);
    expect(await board()).toMatchObject({ arrived: 12, underWay: 3, left: PLACES - 3 });
    await atOnce(6, [
      ...each(changesDevice, called('mover', 2)),
      () => opensASecondTab('twofold'),
      () => losesTheConnection('unlucky'),
      ...each(takesPart, called('one', PLACES - 3 - 4)),
    ]);
    await comesLate('late');
    await atOnce(2, each(takesPart, called('more', 2)));
    const [back = ''] = silent;
    await comesTooLate(back);

    const groups = [1, 2].map((group) => ({
      group,
      places: PLACES / 2,
      finished: PLACES / 2,
      underWay: 0,
      left: 0,
    }));
    expect(await board()).toMatchObject({
      arrived: 30,
      deciding: 0,
      declined: 3,
      screenedOut: 4,
      underWay: 0,
      silent: 3,
      finished: PLACES,
      attentionFailed: 1,
      withdrawn: 1,
      returned: 0,
      places: PLACES,
      left: 0,
      groups,
      conditions: ['Basic', 'Deceptive'].map((title) => ({ title, answers: PLACES * ITEMS })),
    });
    expectBalance();
    await expectReport();
    await expectNoPanelIds();
  }, 400_000);
});

/** Each item was answered by as many of those who finished in one version as in the other. */
function expectBalance(): void {
  const rows = remote.core
    .services()
    .casebook.database.prepare(
      `SELECT r.item_id AS item, r.condition, count(DISTINCT s.id) AS people FROM current_response r
       JOIN session s ON s.id = r.session_id JOIN arrival a ON a.session_id = s.id
       WHERE s.ended_at IS NOT NULL AND a.released_at IS NULL AND r.purpose = 'main' GROUP BY r.item_id, r.condition`,
    )
    .all();
  const people = z
    .array(z.object({ people: z.int() }))
    .parse(rows)
    .map((row) => row.people);
  expect(people).toEqual(Array.from({ length: ITEMS * 2 }, () => PLACES / 2));
}

async function expectReport(): Promise<void> {
  const target = join(remote.folder, 'report');
  await resultOf(remote.ana.studies.report({ id: study.id, target, force: false, unfinished: false }));
  const readme = filesIn(target)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(target, file), 'utf8'))
    .join('\n');
  for (const row of [
    '| came by the study link | 30 |',
    '| did not agree | 3 |',
    '| screened out | 4 |',
    '| withdrew | 1 |',
    '| failed too many attention checks (excluded) | 1 |',
    '| silent (their place goes to others) | 3 |',
    `| finished and not excluded | ${String(PLACES)} |`,
  ])
    expect(readme).toContain(row);
  expect(readme).toMatch(/Failed \d of \d attention checks; the study allows 0\./u);
}

/** Nothing that anybody got or can be given says who somebody is for the panel. */
async function expectNoPanelIds(): Promise<void> {
  const ids = [...new Set(names)].flatMap((name) => {
    const { PROLIFIC_PID, SESSION_ID } = panelIds(name);
    return [PROLIFIC_PID, SESSION_ID];
  });
  const { ana, folder, at } = remote;
  const known = await ana.recruitment.get({ id: study.id });
  expect(known?.panelIds).toBe(30);

  for (const { wire } of visitors) {
    const found = wire.bodies.filter(({ text }) => ids.some((id) => text.includes(id)));
    expect(found).toEqual([]);
  }
  const bodies = visitors.flatMap(({ wire }) => wire.bodies);
  expect(bodies.length).toBeGreaterThan(500);
  // What one page could not read before it led on, others did; the link's own page leads on at once.
  const read = new Set(bodies.map(({ path }) => path));
  const unread = visitors.flatMap(({ wire }) => wire.unread);
  expect(unread.filter((path) => !path.startsWith('/s/') && !read.has(path))).toEqual([]);
  const link = new URL(study.linkOf('late'));
  const page = await at.ask(link.pathname + link.search);
  expect(page.status).toBe(200);
  for (const id of ids) expect(JSON.stringify(page)).not.toContain(id);

  const formats = await ana.importExport.formats();
  const written: string[] = [];
  for (const { id, writes } of formats) {
    if (writes === null) continue;
    const target = join(folder, 'exports', id);
    const request = { target, format: id, status: null, names: true, times: true, inner: true };
    try {
      await resultOf(ana.importExport.export(request));
      written.push(id);
    } catch (error) {
      // Some formats are about what this casebook has none of.
      expect(error).toMatchObject({ data: { hint: expect.any(String) } });
    }
  }
  expect(written).toEqual(expect.arrayContaining(['argus', 'answers-jsonl', 'ratings-csv']));
  // What an annotator takes home is a casebook, too.
  const { id: personId } = await ana.people.add({ handle: 'bo', name: 'Bo', roles: ['annotator'] });
  await ana.assignments.assign(assignment({ items: { filter: {} }, task: 'validate', people: [personId] }));
  const path = join(folder, 'bo.casebook-package');
  await resultOf(ana.merging.package({ personId, target: path }));
  const elsewhere = await program(join(folder, 'package'));
  await elsewhere.window.casebooks.openPackage({ path, target: join(folder, 'package', 'a.casebook') });
  await elsewhere.close();

  for (const where of ['report', 'exports', 'package']) {
    const files = filesIn(join(folder, where));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const content = readFileSync(join(folder, where, file));
      expect(ids.filter((id) => content.includes(id))).toEqual([]);
    }
  }
}

describe('a participant', () => {
  it('receives nothing that is asked later, that the item says, or that tells of anybody else', async () => {
    for (const name of ['a', 'b']) await takesPart(name);
    const who = await somebody('c');
    await comeIn(who);
    await takePart(who.pages);
    const { wire } = who.visitor;
    await wire.settle();
    const Page = z.object({
      json: z.object({ now: z.object({ view: z.string(), prompt: z.string().optional() }) }),
    });
    const asked = new Set<string>();
    const questions = called('', ITEMS).flatMap((number) =>
      ['Basic', 'Deceptive'].map((version) => `${version} ${String(Number(number) - 1)}?`),
    );
    const everything = wire.bodies.map(({ text }) => text).join('\n');
    for (const { path, text } of wire.bodies) {
      if (path.startsWith('/rpc/')) {
        const body: unknown = JSON.parse(text.slice(text.indexOf('\n') + 1) || 'null');
        const page = Page.safeParse(body);
        const prompt = page.success ? page.data.json.now.prompt : undefined;
        for (const question of questions) if (prompt?.includes(question) === true) asked.add(question);
      }
      for (const question of questions) if (!asked.has(question)) expect(text).not.toContain(question);
    }
    // One version of every item was asked.
    expect(asked.size).toBe(ITEMS);
    expect(everything).not.toContain(LATER);
    const state = z
      .object({
        json: z.object({ casebook: z.object({ person: z.object({ handle: z.string() }).nullable() }) }),
      })
      .array()
      .parse(
        wire.bodies
          .filter(({ path }) => path === '/rpc/application/state')
          .map(({ text }) => JSON.parse(text.slice(text.indexOf('\n') + 1)) as unknown),
      );
    const own = state.at(-1)?.json.casebook.person?.handle;
    expect(own).toMatch(/^P0\d$/u);
    const people = await remote.ana.people.list();
    expect(people).toHaveLength(4);
    for (const { id, handle, name } of people) {
      if (handle === own) continue;
      for (const told of [id, `"${handle}"`, `"${name}"`]) expect(everything).not.toContain(told);
    }
    await done(who);
  });
});

describe('a page of another origin', () => {
  it.each(['localhost', '127.0.0.1'] as const)(
    'on %s gets and changes nothing of a participant',
    async (at) => {
      const who = await somebody('victim');
      const { pages } = who;
      await comeIn(who);
      await pages.heading('instructionsTitle').waitFor();
      const { studySessionId: id } = (await remote.ana.studies.participants({ id: study.id }))[0] ?? {};
      await attack(who.visitor, at, {
        'studySessions/withdraw': { id },
        'application/state': undefined,
        'studySessions/look': { id },
      });
      expect(await board()).toMatchObject({ arrived: 1, underWay: 1, withdrawn: 0 });
      // The participant goes on as if nothing had been.
      await pages.page.goto(remote.at.url.href);
      await takePart(pages);
      expect(await board()).toMatchObject({ arrived: 1, finished: 1 });
    },
  );

  it('gets and changes nothing of the owner', async () => {
    const owner = await remote.visitor();
    await owner.page.goto(remote.at.host.newOpenUrl());
    // A screen that asks for nothing more: whatever the host answers from now on is about the attack.
    await owner.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Team' }).click();
    await owner.page.getByRole('table', { name: 'Browsers signed in' }).waitFor();
    await attack(owner, 'localhost', {
      'people/add': { handle: 'mallory', name: 'Mallory', roles: ['curator'] },
      'people/list': undefined,
      'webAccess/invite': { personId: remote.anaId },
    });
    expect((await remote.ana.people.list()).map(({ name }) => name)).toEqual(['Ana']);
    expect(await remote.ana.webAccess.sessions()).toHaveLength(1);
  });
});

/** Leads a signed-in page elsewhere, and sees that all that is tried from there is refused. */
async function attack(
  { page, wire }: Visitor,
  name: 'localhost' | '127.0.0.1',
  calls: Readonly<Record<string, unknown>>,
): Promise<void> {
  await wire.settle();
  const { pathname: link } = new URL(study.linkOf('mallory'));
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
  );
  const image = remote.core
    .services()
    .casebook.database.prepare<[], string>('SELECT id FROM image')
    .pluck()
    .get();
  const target = {
    origin: remote.at.url.origin,
    calls,
    pages: ['/', link],
    images: [`/image/${String(image)}/shown`],
    scripts: loaded.filter((path) => path.endsWith('.js')).slice(0, 1),
  };
  expect(target.scripts).toHaveLength(1);
  await using other = await serveOtherOrigin(remote.folder, name);
  const before = remote.answered.length;
  expect(await other.attack(page, target)).toEqual({ read: [], drawn: [], framed: [] });
  await other.sendForm(page, target);
  await page.getByRole('heading', { name: 'Another website asked for this' }).waitFor();
  // All of it reached the host, which refused it.
  const answered = remote.answered.slice(before);
  expect(answered.length).toBeGreaterThan(15);
  expect(answered.filter(({ status }) => status !== 403)).toEqual([]);
}
