import { expect, it } from 'vitest';
import { useSampleStudies } from '../helpers/sampleStudies.ts';
import { until } from '../helpers/until.ts';

const sample = useSampleStudies();

it.each(['results', 'agreement'])('%s prints as long as it is, without what is around it', async (screen) => {
  const { page } = await sample.app().open({ viewport: { width: 1024, height: 700 } });
  await page.evaluate((hash) => (location.hash = `/${hash}`), screen);
  await page.getByRole('heading', { level: 2 }).nth(1).waitFor();
  await page.getByRole('complementary', { name: 'Choices' }).waitFor();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBe(700);
  await page.emulateMedia({ media: 'print' });
  await until(height).toBeGreaterThan(1000);
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect(await page.getByRole('banner').first().isVisible()).toBe(false);
  expect(await page.getByRole('complementary', { name: 'Choices' }).isVisible()).toBe(false);
  // Nothing of the report ends beyond the paper.
  const last = await page.getByRole('heading', { level: 2 }).last().boundingBox();
  expect(last?.y).toBeGreaterThan(700);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(await height());
  // Browsers leave out backgrounds, and with them the ticks of boxes, unless told otherwise.
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).printColorAdjust)).toBe(
    'exact',
  );
});
