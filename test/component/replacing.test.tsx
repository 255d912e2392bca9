import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askToReplace, takenBack } from '../../renderer/screens/desk/replacing.ts';
import { ConfirmDialog } from '../../renderer/ui/confirm.tsx';

// jsdom has no media queries.
beforeEach(() => {
  window.matchMedia = (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  });
});
afterEach(cleanup);

it.each([
  [
    { isSignedOff: true, isAccepted: true },
    'This image is signed off, and the item is accepted. Both are taken back: the item goes back to review. Somebody has to sign off the new image.',
    ' The sign-off and the acceptance are taken back.',
  ],
  [
    { isSignedOff: true, isAccepted: false },
    'This image is signed off. That is taken back. Somebody has to sign off the new image.',
    ' The sign-off is taken back.',
  ],
  [
    { isSignedOff: false, isAccepted: true },
    'The item is accepted with this image. That is taken back: the item goes back to review.',
    ' The acceptance is taken back.',
  ],
])('another image is asked for where %o', async (what, question, said) => {
  render(
    <MantineProvider>
      <ConfirmDialog />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const declined = askToReplace(what);
  await screen.findByText(question);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await declined).toBe(false);
  const taken = askToReplace(what);
  await user.click(await screen.findByRole('button', { name: 'Change the image' }));
  expect(await taken).toBe(true);
  expect(takenBack(what)).toBe(said);
});

it('nobody is asked where nothing is lost', async () => {
  const nothing = { isSignedOff: false, isAccepted: false };
  expect(await askToReplace(nothing)).toBe(true);
  expect(takenBack(nothing)).toBe('');
});
