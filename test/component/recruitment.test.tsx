import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { casebookOf } from './casebook.ts';
import { show } from './hubCore.tsx';
import {
  boardOf,
  Elsewhere,
  fake,
  LINK,
  recruitEachTest,
  recruitmentOf,
  section,
  settingsOf,
  studyOf,
} from './studyLinks.tsx';

recruitEachTest();

describe('setting up a study link', () => {
  it('starts from a preset, takes Prolific’s address from a code, and shows the link', async () => {
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: /^Prolific…/u }));
    const dialog = await screen.findByRole('dialog', { name: 'Study link: Prolific' });
    const fill = await within(dialog).findByRole('button', {
      name: 'Fill in Prolific’s address: Complete',
    });
    expect(fill).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Code: Complete' }), 'C1&X');
    await user.click(fill);
    expect(within(dialog).getByRole('textbox', { name: 'Address: Complete' })).toHaveValue(
      'https://app.prolific.com/submissions/complete?cc=C1%26X',
    );
    expect(
      within(dialog).getByText(/fetches Prolific’s public keys over the internet, once a day/u),
    ).toBeVisible();
    await user.click(within(dialog).getByRole('radio', { name: 'Links signed by Prolific' }));
    const places = within(dialog).getByRole('textbox', { name: 'Places' });
    await user.clear(places);
    await user.type(places, '60');
    await user.click(within(dialog).getByRole('button', { name: 'Make study link' }));
    expect(await screen.findByRole('textbox', { name: 'Study link' })).toHaveValue(LINK);
    expect(fake.calls).toEqual([
      [
        'save',
        settingsOf({
          panel: 'prolific',
          check: 'prolific',
          places: 60,
          outcomes: {
            complete: {
              code: 'C1&X',
              address: 'https://app.prolific.com/submissions/complete?cc=C1%26X',
            },
            screenedOut: null,
            attention: null,
          },
        }),
      ],
    ]);
    // Prolific fills every link in: one code for all would be nobody’s.
    expect(screen.queryByRole('button', { name: 'Show QR code' })).toBeNull();
  });

  it('asks for what is missing before it saves', async () => {
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: /^A class in a room…/u }));
    const save = await screen.findByRole('button', { name: 'Make study link' });
    expect(save).toBeEnabled();
    await user.type(screen.getByRole('textbox', { name: 'Address: Complete' }), 'http://plain.example.org');
    expect(screen.getByText('Enter a whole address that begins with https://')).toBeVisible();
    expect(save).toBeDisabled();
    await user.clear(screen.getByRole('textbox', { name: 'Address: Complete' }));
    expect(save).toBeEnabled();

    await user.click(screen.getByRole('button', { name: 'Add a question' }));
    const question = screen.getByRole('group', { name: 'Screening question 1' });
    await user.click(within(question).getByRole('checkbox', { name: 'Option 1 may take part' }));
    expect(within(question).getByText('Nobody could take part: mark an option.')).toBeVisible();
    expect(save).toBeDisabled();
    await user.click(within(question).getByRole('checkbox', { name: 'Option 2 may take part' }));
    await user.click(within(question).getByRole('button', { name: 'Add an option' }));
    await user.click(within(question).getByRole('button', { name: 'Remove option 1' }));
    await user.click(save);
    await screen.findByRole('textbox', { name: 'Study link' });
    expect(fake.calls).toEqual([
      [
        'save',
        settingsOf({
          screening: [
            {
              prompt: 'Is your vision normal, or corrected to normal?',
              options: [
                { text: 'No', passes: true },
                { text: 'Other', passes: false },
              ],
            },
          ],
        }),
      ],
    ]);
  });

  it('keeps where people come from once somebody came', async () => {
    fake.recruitment = recruitmentOf({ panel: 'generic' });
    fake.board = () => boardOf({ arrived: 1 });
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: 'Change…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change how people come' });
    await waitFor(() => {
      expect(within(dialog).getByRole('combobox', { name: 'People come from' })).toBeDisabled();
    });
    expect(within(dialog).getByRole('radio', { name: 'Links made here' })).toBeDisabled();
    expect(within(dialog).getByRole('textbox', { name: 'Places' })).toBeEnabled();
  });

  it('waits until the study is open, and is no use once it is closed', async () => {
    const { again } = show(<Elsewhere study={studyOf('draft')} />);
    expect(await section()).toHaveTextContent('Once the study is open, you can set up a link');
    expect(screen.queryByRole('button')).toBeNull();
    again(<Elsewhere study={studyOf('closed')} />);
    await waitFor(() => {
      expect(screen.queryByRole('region')).toBeNull();
    });
  });

  it('is not offered where the casebook is read-only', async () => {
    fake.recruitment = recruitmentOf();
    show(<Elsewhere study={studyOf('open')} />, casebookOf({ readOnly: 'bo has it.' }));
    expect(await screen.findByRole('textbox', { name: 'Study link' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change…' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the study link', () => {
  it('says what makes it work where there is no network', async () => {
    fake.recruitment = { ...recruitmentOf(), link: null, previewLink: null };
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    expect(await screen.findByText('The study link works once the casebook is hosted')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Study link' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'How to host a casebook' }));
    expect(window.location.hash).toBe('#/help/remote-participants');
  });

  it('is copied, as is its preview, and switched off', async () => {
    fake.recruitment = recruitmentOf();
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await window.navigator.clipboard.readText()).toBe(LINK);
    await user.click(screen.getByRole('button', { name: 'Copy preview link' }));
    await waitFor(async () => {
      expect(await window.navigator.clipboard.readText()).toBe(`${LINK}?preview=1`);
    });
    expect(screen.getByText(/open the preview link in a private window/u)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'The link takes people in' }));
    await waitFor(() => {
      expect(screen.getByRole('switch', { name: 'The link takes people in' })).not.toBeChecked();
    });
    expect(fake.calls).toEqual([['save', settingsOf({ open: false })]]);
  });

  it('is drawn as a QR code for a projector, module by module', async () => {
    fake.recruitment = recruitmentOf();
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: 'Show QR code' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pilot' });
    expect(within(dialog).getByText(LINK)).toBeVisible();
    const drawn = within(dialog).getByRole('img', { name: `QR code of ${LINK}` });
    const { size, data } = create(LINK, { errorCorrectionLevel: 'M' }).modules;
    expect(drawn.getAttribute('viewBox')).toBe(`-4 -4 ${String(size + 8)} ${String(size + 8)}`);
    const dark = new Set<string>();
    for (const [, x, y, run] of (drawn.querySelector('path')?.getAttribute('d') ?? '').matchAll(
      /M(\d+) (\d+)h(\d+)v1h-\3z/gu,
    ))
      for (let step = 0; step < Number(run); step += 1) dark.add(`${String(Number(x) + step)} ${String(y)}`);
    const wanted = Array.from(data, (module, index) =>
      module === 0 ? [] : [`${String(index % size)} ${String(Math.floor(index / size))}`],
    ).flat();
    expect(dark).toEqual(new Set(wanted));
  });

  it('is replaced after a question', async () => {
    fake.recruitment = recruitmentOf();
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: 'More about the link' }));
    await user.click(await screen.findByRole('menuitem', { name: 'New link…' }));
    const question = await screen.findByRole('dialog', { name: 'Make a new study link?' });
    expect(question).toHaveTextContent('The present link and all links made for ids then stop working.');
    expect(fake.calls).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Make new link' }));
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: 'Study link' })).toHaveValue(`${LINK}-2`);
    });
  });
});
