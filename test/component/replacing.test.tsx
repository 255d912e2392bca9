import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { askToReplace, saysWithdrawn } from '../../renderer/screens/desk/replacing.ts';
import { ConfirmDialog } from '../../renderer/ui/dialogs/confirm.tsx';

// jsdom has no media queries.
it.each([
  [
    { isSignedOff: true, isAccepted: true },
    'This image is signed off and the item is accepted. Changing it cancels both: the item returns to review. Somebody has to sign off the new image.',
    ' The sign-off and the acceptance are cancelled.',
  ],
  [
    { isSignedOff: true, isAccepted: false },
    'This image is signed off. Changing it cancels the sign-off. Somebody has to sign off the new image.',
    ' The sign-off is cancelled.',
  ],
  [
    { isSignedOff: false, isAccepted: true },
    'The item is accepted with this image. Changing it returns the item to review.',
    ' The acceptance is cancelled.',
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
  expect(saysWithdrawn(what)).toBe(said);
});

it('nobody is asked where nothing is lost', async () => {
  const nothing = { isSignedOff: false, isAccepted: false };
  expect(await askToReplace(nothing)).toBe(true);
  expect(saysWithdrawn(nothing)).toBe('');
});
