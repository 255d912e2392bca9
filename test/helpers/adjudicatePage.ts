import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Person } from '../../shared/contract/application.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { type AppWindow, type RunningApp, startApp } from './browserHost.ts';
import { quietly, readObjects } from './casebooks.ts';
import { temporaryFolder } from './core.ts';
import { ADJUDICATOR, RATERS, SECOND } from './disputedCasebook.ts';
import { present } from './present.ts';
import { quiet } from './quiet.ts';

/** The adjudicator's screen, of the test that runs now. */
export interface AdjudicatePage {
  readonly app: () => RunningApp;
  readonly page: () => Page;
  /** Begins as the adjudicator in a casebook made by `make`. */
  readonly begin: (make: (path: string) => Promise<unknown>) => Promise<void>;
  readonly cases: () => Locator;
  /** The items in the queue, by the names that they had when they were made. */
  readonly caseNames: () => Promise<(string | undefined)[]>;
  /** What Adjudicate calls an item now: a number before the decision. */
  readonly shownName: (name: string) => string;
  /** The last cell of a line: what is decided. */
  readonly decision: (name: string | RegExp) => Promise<string>;
  /** What is told once it is decided. */
  readonly reveal: () => Locator;
  readonly open: (name: string) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Where raters' names came over the wire so far, once everything that is under way has been looked at. */
  readonly namesSeen: () => Promise<readonly string[]>;
  readonly itemId: (name: string) => ItemId;
  readonly person: (handle: string) => Person;
  /** Who is deciding on an item, as the other adjudicator sees it. */
  readonly claimOf: (name: string) => string | null;
  /** What the export says of an item. */
  readonly exported: (name: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** Registers the hooks that give each test an app of its own. */
export function useAdjudicate(): AdjudicatePage {
  let app: RunningApp;
  let window: AppWindow;
  let page: Page;
  /** What came over the wire with a rater's name in it: the procedures. */
  let named: string[];
  /** Bodies that are still being read. */
  let reading: Promise<void>[];
  const folder = temporaryFolder();
  /** Casebooks by what made them: each is made once, and copied for each test. */
  const made = new Map<unknown, string>();

  beforeEach(async () => {
    app = await startApp();
  });

  afterEach(async () => {
    await app.close();
    expect(window.complaints).toEqual([]);
  });

  afterAll(() => {
    folder[Symbol.dispose]();
  });

  /** Begins as the adjudicator in a casebook made by `make`. */
  async function begin(make: (path: string) => Promise<unknown>): Promise<void> {
    const master = made.get(make) ?? folder.join(`${String(made.size)}.casebook`);
    if (!made.has(make)) await make(master);
    made.set(make, master);
    const path = join(app.folder, 'Disputed.casebook');
    cpSync(master, path, { recursive: true });
    await app.core.keeper.open(path);
    window = await app.open();
    page = window.page;
    named = [];
    reading = [];
    const names = page.getByRole('list', { name: 'People' });
    await names
      .or(page.getByRole('link', { name: 'Adjudicate' }))
      .first()
      .waitFor();
    if (await names.isVisible()) {
      await names.getByRole('button', { name: ADJUDICATOR }).click();
      // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
      await page.getByRole('button', { name: `Working as ${ADJUDICATOR}` }).waitFor();
      await quiet(page);
    }
    await page.getByRole('link', { name: 'Adjudicate' }).click();
    await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      // Who works on the casebook is no secret; who said what is.
      if (!pathname.startsWith('/rpc/') || pathname === '/rpc/people/list') return;
      const read = async (): Promise<void> => {
        const text = await response.text();
        if (RATERS.some((rater) => text.includes(rater))) named.push(pathname);
      };
      // An answer to a page that has gone on to another place has no body any more.
      reading.push(read().catch(() => undefined));
    });
  }

  const cases = (): Locator => page.getByRole('navigation', { name: 'Cases' });
  const caseNames = async () => {
    const known = new Map(allItems().map(({ externalId }) => [shownName(externalId), externalId]));
    return (await cases().getByRole('listitem').getByRole('button').allInnerTexts()).map((text) =>
      known.get(text.split('\n')[0] ?? ''),
    );
  };
  const shownName = (name: string): string => {
    const { adjudications, casebook } = app.core.services();
    const [task] = casebook.benchmark.tasks;
    const looked = adjudications.look(itemId(name), task?.id ?? '', person(ADJUDICATOR));
    return looked.hidden?.name ?? name;
  };
  const line = (name: string | RegExp): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  /** The last cell of a line: what is decided. */
  const decision = async (name: string | RegExp): Promise<string> =>
    (await line(name).getByRole('cell').last().innerText()).replaceAll('\n', ' ');
  const reveal = (): Locator => page.getByRole('region', { name: 'Decision', exact: true });

  async function open(name: string): Promise<void> {
    await cases()
      .getByRole('button', { name: new RegExp(`^${shownName(name)}`, 'u') })
      .click();
    await page.getByRole('heading', { name: shownName(name), exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Decision' }).waitFor();
    await page.getByRole('button', { name: 'Decide' }).waitFor();
  }

  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  /** What raters' names came over the wire with so far, once everything that is under way has been looked at. */
  async function namesSeen(): Promise<readonly string[]> {
    await quiet(page);
    await Promise.all(reading);
    return named;
  }

  function allItems() {
    const sort = { by: 'imported', descending: false } as const;
    return app.core.services().items.list({}, sort, 0, 100, everything).rows;
  }

  function itemId(name: string): ItemId {
    const found = present(allItems().find(({ externalId }) => externalId === name));
    return found.id;
  }

  function person(handle: string): Person {
    return present(
      app.core
        .services()
        .people.list()
        .find((each) => each.handle === handle),
      `There is no ${handle}.`,
    );
  }

  /** Who is deciding on an item, as the other adjudicator sees it. */
  function claimOf(name: string): string | null {
    const { adjudications } = app.core.services();
    return adjudications.look(itemId(name), 'annotate', person(SECOND)).claim?.name ?? null;
  }

  /** What the export says of an item. */
  async function exported(name: string) {
    const target = join(app.folder, 'export.json');
    await app.core
      .services()
      .importExport.export(
        { target, format: 'generic', status: null, images: 'none', force: true },
        null,
        quietly,
      );
    const Item = z.looseObject({ id: z.string(), attributes: z.record(z.string(), z.unknown()).optional() });
    return readObjects(target)
      .map((raw) => Item.parse(raw))
      .find(({ id }) => id === name)?.attributes;
  }

  return {
    app: () => app,
    page: () => page,
    begin,
    cases,
    caseNames,
    shownName,
    decision,
    reveal,
    open,
    press,
    namesSeen,
    itemId,
    person,
    claimOf,
    exported,
  };
}
