import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Core } from '../../electron/core/app/createCore.ts';
import { choices, type GivenBox, type GivenItem, makeRatedCasebook } from '../helpers/ratedCasebook.ts';

/** What three people say of the place and the light, item by item; null: not answered yet. */
const SAID: readonly (readonly (readonly [place: string, light: string] | null)[])[] = [
  [
    ['indoors', 'day'],
    ['indoors', 'day'],
    ['indoors', 'day'],
  ],
  [
    ['outdoors', 'day'],
    ['outdoors', 'dusk'],
    ['indoors', 'day'],
  ],
  [
    ['outdoors', 'night'],
    ['outdoors', 'night'],
    ['outdoors', 'night'],
  ],
  [
    ['indoors', 'night'],
    ['indoors', 'night'],
    ['indoors', 'dusk'],
  ],
  [
    ['outdoors', 'day'],
    ['outdoors', 'day'],
    ['outdoors', 'day'],
  ],
  [
    ['indoors', 'day'],
    ['outdoors', 'day'],
    ['indoors', 'day'],
  ],
  [
    ['outdoors', 'dusk'],
    ['outdoors', 'dusk'],
    ['outdoors', 'dusk'],
  ],
  [
    ['indoors', 'day'],
    ['indoors', 'day'],
    ['indoors', 'day'],
  ],
  [['outdoors', 'night'], ['outdoors', 'night'], null],
  [['indoors', 'day'], null, null],
];
const RATERS = ['ben', 'cleo', 'dana'] as const;

/** In the second item all draw the person, two the sign. */
const BOXES: readonly (readonly GivenBox[])[] = [
  [
    { label: 'person', x: 180, y: 160, width: 120, height: 200 },
    { label: 'sign', x: 420, y: 80, width: 90, height: 60 },
  ],
  [
    { label: 'person', x: 188, y: 154, width: 126, height: 212 },
    { label: 'sign', x: 426, y: 84, width: 84, height: 60 },
  ],
  [{ label: 'person', x: 172, y: 166, width: 120, height: 190 }],
];

const items = SAID.map((row, at): GivenItem => ({
  externalId: `street-${String(at + 1).padStart(2, '0')}.jpg`,
  ratings: RATERS.map((rater, column) => {
    const said = row[column] ?? null;
    return {
      rater,
      answer: said === null ? null : { place: said[0], light: said[1] },
      boxes: at === 1 ? (BOXES[column] ?? []) : [],
    };
  }),
}));

/** Opens a casebook of three raters in place of what is open, and asks who the current user is. */
export async function openRated(page: Page, core: Core, folder: string): Promise<void> {
  const path = join(folder, 'Streets.casebook');
  if (!existsSync(path)) {
    await makeRatedCasebook(path, {
      title: 'Streets',
      vocabulary: choices({ place: ['indoors', 'outdoors'], light: ['day', 'dusk', 'night'] }, [
        'person',
        'sign',
      ]),
      photographs: 5,
      settled: true,
      items,
    });
  }
  await core.keeper.open(path);
  await page.reload();
  await page.getByRole('heading', { name: 'Choose your name' }).waitFor();
}

/** Somebody becomes the current user, at the start or later. */
export async function sitDown(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^Working as/u });
  if ((await menu.count()) === 0) {
    await page
      .getByRole('list', { name: 'People' })
      .getByRole('button', { name: new RegExp(`^${name}`, 'u') })
      .click();
  } else {
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
  await page.getByText(`You now work as ${name}.`).waitFor({ state: 'detached' });
}
