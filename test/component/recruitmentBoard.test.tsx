import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { LinkDialog } from '../../renderer/screens/studies/LinkDialog.tsx';
import { LanguageSection } from '../../renderer/screens/studies/sections/LanguageSection.tsx';
import type { Participant, StudySettings } from '../../shared/contract/studies.ts';
import { StudySessionId } from '../../shared/base/ids.ts';
import { BO } from './casebook.ts';
import { failed, show } from './hubCore.tsx';
import { present } from '../helpers/present.ts';
import {
  boardOf,
  Elsewhere,
  fake,
  LINK,
  recruitEachTest,
  recruitmentOf,
  section,
  studyOf,
  studySettings,
} from './studyLinks.tsx';

recruitEachTest();

const figure = (label: string): HTMLElement =>
  present(screen.getByText(label, { selector: 'dt' }).parentElement, `There is no figure ${label}.`);

describe('many places taken at once', () => {
  it('are named, and released after a question', async () => {
    const user = userEvent.setup();
    fake.recruitment = recruitmentOf();
    fake.board = () => boardOf({ underWay: 30, left: 0, crowd: { places: 30, seconds: 4 } });
    show(<Elsewhere study={studyOf('open')} />);
    await screen.findByText('30 places were taken within 4 seconds, and nobody there has answered yet');
    await user.click(screen.getByRole('button', { name: 'Release 30 places…' }));
    const question = await screen.findByRole('dialog', { name: 'Release 30 places?' });
    expect(fake.calls).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Release places' }));
    await waitFor(() => expect(screen.queryByText(/were taken within/u)).toBeNull());
    expect(fake.calls).toEqual([['releaseCrowd', null]]);
  });
});

describe('links for a list of ids', () => {
  const open = async () => {
    fake.recruitment = recruitmentOf({ panel: 'generic', check: 'links' });
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: 'Links for a list of ids…' }));
    return { user, field: await screen.findByRole('textbox', { name: 'Ids, one a line' }) };
  };

  it('are made once for each id that was pasted, and copied as a table', async () => {
    const { user, field } = await open();
    // The bare study link is nobody’s.
    expect(screen.queryByRole('textbox', { name: 'Study link' })).toBeNull();
    await user.click(field);
    await user.paste(' ann \nben\r\n\nann\n');
    await user.click(screen.getByRole('button', { name: 'Make 2 links' }));
    const table = await screen.findByRole('table', { name: 'Links' });
    expect(within(table).getByRole('row', { name: /^ben/u })).toHaveTextContent(
      `${LINK}?participant=ben&check=3`,
    );
    expect(fake.calls).toEqual([['links', ['ann', 'ben']]]);
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await window.navigator.clipboard.readText()).toBe(
      `id,link\nann,${LINK}?participant=ann&check=3\nben,${LINK}?participant=ben&check=3\n`,
    );
  });

  it('come from the column of a dropped table that is called so, or another', async () => {
    const { user, field } = await open();
    const table = new File(['\uFEFFName,Participant id\n"Ann, A.",a1\nBen,b2\n'], 'class.csv');
    fireEvent.drop(field, { dataTransfer: { files: [table], types: ['Files'] } });
    await waitFor(() => {
      expect(field).toHaveValue('a1\nb2');
    });
    await user.click(screen.getByRole('combobox', { name: 'Column with the ids' }));
    await user.click(screen.getByRole('option', { name: 'Name' }));
    expect(field).toHaveValue('Ann, A.\nBen');
  });

  it('says which id is too long', async () => {
    const { field } = await open();
    fireEvent.change(field, { target: { value: `a\n${'b'.repeat(201)}` } });
    expect(screen.getByText(/is too long: an id has at most 200 characters/u)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Make 2 links' })).toBeDisabled();
  });
});

