import { expect, it } from 'vitest';
import { startApp } from '../helpers/browserHost.ts';
import { tour } from '../shots/tour.ts';

it('shows every screen in a browser that translates it', { timeout: 600_000 }, async () => {
  const app = await startApp();
  try {
    const { page, complaints } = await app.open({ translated: true });
    for (const stop of tour) {
      const { name } = stop;
      await stop.go(page, app.core, app.folder);
      expect(await page.locator('body font').count(), name).toBeGreaterThan(0);
      expect(await page.getByText('Something went wrong').count(), name).toBe(0);
      expect(complaints, name).toEqual([]);
    }
  } finally {
    await app.close();
  }
});
