import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { create } from 'qrcode';
import { useState } from 'react';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LinkDialog } from '../../renderer/screens/studies/LinkDialog.tsx';
import { ElsewhereSection } from '../../renderer/screens/studies/recruitment/ElsewhereSection.tsx';
import { LanguageSection } from '../../renderer/screens/studies/sections/LanguageSection.tsx';
import { useStudyBoard } from '../../renderer/screens/studies/useStudyBoard.ts';
import { contract } from '../../shared/contract/index.ts';
import type {
  Board,
  PanelStatus,
  Recruitment,
  RecruitmentSettings,
} from '../../shared/contract/recruitment.ts';
import type { Participant, Study, StudySettings } from '../../shared/contract/studies.ts';
import { StudyId, StudySessionId } from '../../shared/base/ids.ts';
import { BO, casebookOf } from './casebook.ts';
import { failed, show, useFakeCore } from './hubCore.tsx';
import { present } from '../helpers/present.ts';

const ID = StudyId.parse(v7());
const LINK = 'https://study.example.org/s/A-token-of-a-study';

const settingsOf = (change: Partial<RecruitmentSettings> = {}): RecruitmentSettings => ({
  open: true,
  places: 30,
  panel: 'none',
  idParameter: 'participant',
  check: 'same',
  silenceMinutes: 15,
  screening: [],
  device: { width: 0, height: 0, touch: true },
  failedChecks: null,
  outcomes: { complete: null, screenedOut: null, attention: null },
  ...change,
});

const studySettings: StudySettings = {
  items: { filter: {}, sample: null },
  seed: 1,
  order: 'random',
  conditions: ['plain'],
  itemsEach: null,
  practice: [],
  attention: { checks: [], every: 10 },
  breakEvery: null,
  timeLimitSeconds: null,
  allowBack: false,
  imageSide: null,
  texts: { consent: 'Do you agree?', instructions: '', breaks: '', thanks: '' },
};

const studyOf = (state: Study['state']): Study => ({
  id: ID,
  title: 'Pilot',
  state,
  settings: studySettings,
  createdBy: 'Ana',
  createdAt: 0,
  updatedAt: 0,
  items: 6,
  itemsEach: 6,
  apart: false,
  participants: { total: 0, started: 0, finished: 0, excluded: 0 },
});

const boardOf = (change: Partial<Board> = {}): Board => ({
  arrived: 0,
  deciding: 0,
  declined: 0,
  screenedOut: 0,
  underWay: 0,
  silent: 0,
  finished: 0,
  attentionFailed: 0,
  withdrawn: 0,
  returned: 0,
  places: 30,
  left: 30,
  crowd: null,
  groups: [{ group: 1, places: 30, underWay: 0, silent: 0, finished: 0, left: 30 }],
  conditions: [{ condition: 'plain', title: 'As they are', answers: 0 }],
  ...change,
});

/** What the core answers in a test. */
interface Fake {
  recruitment: Recruitment | null;
  hosted: boolean;
  board: () => Board;
  status: PanelStatus;
  readonly calls: (readonly [procedure: string, input: unknown])[];
}

let fake: Fake;

const recruitmentOf = (change: Partial<RecruitmentSettings> = {}, panelIds = 0): Recruitment => ({
  settings: settingsOf(change),
  link: LINK,
  previewLink: `${LINK}?preview=1`,
  panelIds,
});

useFakeCore();
beforeEach(() => {
  fake = {
    recruitment: null,
    hosted: true,
    board: () => boardOf(),
    status: { rows: 0, released: 0, excluded: 0, unchanged: 0, unknown: [] },
    calls: [],
  };
  const handler = new RPCHandler(router());
  vi.stubGlobal('fetch', async (request: Request) => {
    const { matched, response } = await handler.handle(request, { prefix: '/rpc', context: {} });
    return matched ? response : new Response(null, { status: 404 });
  });
});

function router() {
  const os = implement(contract);
  const there = (): Recruitment => {
    if (fake.recruitment === null) throw failed('The study has no study link yet.');
    return fake.recruitment;
  };
  return {
    recruitment: {
      get: os.recruitment.get.handler(() => fake.recruitment),
      initial: os.recruitment.initial.handler(({ input }) =>
        input.preset === 'prolific'
          ? settingsOf({ panel: 'prolific' })
          : input.preset === 'list'
            ? settingsOf({ panel: 'generic', check: 'links' })
            : settingsOf(),
      ),
      save: os.recruitment.save.handler(({ input }) => {
        fake.calls.push(['save', input.settings]);
        const links = { link: LINK, previewLink: `${LINK}?preview=1` };
        return (fake.recruitment = {
          ...(fake.recruitment ?? (fake.hosted ? links : { link: null, previewLink: null })),
          panelIds: fake.recruitment?.panelIds ?? 0,
          settings: input.settings,
        });
      }),
      renewLink: os.recruitment.renewLink.handler(() => {
        fake.calls.push(['renewLink', null]);
        return (fake.recruitment = { ...there(), link: `${LINK}-2` });
      }),
      links: os.recruitment.links.handler(({ input }) => {
        fake.calls.push(['links', input.ids]);
        return input.ids.map((id) => ({ id, link: `${LINK}?participant=${id}&check=${id.length}` }));
      }),
      releaseCrowd: os.recruitment.releaseCrowd.handler(() => {
        fake.calls.push(['releaseCrowd', null]);
        const released = fake.board().crowd?.places ?? 0;
        fake.board = () => boardOf();
        return { released };
      }),
      panelStatus: os.recruitment.panelStatus.handler(({ input }) => {
        fake.calls.push(['panelStatus', input.csv]);
        return fake.status;
      }),
      forgetIds: os.recruitment.forgetIds.handler(() => {
        fake.calls.push(['forgetIds', null]);
        const forgotten = there().panelIds;
        fake.recruitment = { ...there(), panelIds: 0 };
        return { forgotten };
      }),
    },
    studies: {
      board: os.studies.board.handler(() => ({
        numbers: fake.recruitment === null ? null : fake.board(),
        participants: [],
      })),
      link: os.studies.link.handler(() => ({ url: `${LINK}/p/own` })),
    },
    webAccess: {
      address: os.webAccess.address.handler(() =>
        fake.hosted ? { url: 'https://study.example.org' } : null,
      ),
    },
  };
}

/** The section with what its page reads for it. */
function Elsewhere({ study }: { readonly study: Study }) {
  return <ElsewhereSection study={study} board={useStudyBoard(study)} />;
}

const section = () => screen.findByRole('region', { name: 'People elsewhere' });
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
