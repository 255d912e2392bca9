import type { Page } from 'playwright-core';
import type { Core } from '../../electron/core/app/createCore.ts';
import { openBaseline } from './baselineTour.ts';
import { openImageGeneration } from './imageGenerationTour.ts';
import { openRated, sitDown } from './ratedTour.ts';
import { openValidated } from './validateTour.ts';
import { onScreen } from '../helpers/onScreen.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { present } from '../helpers/present.ts';

/** A screen worth a picture, and the way there from the one before. */
export interface Stop {
  readonly name: string;
  /** `folder`: where it may put a casebook of its own. */
  go(page: Page, core: Core, folder: string): Promise<void>;
}

async function to(page: Page, hash: string): Promise<void> {
  await page.evaluate((target) => (location.hash = target), hash);
}

async function deskIsReady(page: Page): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Triage' }).waitFor();
  await page.getByRole('application').first().waitFor();
  await page
    .getByText(/^\d+ %$/u)
    .first()
    .waitFor();
  await page.getByText('Loading the image…').waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
}

async function itemCalled(core: Core, externalId: string): Promise<string> {
  const { items } = core.services();
  const { rows } = items.list({}, { by: 'imported', descending: false }, 0, 100, everything);
  const row = present(rows.find((each) => each.externalId === externalId));
  return row.id;
}

