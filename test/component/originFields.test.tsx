import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { OriginFields } from '../../renderer/screens/importExport/OriginFields.tsx';
import { isOriginValid, namedOrigin, noOrigin } from '../../renderer/screens/importExport/originDraft.ts';
import { expect, it } from 'vitest';

function Form() {
  const [draft, setDraft] = useState(noOrigin);
  return (
    <MantineProvider env="test">
      <OriginFields draft={draft} onChange={setDraft} />
      <output>{isOriginValid(draft) ? JSON.stringify(namedOrigin(draft)) : 'not valid'}</output>
    </MantineProvider>
  );
}

const said = (): string | null => screen.getByRole('status').textContent;

it('asks where ratings were made, whether blind and when, and takes silence for "not known"', async () => {
  const user = userEvent.setup();
  render(<Form />);
  expect(said()).toBe('{}');
  expect(screen.getByLabelText('Did raters see others’ answers?', { selector: 'input' })).toHaveProperty(
    'value',
    'Not known',
  );
  await user.type(screen.getByLabelText('Made in'), 'Prodigy');
  await user.click(screen.getByLabelText('Did raters see others’ answers?', { selector: 'input' }));
  await user.click(await screen.findByText('No, each rater answered blind'));
  await user.type(screen.getByLabelText('Made when'), '2025-13');
  expect(said()).toBe('not valid');
  expect(screen.getByText(/^It is not a year, a month or a day/u)).toBeTruthy();
  await user.clear(screen.getByLabelText('Made when'));
  await user.type(screen.getByLabelText('Made when'), '2025-03/2025-05');
  expect(said()).toBe('{"madeIn":"Prodigy","blind":true,"madeWhen":"2025-03/2025-05"}');
});
