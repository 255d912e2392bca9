import type { CDPSession, Page } from 'playwright-core';
import { type ServedPages, servePages } from '../helpers/canvasPage.ts';
import type { Contestant } from './canvas/contestant.ts';

declare global {
  interface Window {
    contestant?: Contestant;
    firstPixels?: number;
  }
}

/**
 * How much work the page's main thread has per zoom or pan step, how soon a drawn box and the first pixels are there: the app's
 * canvas against a bare 2D canvas drawing the same boxes, and against a page with one react-konva Rect a box.
 * Rounds are paired: in each round every contestant does the same steps, one after the other, so that a busy
 * machine slows all of them; the ratios are medians over the rounds. Run: `node test/bench/canvas.ts`.
 */
const INCLUDED = [100, 1000, 5000];
const ROUNDS = 7;
const STEPS = 24;
const CONTESTANTS = ['ours', 'bare', 'naive'] as const;
type Who = (typeof CONTESTANTS)[number];
type Step = 'zoom' | 'pan';

interface Opened {
  readonly page: Page;
  readonly devtools: CDPSession;
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
};

async function open(pages: ServedPages, who: Who, count: number): Promise<Opened> {
  const page = await pages.browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => console.error(`${who}: ${error.message}`));
  await page.goto(`${pages.address}index.html?who=${who}&boxes=${count}&seed=7`);
  await page.waitForFunction(
    () => window.contestant !== undefined && !document.body.innerText.includes('Loading the image'),
  );
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return { page, devtools };
}

async function mainThreadSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Milliseconds of the main thread's tasks per step, each step in a frame of its own. */
async function work({ page, devtools }: Opened, step: Step): Promise<number> {
  await page.bringToFront();
  const before = await mainThreadSeconds(devtools);
  await page.evaluate(
    ([kind, steps]) =>
      new Promise<void>((resolve) => {
        let done = 0;
        const next = (): void => {
          if (done === steps) {
            resolve();
            return;
          }
          const there = done < steps / 2;
          if (kind === 'zoom') window.contestant?.zoom(there ? 1.08 : 1 / 1.08);
          else window.contestant?.pan(there ? 24 : -24, there ? 16 : -16);
          done += 1;
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    [step, STEPS] as const,
  );
  return ((await mainThreadSeconds(devtools)) - before) * (1000 / STEPS);
}

/** Milliseconds from releasing the button to the frame that shows the new box. */
async function commit({ page }: Opened, round: number): Promise<number> {
  await page.bringToFront();
  await page.evaluate(() => window.contestant?.arm?.());
  const left = 200 + 20 * round;
  await page.mouse.move(left, 300);
  await page.mouse.down();
  await page.mouse.move(left + 120, 400, { steps: 4 });
  const measured = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const before = window.contestant?.boxes() ?? 0;
        addEventListener(
          'pointerup',
          (event) => {
            const look = (): void => {
              // A task after the frame's callbacks: what was drawn in them has been handed to the compositor.
              if ((window.contestant?.boxes() ?? 0) > before) {
                setTimeout(() => resolve(performance.now() - event.timeStamp), 0);
              } else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      }),
  );
  // The listener must be there before the button goes up.
  await page.evaluate(() => undefined);
  await page.mouse.up();
  return measured;
}

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(13) : cell.padStart(12))).join('');
}

function print(count: number, step: string, rounds: readonly Record<Who, number>[]): void {
  const of = (who: Who): string => median(rounds.map((result) => result[who])).toFixed(2);
  const ratio = (a: Who, b: Who): string => median(rounds.map((result) => result[a] / result[b])).toFixed(2);
  console.log(
    row([
      String(count),
      step,
      of('ours'),
      of('bare'),
      of('naive'),
      ratio('ours', 'bare'),
      ratio('naive', 'ours'),
    ]),
  );
}

/** Milliseconds from knowing what is to be shown until it is drawn, on a page just opened. */
async function firstPixels(pages: ServedPages, count: number): Promise<void> {
  const rounds: Record<Who, number>[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const result: Record<Who, number> = { ours: 0, bare: 0, naive: 0 };
    for (const who of CONTESTANTS) {
      const { page } = await open(pages, who, count);
      await page.waitForFunction(() => window.firstPixels !== undefined);
      result[who] = (await page.evaluate(() => window.firstPixels)) ?? Number.NaN;
      await page.close();
    }
    if (round >= 0) rounds.push(result);
  }
  print(count, 'first pixels', rounds);
}

async function measure(pages: ServedPages, count: number): Promise<void> {
  const opened = new Map<Who, Opened>();
  for (const who of CONTESTANTS) opened.set(who, await open(pages, who, count));
  for (const step of ['zoom', 'pan'] as const) {
    const rounds: Record<Who, number>[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const result: Record<Who, number> = { ours: 0, bare: 0, naive: 0 };
      for (const [who, one] of opened) result[who] = await work(one, step);
      // The first round warms up.
      if (round >= 0) rounds.push(result);
    }
    print(count, step, rounds);
  }
  const commits: Record<Who, number>[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const result: Record<Who, number> = { ours: 0, bare: 0, naive: 0 };
    for (const [who, one] of opened) result[who] = await commit(one, round + 1);
    if (round >= 0) commits.push(result);
  }
  print(count, 'new box', commits);
  for (const { page } of opened.values()) await page.close();
}

const pages = await servePages({ root: 'test/bench/canvas', input: ['test/bench/canvas/index.html'] });
try {
  console.log(
    'Canvas on a picture of 4,000 x 3,000 pixels, window 1440 x 900, main-thread milliseconds per step',
  );
  console.log(row(['boxes', 'step', 'ours', 'bare 2D', 'naive', 'ours/bare', 'naive/ours']));
  for (const count of INCLUDED) {
    await measure(pages, count);
    await firstPixels(pages, count);
  }
} finally {
  await pages.close();
}