describe('the panel’s ids', () => {
  it('are found in its status file, and what is not found is named by its line', async () => {
    fake.recruitment = recruitmentOf({ panel: 'prolific' }, 3);
    fake.status = {
      rows: 4,
      released: 2,
      excluded: 1,
      unchanged: 0,
      unknown: [{ line: 5, reason: 'Nobody came with this id.' }],
    };
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('open')} />);
    await user.click(await screen.findByRole('button', { name: 'Panel’s status file…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Panel’s status file' });
    const input = present(dialog.querySelector<HTMLInputElement>('input[type="file"]'));
    await user.upload(input, new File(['Participant id,Status\n'], 'export.csv', { type: 'text/csv' }));
    expect(await within(dialog).findByText('Line 5: Nobody came with this id.')).toBeVisible();
    expect(within(dialog).getByText('1 row could not be used')).toBeVisible();
    expect(within(dialog).getByText('places released').parentElement).toHaveTextContent('2');
    expect(fake.calls).toEqual([['panelStatus', 'Participant id,Status\n']]);
  });

  it('are deleted after a question that says how many', async () => {
    fake.recruitment = recruitmentOf({ panel: 'prolific' }, 3);
    const user = userEvent.setup();
    show(<Elsewhere study={studyOf('closed')} />);
    const menu = await screen.findByRole('button', { name: 'More about the link' });
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'Delete the panel’s ids (3 ids)…' }));
    const question = await screen.findByRole('dialog', { name: 'Delete 3 ids of the panel?' });
    expect(question).toHaveTextContent('Do this once everybody is paid.');
    await user.click(within(question).getByRole('button', { name: 'Delete ids' }));
    expect(await screen.findByText('3 ids of the panel are deleted.')).toBeVisible();
    await user.click(menu);
    await screen.findByRole('menuitem', { name: 'New link…' });
    expect(screen.queryByRole('menuitem', { name: /^Delete/u })).toBeNull();
  });
});

describe('the live board', () => {
  it('keeps up by itself, and reads out the places left alone', async () => {
    fake.recruitment = recruitmentOf();
    show(<Elsewhere study={studyOf('open')} />);
    await screen.findByText('Places left');
    expect(figure('Places left')).toHaveTextContent('Places left30 of 30');
    fake.board = () =>
      boardOf({
        arrived: 9,
        deciding: 1,
        screenedOut: 2,
        underWay: 4,
        silent: 1,
        finished: 1,
        left: 25,
        groups: [
          { group: 1, places: 15, underWay: 4, silent: 0, finished: 1, left: 10 },
          { group: 2, places: 15, underWay: 0, silent: 1, finished: 0, left: 15 },
        ],
        conditions: [{ condition: 'plain', title: 'As they are', answers: 6 }],
      });
    await waitFor(() => {
      expect(figure('Places left')).toHaveTextContent('Places left25 of 30');
    });
    expect(figure('Arrived')).toHaveTextContent('Arrived9');
    expect(figure('Gone silent')).toHaveTextContent('Gone silent1');
    const groups = screen.getByRole('table', { name: 'Groups' });
    expect(
      within(groups)
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(1)
            .map((cell) => cell.textContent),
        ),
    ).toEqual([
      ['15', '1', '4', '0', '10'],
      ['15', '0', '0', '1', '15'],
    ]);
    expect(
      within(screen.getByRole('table', { name: 'Answers by version' })).getByRole('row', {
        name: 'As they are 6',
      }),
    ).toBeVisible();
    const spoken = [...(await section()).querySelectorAll('[aria-live]')];
    expect(spoken).toEqual([figure('Places left')]);
    expect(spoken[0]).toHaveAttribute('aria-live', 'polite');
  });

  it('keeps the last numbers and says of when they are while the core does not answer', async () => {
    fake.recruitment = recruitmentOf();
    fake.board = () => boardOf({ arrived: 7 });
    show(<Elsewhere study={studyOf('open')} />);
    await screen.findByText('Updated every 2 seconds');
    fake.board = () => {
      throw failed('The disk is full.', 'Nothing was changed. Free some space.');
    };
    expect(await screen.findByText(/^Numbers from .*The disk is full\.$/u)).toBeVisible();
    expect(figure('Arrived')).toHaveTextContent('Arrived7');
  });

  it('says in words that there are no numbers', async () => {
    fake.recruitment = recruitmentOf();
    fake.board = () => {
      throw failed('The disk is full.', 'Nothing was changed. Free some space.');
    };
    show(<Elsewhere study={studyOf('open')} />);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The numbers could not be shown');
    expect(alert).toHaveTextContent('The disk is full.');
    fake.board = () => boardOf({ arrived: 2 });
    await userEvent.setup().click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(figure('Arrived')).toHaveTextContent('Arrived2');
    });
  });
});

