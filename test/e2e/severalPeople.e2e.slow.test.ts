import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AppWindow, type RunningApp, startApp } from '../helpers/browserHost.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { photograph, PHOTOGRAPHS } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { restingBox } from '../helpers/restingBox.ts';
import { quiet } from '../helpers/quiet.ts';
import { until } from '../helpers/until.ts';

/*
 * A benchmark whose labels several people agree on, from an empty window to the export, as they do it: a curator
 * hands photographs out, two people answer them without seeing each other's answers, the curator sees how far they
 * agree, and a fourth person decides where they do not. Only the screens are used, and the exported files.
 */

type Photo = (typeof PHOTOGRAPHS)[number];
type Place = 'outdoors' | 'indoors';
/** A box, drawn from corner to corner: shares of the canvas. */
type Stroke = readonly [from: readonly [number, number], to: readonly [number, number]];
interface Answer {
  readonly place: Place;
  readonly boxes?: readonly Stroke[];
}

/** Both draw it, one a little further to the right. */
const ENGINE: Stroke = [
  [0.4, 0.4],
  [0.5, 0.5],
];
const ENGINE_TOO: Stroke = [
  [0.41, 0.4],
  [0.51, 0.5],
];
/** Only one sees it. */
const TOWER: Stroke = [
  [0.54, 0.42],
  [0.58, 0.55],
];
/** Neither sees it: who decides draws it. */
const GATE: Stroke = [
  [0.44, 0.56],
  [0.5, 0.6],
];

/** What the two see: they differ in the place of one photograph and in the boxes of two. */
const ANSWERS: Readonly<Record<'Bo Berg' | 'Cy Diethelm', Readonly<Record<Photo, Answer>>>> = {
  'Bo Berg': {
    'acanthus-mollis': { place: 'outdoors' },
    'airplane-from-above': { place: 'outdoors' },
    'allium-oreophilum': { place: 'outdoors' },
    'french-alpine-landscape': { place: 'outdoors', boxes: [ENGINE] },
    'locomotion-house-cat': { place: 'indoors', boxes: [ENGINE] },
  },
  'Cy Diethelm': {
    'acanthus-mollis': { place: 'outdoors' },
    'airplane-from-above': { place: 'outdoors' },
    'allium-oreophilum': { place: 'outdoors' },
    'french-alpine-landscape': { place: 'indoors', boxes: [ENGINE_TOO, TOWER] },
    'locomotion-house-cat': { place: 'indoors' },
  },
};
/**
 * Of five photographs both call three outdoors and one indoors. Observed agreement: 4 of 5. By chance, Bo with 4 of 5
 * outdoors and Cy with 3 of 5: (4 * 3 + 1 * 2) / 25 = 0.56. Cohen's kappa: (0.8 - 0.56) / (1 - 0.56) = 0.5454…
 */
const KAPPA = '0.545';
/** Each drew two boxes, one of them about the same thing: 2 * 1 / (2 + 2). */
const F1 = '0.500';

let app: RunningApp;
let window: AppWindow;
let page: Page;

// Each run, a second attempt as well, has an app of its own: nothing of another is in its way.
beforeEach(async () => {
  app = await startApp();
  mkdirSync(join(app.folder, 'photos'));
  for (const name of PHOTOGRAPHS) copyFileSync(photograph(name), join(app.folder, 'photos', `${name}.jpg`));
  window = await app.open();
  page = window.page;
});

afterEach(async () => {
  await app.close();
  expect(window.complaints).toEqual([]);
});

const rail = (): Locator => page.getByRole('navigation', { name: 'Screens' });
const heading = (name: string | RegExp): Locator => page.getByRole('heading', { name });
const image = (): Locator => page.getByRole('application');

async function goTo(screen: string): Promise<void> {
  await rail().getByRole('link', { name: screen }).click();
}