/** Every screen, in the order in which a new user meets them. */
export const tour: readonly Stop[] = [
  {
    name: 'welcome',
    go: async (page) => {
      await page
        .getByRole('button', { name: /sample/iu })
        .first()
        .waitFor();
    },
  },
  {
    name: 'library',
    go: async (page) => {
      await page
        .getByRole('button', { name: /sample/iu })
        .first()
        .click();
      await page.getByText('true_images/true_1.png').first().waitFor({ timeout: 120_000 });
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'desk',
    go: async (page, core) => {
      await to(page, `/desk/${await itemCalled(core, 'true_images/true_2.png')}`);
      await deskIsReady(page);
    },
  },
  {
    name: 'desk-candidate',
    go: async (page, core) => {
      await to(page, `/desk/${await itemCalled(core, 'photo_1.png')}`);
      await deskIsReady(page);
    },
  },
  {
    name: 'agreement',
    go: async (page) => {
      await to(page, '/agreement');
      await page.getByRole('table', { name: 'Coefficients' }).waitFor();
    },
  },
  {
    name: 'health',
    go: async (page) => {
      await to(page, '/health');
      await page.getByText('Always answering').first().waitFor();
    },
  },
  {
    name: 'history',
    go: async (page) => {
      await to(page, '/history');
      await page.getByText('Imported').first().waitFor();
    },
  },
  {
    name: 'team',
    go: async (page) => {
      await to(page, '/team');
      await page.getByRole('heading', { name: 'Team' }).first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'settings',
    go: async (page) => {
      await to(page, '/settings');
      await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'people-seat', go: openRated },
  {
    name: 'people-work',
    go: async (page) => {
      await sitDown(page, 'cleo');
      await page.getByRole('listitem').filter({ hasText: 'Item 3' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'people-team',
    go: async (page) => {
      await sitDown(page, 'ada');
      await to(page, '/team');
      await page.getByText('of 10').first().waitFor();
      await page.getByRole('button', { name: 'Show agreement' }).waitFor();
    },
  },
  {
    name: 'people-agreement',
    go: async (page) => {
      await to(page, '/agreement');
      await page.getByRole('table', { name: 'Coefficients' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'people-adjudicate',
    go: async (page) => {
      await to(page, '/adjudicate');
      await page.getByRole('button', { name: 'Open most disputed case' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'people-case',
    go: async (page) => {
      await page
        .getByRole('button', { name: /Differ on: .*Boxes/u })
        .first()
        .click();
      await page.getByRole('button', { name: 'Decide' }).waitFor();
      await page.getByRole('button', { name: 'Use mean' }).first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'material-words',
    go: async (page, core, folder) => {
      await openImageGeneration(page, core, folder);
      await to(page, '/material');
      await page.getByLabel('List of words').fill('lantern, Things\nParis, Cities\nbread, Food');
      await page
        .getByRole('img', { name: /^The word/u })
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'material-variants',
    go: async (page) => {
      await to(page, '/material/variants');
      await page.getByRole('img', { name: /^The original of/u }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'material-questions',
    go: async (page) => {
      await to(page, '/material/questions');
      await page.getByLabel('Entities').waitFor();
    },
  },
  {
    name: 'validate',
    go: async (page, core, folder) => {
      await openValidated(page, core, folder);
      await sitDown(page, 'ada');
      await to(page, '/validate');
      await page.getByRole('heading', { name: 'All items' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'validate-to-fix',
    go: async (page) => {
      await to(page, '/validate/fix');
      await page.getByRole('list', { name: 'Items to fix' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'validate-fix',
    go: async (page) => {
      await page.keyboard.press('f');
      await page.getByRole('article', { name: /^Fix/u }).waitFor();
      await onScreen(page);
      await page.keyboard.press('Alt+P');
      await page
        .getByRole('group', { name: /, changed$/u })
        .first()
        .waitFor();
      await page.getByText('Loading the image…').waitFor({ state: 'hidden' });
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'validate-funnel',
    go: async (page) => {
      await to(page, '/validate/funnel');
      await page.getByRole('img', { name: 'Items at each gate' }).waitFor();
    },
  },
  {
    name: 'validate-funnel-by-task',
    go: async (page) => {
      await page.getByText('By task').click();
      await page.getByRole('img', { name: 'Items at each gate by task' }).waitFor();
    },
  },
  {
    name: 'validate-consistency',
    go: async (page) => {
      await to(page, '/validate/consistency');
      await page.getByRole('table', { name: 'Test and retest of each person' }).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'baseline',
    go: async (page, core, folder) => {
      await openBaseline(page, core, folder);
      await to(page, '/studies');
      await page.getByRole('button', { name: /^Pilot/u }).waitFor();
    },
  },
  {
    name: 'baseline-study',
    go: async (page) => {
      await page.getByRole('button', { name: /^Pilot/u }).click();
      await page.getByRole('row', { name: /P01/u }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'baseline-form',
    go: async (page) => {
      await to(page, '/studies/new');
      await page.getByRole('region', { name: 'Preview' }).getByText('Answers per participant').waitFor();
    },
  },
  {
    name: 'verdicts-queue',
    go: async (page) => {
      await to(page, '/verdicts');
      await page.getByRole('button', { name: 'Open first case' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'verdicts-case',
    go: async (page) => {
      await page.getByRole('button', { name: 'Open first case' }).click();
      await page.getByRole('button', { name: 'Decide Enter' }).waitFor();
      await page.getByText('Loading the image…').waitFor({ state: 'hidden' });
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'verdicts-trust',
    go: async (page) => {
      await to(page, '/verdicts/trust');
      await page
        .getByRole('table', { name: /^Trust in/u })
        .first()
        .waitFor();
    },
  },
  {
    name: 'verdicts-effect',
    go: async (page) => {
      await to(page, '/verdicts/effect');
      await page.getByRole('columnheader', { name: 'By accepted verdicts' }).waitFor();
    },
  },
  {
    name: 'verdicts-llm',
    go: async (page) => {
      await to(page, '/verdicts/llm');
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
    },
  },
  {
    name: 'results',
    go: async (page) => {
      await to(page, '/results');
      await page.getByRole('img', { name: / of people and models$/u }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'judge',
    go: async (page) => {
      await sitDown(page, 'jude');
      await to(page, '/judge');
      await page.getByRole('button', { name: 'Continue judging' }).click();
      await page.getByRole('group', { name: 'Verdict' }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByText('Loading the image…').waitFor({ state: 'hidden' });
    },
  },
  {
    // Anybody who hands a window to a participant does not get it back: this one is the last.
    name: 'sitting',
    go: async (page) => {
      await sitDown(page, 'tester');
      await to(page, '/studies');
      await page.getByRole('button', { name: /^Pilot/u }).click();
      await page.getByRole('button', { name: 'Actions for P03' }).click();
      await page.getByRole('menuitem', { name: 'Start on this computer…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hand over window' }).click();
      await page.getByRole('button', { name: /^Submit/u }).waitFor();
      await page.getByText('Loading the image…').waitFor({ state: 'hidden' });
      await page.getByText('You now work as P03.').waitFor({ state: 'detached' });
    },
  },
];
