import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityProblems, accessibilityProblemsInBothThemes } from './accessibility.ts';

/** A phone, a laptop and a desk. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
] as const;

/** The size that is looked at in dark, too: no colour depends on it. */
const DARK_AT = 1024;

/** Where pictures of the pages go; null: nobody wants to see them. */
const shots = process.env['CASEBOOK_SHOTS'] ?? null;

/**
 * Looks at a page as everybody may see it: in every size and theme, and in text twice as large. Gives what is wrong, in
 * words that begin with the page's name; leaves the page as it found it.
 */
export async function looksWrong(page: Page, name: string): Promise<readonly string[]> {
  const before = page.viewportSize() ?? SIZES[1];
  const problems: string[] = [];
  for (const size of SIZES) {
    const at = `${name}, ${String(size.width)}`;
    await page.setViewportSize(size);
    await redrawn(page);
    const isBoth = size.width === DARK_AT;
    const found = isBoth ? await accessibilityProblemsInBothThemes(page) : await accessibilityProblems(page);
    problems.push(...found.map((problem) => `${at}: ${problem}`));
    await shoot(page, `${name}-${String(size.width)}`);
    if (isBoth && shots !== null) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await shoot(page, `${name}-${String(size.width)}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    problems.push(...(await page.evaluate(outOfReach)).map((what) => `${at}: ${what}`));
    await enlarge(page, '200%');
    problems.push(...(await page.evaluate(outOfReach)).map((what) => `${at}, large text: ${what}`));
    await shoot(page, `${name}-${String(size.width)}-large`);
    await enlarge(page, '');
  }
  await page.setViewportSize(before);
  await redrawn(page);
  return problems;
}

/** Sets the size of the document's text, of which all that follows it is a multiple. */
async function enlarge(page: Page, size: string): Promise<void> {
  await page.evaluate((wanted) => {
    document.documentElement.style.fontSize = wanted;
  }, size);
  await redrawn(page);
}

/** Waits until what follows from a size is laid out and painted. */
async function redrawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === null) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: false });
}

/** Runs in the page: what is cut off or wider than the window, and what cannot be brought into sight and pressed. */
function outOfReach(): string[] {
  const problems: string[] = [];
  const root = document.documentElement;
  const called = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 60)}"`;
  if (root.scrollWidth > root.clientWidth)
    problems.push(`the page is ${String(root.scrollWidth)} pixels wide`);
  const scrolled = new Map(
    [...document.querySelectorAll('*')]
      .filter(({ scrollTop }) => scrollTop > 0)
      .map((element) => [element, element.scrollTop] as const),
  );
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('canvas, svg') !== null)
      continue;
    const { width, height } = element.getBoundingClientRect();
    // Words for screen readers alone are a pixel large, or two where text is.
    if (width < 4 || height < 4 || (element.textContent ?? '').trim() === '') continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
      problems.push(`${called(element)} is ${overflowX === 'hidden' ? 'cut off' : 'scrolled'} sideways`);
    if (['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1)
      problems.push(`${called(element)} is cut off below`);
  }
  // What is behind a dialog is not for now.
  const controls = (document.querySelector('[role="dialog"]') ?? document).querySelectorAll<HTMLElement>(
    ':is(button, a[href], input, textarea, select, [role="button"]):not(:disabled)',
  );
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('[inert], [aria-hidden="true"]') !== null) continue;
    // A hidden input is measured by its label.
    const target = control.closest('label') ?? control;
    target.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, top, right, bottom, width, height } = target.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const isTall = height > innerHeight;
    if (left < -1 || right > innerWidth + 1 || (!isTall && (top < -1 || bottom > innerHeight + 1)))
      problems.push(`${called(control)} is not wholly within the window`);
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null || !(target.contains(hit) || hit.contains(target)))
      problems.push(`${called(control)} cannot be pressed`);
  }
  for (const element of document.querySelectorAll('*')) element.scrollTop = scrolled.get(element) ?? 0;
  return problems;
}
