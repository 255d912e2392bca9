import { implement } from '@orpc/server';
import { RPCHandler } from '@orpc/server/fetch';
import { screen } from '@testing-library/react';
import { v7 } from 'uuid';
import { beforeEach, vi } from 'vitest';
import { ElsewhereSection } from '../../renderer/screens/studies/recruitment/ElsewhereSection.tsx';
import { useStudyBoard } from '../../renderer/screens/studies/useStudyBoard.ts';
import { contract } from '../../shared/contract/index.ts';
import type {
  Board,
  PanelStatus,
  Recruitment,
  RecruitmentSettings,
} from '../../shared/contract/recruitment.ts';
import type { Study, StudySettings } from '../../shared/contract/studies.ts';
import { StudyId } from '../../shared/base/ids.ts';
import { failed, useFakeCore } from './hubCore.tsx';

const ID = StudyId.parse(v7());
export const LINK = 'https://study.example.org/s/A-token-of-a-study';

export const settingsOf = (change: Partial<RecruitmentSettings> = {}): RecruitmentSettings => ({
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

export const studySettings: StudySettings = {
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

export const studyOf = (state: Study['state']): Study => ({
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

export const boardOf = (change: Partial<Board> = {}): Board => ({
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

export let fake: Fake;

export const recruitmentOf = (change: Partial<RecruitmentSettings> = {}, panelIds = 0): Recruitment => ({
  settings: settingsOf(change),
  link: LINK,
  previewLink: `${LINK}?preview=1`,
  panelIds,
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
export function Elsewhere({ study }: { readonly study: Study }) {
  return <ElsewhereSection study={study} board={useStudyBoard(study)} />;
}

export const section = () => screen.findByRole('region', { name: 'People elsewhere' });

/** Registers the hooks that give each test a core with one study that recruits. */
export function recruitEachTest(): void {
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
}
