import { expect, it } from 'vitest';
import { startApp } from '../helpers/browserHost.ts';
import { tour } from '../shots/tour.ts';

/** A laptop's window at 200 % zoom, in CSS pixels. */
const SMALL = { width: 720, height: 450 };

it('every screen can be operated at 720 by 450 pixels', async () => {
  const app = await startApp();
  try {
    const { page, complaints } = await app.open({ viewport: SMALL });
    const found: string[] = [];
    for (const stop of tour) {
      await stop.go(page, app.core, app.folder);
      found.push(...(await page.evaluate(outOfReach)).map((what) => `${stop.name}: ${what}`));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await app.close();
  }
}, 240_000);

/** Runs in the page: what cannot be brought into sight and pressed, and whether the page is wider than the window. */
function outOfReach(): string[] {
  const problems: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(`${String(root.scrollWidth)} pixels wide`);
  // A message that goes by itself.
  for (const toast of document.querySelectorAll('.mantine-Notifications-root')) toast.remove();
  const controls = document.querySelectorAll<HTMLElement>(
    'main :is(button, a[href], input, textarea, select):not(:disabled)',
  );
  for (const control of controls) {
    if (!control.isConnected || !control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('[inert], [aria-hidden="true"]') !== null) continue;
    // A hidden input is measured by its label.
    const target = control.closest('label') ?? control;
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (hit === null || !(target.contains(hit) || hit.contains(target)))
      problems.push((control.ariaLabel ?? target.textContent ?? control.tagName).trim().slice(0, 60));
  }
  return problems;
}