async function sitDown(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Working as / }).click();
  await page.getByRole('menuitem', { name }).click();
  // A person who chooses their name is led to where they begin once that is read: only then does another screen stay.
  await page.getByRole('button', { name: `Working as ${name}` }).waitFor();
  await quiet(page);
}

async function imageIsReady(): Promise<void> {
  await image().waitFor();
  await until(() => page.getByText('Loading the image…').count()).toBe(0);
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
}

async function draw([from, to]: Stroke): Promise<void> {
  const box = await restingBox(image());
  // Shares of the whole canvas depend on its size alone, which is the same for everybody.
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.keyboard.press('r');
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

/** An empty casebook of one's own, with the photographs in it. */
async function begin(): Promise<void> {
  await page.getByRole('button', { name: 'New casebook…' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Places');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Arendt');
  await page.getByRole('dialog').getByText('Your own label set', { exact: true }).click();
  await page.getByRole('button', { name: /^Create/u }).click();
  await page.getByText('This casebook has no items yet').waitFor();
}

describe('several people, blind', () => {
  it('answer, agree, differ, and are decided upon, from an empty window to the export', async () => {
    await begin();
    await goTo('Settings');
    await page.getByRole('link', { name: 'Vocabulary', exact: true }).click();
    await page.getByRole('button', { name: 'Add a question about the image' }).click();
    await page.getByRole('textbox', { name: 'Question' }).first().fill('Place');
    await page.getByRole('combobox', { name: 'Options of Place' }).click();
    for (const option of ['outdoors', 'indoors']) {
      await page.keyboard.type(option);
      await page.keyboard.press('Enter');
      await until(() => page.getByRole('combobox', { name: 'Options of Place' }).inputValue()).toBe('');
    }
    await page.getByRole('checkbox', { name: 'Place must be answered' }).check();
    await page.getByText('All changes are saved.').waitFor();

    await page.keyboard.press('Control+i');
    await page.getByRole('textbox', { name: 'From' }).fill(join(app.folder, 'photos'));
    await until(() => page.getByRole('combobox', { name: 'Format' }).inputValue()).toBe('Folder of images');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const importing = page.getByRole('dialog', { name: 'Import' });
    await importing.getByText('Imported', { exact: true }).waitFor();
    await importing
      .getByRole('button', { name: /^(Done|Close)/u })
      .last()
      .click();
    await goTo('Library');
    await until(() => page.getByRole('option').count()).toBe(PHOTOGRAPHS.length);
    const photos = await photosByPicture();

    await goTo('Team');
    await page.getByRole('table', { name: 'People' }).waitFor();
    for (const [name, role] of [
      ['Bo Berg', 'Annotator'],
      ['Cy Diethelm', 'Annotator'],
      ['Dag Dahl', 'Adjudicator'],
    ] as const)
      await addPerson(name, role);
    await page.getByRole('button', { name: 'Assign items…' }).click();
    const assigning = page.getByRole('dialog', { name: 'Assign items' });
    await assigning.getByRole('checkbox', { name: 'Bo Berg' }).click();
    await assigning.getByRole('checkbox', { name: 'Cy Diethelm' }).click();
    await assigning.getByRole('textbox', { name: 'People per item' }).fill('2');
    await assigning.getByText('Random per person', { exact: true }).click();
    await assigning.getByRole('textbox', { name: 'Seed' }).fill('7');
    await assigning.getByRole('button', { name: 'Assign 5 items, 2 people each' }).click();
    await page.getByText('5 items assigned (seed 7).').waitFor();
    await progressOf('Bo Berg').getByText('0 of 5').waitFor();

    // Chance has put them in an order of each one's own.
    for (const name of ['Bo Berg', 'Cy Diethelm'] as const)
      expect((await answerAll(name, photos)).toSorted()).toEqual([...PHOTOGRAPHS].toSorted());

    await sitDown('Ana Arendt');
    await page.getByRole('option').first().waitFor();
    await goTo('Team');
    await progressOf('Bo Berg').getByText('5 of 5').waitFor();
    await progressOf('Cy Diethelm').getByText('5 of 5').waitFor();
    await page.getByText('All answers are in; raters differ on 2 items').waitFor();
    await rail()
      .getByRole('link', { name: /2 to decide/u })
      .waitFor();

    await goTo('Agreement');
    await until(() => coefficient('Cohen’s kappa')).toBe(KAPPA);
    await chooseField('Boxes');
    await until(() => coefficient('F1')).toBe(F1);
    await chooseField('Place');
    await until(() => coefficient('Cohen’s kappa')).toBe(KAPPA);
    await page.getByRole('button', { name: 'Bo Berg “outdoors”, Cy Diethelm “indoors”: 1 item' }).click();
    const behind = page.getByRole('complementary', { name: 'Items behind the figure' });
    await behind.getByText('1 item', { exact: true }).waitFor();
    await behind.getByRole('button', { name: /^Open in Adjudicate: french-alpine-landscape/u }).click();
    await heading(/^Case [0-9]{6}$/u).waitFor();
    // Somebody else is to decide: left as it is, the case is nobody's.
    await page.getByRole('button', { name: 'Decide' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();

    await sitDown('Dag Dahl');
    await goTo('Adjudicate');
    await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();
    await page.getByRole('button', { name: 'Open most disputed case' }).click();

    const raters = page
      .getByRole('region', { name: 'Decision', exact: true })
      .getByRole('list', { name: 'Raters' });

    // Of the landscape: the place as one says, the engine in the middle of both, the tower as drawn, and a gate.
    await heading(/^Case [0-9]{6}$/u).waitFor();
    await page.getByRole('button', { name: /^Accept .’s Place: outdoors$/u }).click();
    await until(() => decided('Place')).toMatch(/^outdoors as .$/u);
    await page.getByRole('button', { name: 'Use mean' }).click();
    await until(() => decided('Boxes')).toMatch(/^1 box mean of A, B$/u);
    const alone = page.getByRole('row').filter({ hasText: 'no box' });
    await alone.getByRole('button', { name: /^Accept .’s object/u }).click();
    await until(() => decided('Boxes')).toMatch(/^2 boxes mean of A, B$/u);
    await draw(GATE);
    await until(() => decided('Boxes')).toMatch(/^3 boxes written/u);
    await page.keyboard.press('Control+z');
    await until(() => decided('Boxes')).toMatch(/^2 boxes/u);
    await page.keyboard.press('Control+Shift+z');
    await until(() => decided('Boxes')).toMatch(/^3 boxes/u);
    await page.getByRole('radio', { name: 'Guideline gap' }).check();
    await page.getByRole('textbox', { name: 'Note on the decision' }).fill('Seen from outside.');
    await page.keyboard.press('Control+Enter');
    await raters.getByText('Cy Diethelm').waitFor();
    await page.keyboard.press('Control+Enter');

    // Of the cat one drew a box, the other none: the one who drew it is right.
    await heading(/^Case [0-9]{6}$/u).waitFor();
    const right = page.getByRole('button', { name: /^Accept .’s Boxes: 1 box$/u });
    const [letter = ''] = /(?<=Accept ).(?=’s)/u.exec(await right.innerText()) ?? [];
    await right.click();
    await until(() => decided('Boxes')).toBe(`1 box as ${letter}`);
    await page.getByRole('radio', { name: 'Slip' }).check();
    await page.getByRole('button', { name: 'Decide' }).click();
    await raters
      .getByRole('listitem')
      .filter({ hasText: 'Bo Berg' })
      .getByText(letter, { exact: true })
      .waitFor();
    await raters.getByText('Cy Diethelm').waitFor();
    await heading('locomotion-house-cat.jpg').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Everything is decided').waitFor();
    await page.getByRole('button', { name: 'Accept 3 unanimous items' }).click();
    await page.getByRole('button', { name: 'Accept items' }).click();
    const accepted = page.getByRole('dialog', { name: '3 items accepted' });
    await accepted.waitFor();
    await accepted.getByRole('button', { name: 'Close' }).click();

    // What was decided is accepted by the curator, who sees on the Team screen that it waits.
    await sitDown('Ana Arendt');
    await goTo('Team');
    await page.getByText('2 items, unanimous or decided, are ready to accept').waitFor();
    await page.getByRole('button', { name: 'Show items to accept' }).click();
    await page.getByRole('listbox', { name: '2 items' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: /^Accept/u }).click();
    await page.getByText('No items match').waitFor();
    const target = join(app.folder, 'places');
    await page.keyboard.press('Control+e');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill(target);
    await page.getByRole('checkbox', { name: /^People’s names/u }).check();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText(`Written to ${target}`).waitFor();
    checkExport(target);
  });
});

async function chooseField(name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** A coefficient of agreement as it stands on the screen. */
async function coefficient(name: string): Promise<string> {
  const line = page
    .getByRole('table', { name: 'Coefficients' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  return line.getByRole('cell').first().innerText();
}

async function addPerson(name: string, role: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const roles = page.getByRole('group', { name: 'Roles' });
  for (const each of ['Annotator', 'Adjudicator'])
    await roles.getByRole('checkbox', { name: each }).setChecked(each === role);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: `Work as ${name}` }).waitFor();
}

/** A person's part of the table. */
const progressOf = (name: string): Locator =>
  page.getByRole('table', { name: 'People' }).getByRole('rowgroup').filter({ hasText: name });

/** Raters know a photograph by looking at it; so the test: which picture the Library shows beside which name. */
async function photosByPicture(): Promise<ReadonlyMap<string, Photo>> {
  const found = new Map<string, Photo>();
  for (const name of PHOTOGRAPHS) {
    const option = page.getByRole('option').filter({ hasText: name });
    found.set(await pictureOf(option), name);
  }
  return found;
}

async function pictureOf(entry: Locator): Promise<string> {
  const source = await entry.locator('img').getAttribute('src');
  return present(/\/image\/([^/]+)\//u.exec(source ?? '')?.[1], `There is no picture: ${String(source)}`);
}

/** Somebody chooses their name and answers everything they were given; the photographs in their order. */
async function answerAll(name: keyof typeof ANSWERS, photos: ReadonlyMap<string, Photo>): Promise<Photo[]> {
  await sitDown(name);
  await heading('My work').waitFor();
  const lines = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await until(() => lines.count()).toBe(PHOTOGRAPHS.length);
  const order: Photo[] = [];
  for (const line of await lines.all()) {
    const photo = present(photos.get(await pictureOf(line)));
    order.push(photo);
  }
  await page.getByRole('button', { name: /^Answer first item/u }).click();
  for (const [index, photo] of order.entries()) {
    await heading(`Item ${String(index + 1)} of 5, round 1, blind`).waitFor();
    await imageIsReady();
    const group = page.getByRole('radiogroup', { name: 'Place *' });
    await page.getByText('0 boxes').waitFor();
    expect(await group.getByRole('radio', { checked: true }).count()).toBe(0);
    const { place, boxes = [] } = ANSWERS[name][photo];
    await group.getByRole('radio', { name: place }).click();
    for (const [at, box] of boxes.entries()) {
      await draw(box);
      await until(() => page.getByRole('list', { name: 'Boxes' }).getByRole('listitem').count()).toBe(at + 1);
    }
    await page.getByText('No problems.').waitFor();
    await page.keyboard.press('Control+Enter');
  }
  await page.getByText('All done: 5 submitted.').waitFor();
  return order;
}

/** What the line of a field says in its last column. */
async function decided(field: string): Promise<string> {
  const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field }) });
  return (await line.first().getByRole('cell').last().innerText()).replaceAll('\n', ' ');
}

const Boxes = z.array(
  z.object({ label: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
);
type Box = z.infer<typeof Boxes>[number];

/** What lies in the folder: the decided values, where each is from, and what everybody said. */
function checkExport(target: string): void {
  const table = (name: string) => {
    const { data, errors } = Papa.parse(readFileSync(join(target, name), 'utf8'), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    return z.array(z.record(z.string(), z.string())).parse(data);
  };
  const gold = table('gold.csv');
  const labels = table('labels.csv');
  const [landscape, cat] = ['french-alpine-landscape.jpg', 'locomotion-house-cat.jpg'];
  const place = { field: 'attribute-1' };
  const boxes = { field: 'regions' };
  const byDag = { source: 'adjudicated', decided_by: 'dag.dahl' };
  expect(gold).toHaveLength(2 * PHOTOGRAPHS.length);
  for (const item of ['acanthus-mollis.jpg', 'airplane-from-above.jpg', 'allium-oreophilum.jpg']) {
    expect(gold).toContainEqual(
      expect.objectContaining({ item, ...place, value: 'outdoors', source: 'unanimous' }),
    );
  }
  const gap = { ...byDag, cause: 'guideline_gap', note: 'Seen from outside.' };
  expect(gold).toContainEqual({ item: landscape, ...place, value: 'outdoors', ...gap });
  expect(gold).toContainEqual(expect.objectContaining({ item: landscape, ...boxes, ...gap }));
  expect(gold).toContainEqual(expect.objectContaining({ item: cat, ...boxes, ...byDag, cause: 'slip' }));

  // Each one's own answer is there beside the decision.
  const said = (item: string, rater: string, field: string) =>
    labels.find((line) => line['item'] === item && line['rater'] === rater && line['field'] === field);
  expect(said(landscape, 'bo.berg', place.field)).toMatchObject({ value: 'outdoors', status: 'rating' });
  expect(said(landscape, 'cy.diethelm', place.field)).toMatchObject({ value: 'indoors', status: 'rating' });
  expect(said(landscape, 'dag.dahl', place.field)).toMatchObject({ value: 'outdoors', status: 'decision' });
  const drawn = (item: string, rater: string): Box[] =>
    Boxes.parse(JSON.parse(said(item, rater, boxes.field)?.['value'] ?? ''));
  const [engine] = drawn(landscape, 'bo.berg');
  const [engineToo, tower] = drawn(landscape, 'cy.diethelm');
  const settled = drawn(landscape, 'dag.dahl');
  expect(settled).toHaveLength(3);
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    const mean = ((engine?.[side] ?? Number.NaN) + (engineToo?.[side] ?? Number.NaN)) / 2;
    // Boxes are kept in sixteenths of a pixel.
    expect(Math.abs((settled[0]?.[side] ?? Number.NaN) - mean)).toBeLessThanOrEqual(1 / 16);
  }
  expect(settled[1]).toEqual(tower);
  expect(drawn(cat, 'dag.dahl')).toEqual(drawn(cat, 'bo.berg'));

  // The benchmark itself says the same, to anybody who reads nothing else.
  const Item = z.looseObject({ image: z.string(), attributes: z.record(z.string(), z.unknown()) });
  const items = readFileSync(join(target, 'items.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Item.parse(JSON.parse(line)));
  expect(items.map(({ attributes }) => String(attributes['attribute-1'])).toSorted()).toEqual([
    'indoors',
    'outdoors',
    'outdoors',
    'outdoors',
    'outdoors',
  ]);
  const { boxes: written } = readCocoFile(join(target, 'boxes.json'));
  expect(written.filter(({ file }) => file.endsWith(landscape))).toHaveLength(3);
  expect(written.filter(({ file }) => file.endsWith(cat))).toHaveLength(1);
  const card = readFileSync(join(target, 'reliability.md'), 'utf8');
  expect(card).toContain(`| Cohen’s kappa | ${KAPPA} |`);
}
