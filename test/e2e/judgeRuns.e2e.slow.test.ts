import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answeredCasebook } from '../helpers/answeredCasebook.ts';
import { accessibilityProblems } from '../helpers/accessibility.ts';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { testPorts } from '../helpers/core.ts';
import { agreeable, type JudgeServer, startJudgeServer } from '../helpers/judgeServer.ts';
import { runInPalette } from '../helpers/palette.ts';
import { until } from '../helpers/until.ts';

const KEY = 'sk-a-secret-of-the-tests-0123456789';

let app: RunningApp;
let server: JudgeServer;
let window: AppWindow;
// Each run, a second attempt as well, has an app and a casebook of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  server = await startJudgeServer();
  const path = join(app.folder, 'a.casebook');
  await (await answeredCasebook(path, testPorts(app.folder), { clued: 3, unclued: 3 })).close();
  await app.core.keeper.open(path);
  window = await app.open();
});
afterEach(async () => {
  await app.close();
  await server[Symbol.asyncDispose]();
});

const button = (name: string) => window.page.getByRole('button', { name, exact: true });

it('LLM judges: where to, a dry run, a key, a run stopped and resumed, every request, another computer', async () => {
  await findsThePage();
  await dryRun();
  await takesAKey();
  await runs();
  await showsCalls();
  await asksBefore();
});

/** Found by its command; says what leaves the machine, and where to. */
async function findsThePage(): Promise<void> {
  const { page } = window;
  await page.getByRole('link', { name: 'Library' }).waitFor();
  await runInPalette(page, 'LLM judge');
  await page.getByRole('heading', { name: 'LLM judge', exact: true }).waitFor();
  const endpoint = page.getByLabel('Endpoint');
  await endpoint.fill('http://judge.example/v1');
  await page.getByText('Another computer.').waitFor();
  await page.getByText('Not encrypted').waitFor();
  await endpoint.fill('https://judge.example/v1');
  await page.getByText('Not encrypted').waitFor({ state: 'detached' });
  await endpoint.fill(server.endpoint);
  await page.getByText('Casebook sends nothing elsewhere').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
}

/** The first request, and nothing started while the switch is off. */
async function dryRun(): Promise<void> {
  const { page } = window;
  await page.getByLabel('Model').fill('judge-1');
  await button('Dry run').click();
  await page.getByRole('region', { name: 'Dry run' }).getByText('30 requests').waitFor();
  await until(() => page.getByLabel('The first request').inputValue()).toContain('A man’s shoe in photo 1');
  await until(() => button('Start').isDisabled()).toBe(true);
  expect(server.seen).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
}

/** A key, which the page neither shows nor keeps. */
async function takesAKey(): Promise<void> {
  const { page } = window;
  await page.getByLabel('Key', { exact: true }).fill(KEY);
  await button('Save key').click();
  await page.getByText('Casebook keeps the key until you close it.').waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).not.toContain(KEY);
  await until(() => page.getByLabel('Key', { exact: true }).inputValue()).toBe('');
}

/** Runs on while one looks elsewhere, is stopped, resumed and done. */
async function runs(): Promise<void> {
  const { page } = window;
  const held = Promise.withResolvers<void>();
  server.behave(async (request) => {
    if (server.seen.length > 8) await held.promise;
    return request.prompt.includes('Photo 5')
      ? { kind: 'reply', content: 'Hard to say.' }
      : agreeable(request);
  });
  await page.getByRole('switch').focus();
  await page.keyboard.press('Space');
  await until(() => button('Start').isEnabled()).toBe(true);
  await button('Start').click();
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByText('8 of 30 decided').waitFor();
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Verdicts' }).click();
  await page.getByRole('link', { name: 'LLM judge' }).click();
  await page.getByText('8 of 30 decided').waitFor();
  await button('Stop').click();
  held.resolve();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await button('Resume').click();
  await page.getByText('Done', { exact: true }).waitFor();
  await page.getByText('28 of 30 decided, 2 unparsed').waitFor();
  expect([...server.delivered.values()].filter((times) => times > 1)).toEqual([]);
  expect(server.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
}

/** Every request with its reply, by what came of it. */
async function showsCalls(): Promise<void> {
  const { page } = window;
  await page.getByText('Unparsed', { exact: true }).first().click();
  const call = page.locator('details').filter({ hasText: 'No clear evidence' });
  await until(() => call.count()).toBe(2);
  await call.first().locator('summary').click();
  const request = call.first().getByLabel('Request');
  await until(() => request.inputValue()).toContain('Photo 5 shows a shoe');
  await until(() => call.first().getByLabel('Reply').inputValue()).toContain('Hard to say.');
  expect(await page.content()).not.toContain(KEY);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(window.complaints).toEqual([]);
}

/** Asked before anything goes to another computer. */
async function asksBefore(): Promise<void> {
  const { page } = window;
  await page.getByLabel('Endpoint').fill('https://judge.example/v1');
  await page.getByLabel('Model').fill('judge-2');
  await button('Start').click();
  const dialog = page.getByRole('dialog', { name: 'Send to judge.example?' });
  await dialog.getByText('30 requests with questions').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(app.core.services().judgeRuns.list()).toHaveLength(1);
}
