import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import { RowThumbnail } from '../../renderer/ui/items/RowThumbnail.tsx';
import { windowParts } from '../../renderer/routes.tsx';
import { WindowPartsContext } from '../../renderer/ui/window/windowParts.ts';
import { ImageId } from '../../shared/base/ids.ts';
import { casebookOf } from './casebook.ts';

const imageId = ImageId.parse('0199a000-0000-7000-8000-000000000001');

async function show(benchmark: string, blind: boolean): Promise<HTMLImageElement | null> {
  const casebook = casebookOf({ benchmark, person: null });
  const { container } = render(
    <WindowPartsContext value={windowParts}>
      <CasebookContext value={casebook}>
        <RowThumbnail row={{ imageId, missingImages: 0, blind }} />
      </CasebookContext>
    </WindowPartsContext>,
  );
  if (screen.queryByRole('img', { name: 'Image hidden' }) !== null) return null;
  await expect.poll(() => container.querySelector('img'), { timeout: 15_000 }).not.toBeNull();
  return container.querySelector('img');
}

it('keeps the image back from the person who has yet to answer, where it is first asked what the texts alone tell', async () => {
  for (const benchmark of ['mcsbench', 'argus']) {
    expect(await show(benchmark, true)).toBeNull();
    cleanup();
    expect((await show(benchmark, false))?.src).toContain(imageId);
    cleanup();
  }
});

it('shows it in benchmarks whose items are answered by their images', async () => {
  expect((await show('caughtcheating', true))?.src).toContain(imageId);
});