describe('a personal link', () => {
  const participant: Participant = {
    studySessionId: StudySessionId.parse(v7()),
    personId: BO,
    handle: 'P01',
    name: 'P01',
    number: 1,
    state: 'waiting',
    answered: 0,
    steps: 6,
    startedAt: null,
    endedAt: null,
    attention: { passed: 0, failed: 0 },
    medianMilliseconds: null,
    awayShare: null,
    interruptions: 0,
    timedOut: 0,
    excluded: null,
    packagedAt: null,
    erasedAt: null,
  };

  it.each([
    { hosted: true, words: /^Send this link to P01 in private\. It works in any browser/u },
    { hosted: false, words: /^Open this link on this computer in a private window/u },
  ])('says where it works: on a network $hosted', async ({ hosted, words }) => {
    fake.hosted = hosted;
    show(<LinkDialog participant={participant} onClose={vi.fn()} />);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText(`${LINK}/p/own`)).toBeVisible();
  });
});

describe('the language and texts of participants’ pages', () => {
  let now: StudySettings;
  function Editor() {
    const [settings, setSettings] = useState(studySettings);
    return (
      <LanguageSection
        settings={settings}
        change={(changed) => {
          now = { ...settings, ...changed };
          setSettings(now);
        }}
      />
    );
  }

  it('are chosen, with what becomes of answers and of the progress', async () => {
    const user = userEvent.setup();
    show(<Editor />);
    await user.click(screen.getByRole('combobox', { name: 'Language of participants’ pages' }));
    await user.click(screen.getByRole('option', { name: 'Deutsch' }));
    await user.click(screen.getByRole('switch', { name: 'Participants see how far they are' }));
    await user.click(screen.getByRole('radio', { name: 'Delete their answers' }));
    expect(now).toMatchObject({ language: 'de', showsProgress: false, onWithdrawal: 'delete' });
    await user.click(screen.getByText('Replace texts…'));
    await user.type(screen.getByRole('textbox', { name: 'Filter texts' }), 'agree');
    expect(await screen.findByRole('textbox', { name: 'Ich stimme zu' })).toHaveValue('');
  });

  it('are replaced one by one, with a warning where braces are lost', async () => {
    const user = userEvent.setup();
    show(<Editor />);
    await user.click(screen.getByText('Replace texts…'));
    const filter = await screen.findByRole('textbox', { name: 'Filter texts' });
    await user.type(filter, 'timeleft');
    const field = await screen.findByRole('textbox', { name: '{time} left' });
    await user.click(field);
    await user.paste('Hurry');
    expect(now.replacedTexts).toEqual({ timeLeft: 'Hurry' });
    expect(screen.getByText('{time} is missing: participants do not see that detail.')).toBeVisible();
    expect(screen.getByText('1 replaced')).toBeVisible();
    await user.click(field);
    await user.paste(': {time}, {when}');
    expect(screen.getByText('Casebook does not fill in {when} here.')).toBeVisible();
    await user.clear(field);
    expect(now.replacedTexts).toEqual({});
    expect(screen.getByText('none replaced')).toBeVisible();
    await user.clear(filter);
    await user.type(filter, 'no text has these words');
    expect(screen.getByText('No texts match.')).toBeVisible();
  });
});
