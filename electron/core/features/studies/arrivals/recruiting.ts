import type {
  Board,
  PanelStatus,
  Recruitment,
  RecruitmentSettings,
} from '../../../../../shared/contract/recruitment.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import type { PersonId, StudyId } from '../../../../../shared/base/ids.ts';
import { deleteForGood } from '../../../db/secureDelete.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { crowdOf } from '../../../derived/places.ts';
import type { RecruitmentRecord } from '../../../records/arrivals.ts';
import type { StudyRow } from '../rows.ts';
import { createAnswerSums } from '../answerSums.ts';
import { createStudyRows } from '../rows.ts';
import { createBoard } from './board.ts';
import { personsLink, previewLink, randomText, studyLink } from './links.ts';
import { createPanelStatus } from './panelStatus.ts';

/** Where this program is on a network; null where it is not. */
export type Network = { readonly url: string } | null;

/** How people elsewhere come to studies. Throws `not_found` for missing studies and for studies without a study link. */
export interface RecruitingService {
  get(id: StudyId, network: Network): Recruitment | null;
  initial(preset: 'prolific' | 'classroom' | 'list'): RecruitmentSettings;
  save(id: StudyId, settings: RecruitmentSettings, by: PersonId, network: Network): Recruitment;
  renewLink(id: StudyId, by: PersonId, network: Network): Recruitment;
  /** Throws `conflict` where links have no check, or there is no network. */
  links(id: StudyId, ids: readonly string[], network: Network): { id: string; link: string }[];
  board(id: StudyId): Board;
  /** Gives back the places of the board's crowd; gives how many. */
  releaseCrowd(id: StudyId, by: PersonId): number;
  /** Throws `invalid_input` where the file lacks the columns of a list of submissions. */
  panelStatus(id: StudyId, csv: string, by: PersonId): PanelStatus;
  /** Gives how many ids were deleted. */
  forgetIds(id: StudyId, by: PersonId): number;
}

/** Recruiting in an open casebook. */
export function createRecruitingService(casebook: Casebook): RecruitingService {
  const { database, ports } = casebook;
  const { arrivals, log } = casebook.records;
  const rows = createStudyRows(database);
  const board = createBoard(casebook);
  const answerSums = createAnswerSums(casebook);
  const readPanelStatus = createPanelStatus(casebook);

  const studyOf = (id: StudyId): StudyRow => {
    const row = rows.find(id);
    if (row === undefined) throw new CasebookError('not_found', 'There is no such study in this casebook.');
    return row;
  };
  const recruitmentOf = (id: StudyId): RecruitmentRecord => {
    const found = arrivals.recruitment(studyOf(id).id);
    if (found !== undefined) return found;
    throw new CasebookError('not_found', 'The study has no study link yet.', 'Make a study link first.');
  };
  const remember = (by: PersonId, did: string, study: StudyRow): void =>
    void log({ kind: 'study', personId: by, detail: { did, study: study.title } });
  const described = (record: RecruitmentRecord, network: Network): Recruitment => ({
    settings: record.settings,
    link: network === null ? null : studyLink(network, record),
    previewLink: network === null ? null : previewLink(network, record),
    panelIds: arrivals.identities(record.studyId),
  });

  return {
    get(id, network) {
      const found = arrivals.recruitment(studyOf(id).id);
      return found === undefined ? null : described(found, network);
    },
    initial: initialSettings,
    save: (id, settings, by, network) =>
      database.transaction(() => {
        const study = studyOf(id);
        const before = arrivals.recruitment(id);
        if (
          before !== undefined &&
          isOtherPanel(before.settings, settings) &&
          arrivals.ofStudy(id).length > 0
        )
          throw new CasebookError(
            'conflict',
            'People have come by this link, so you cannot change where they come from or how ids are checked.',
            'Nothing was changed. For another panel, duplicate the study.',
          );
        const record = {
          studyId: id,
          settings,
          token: before?.token ?? randomText(16),
          secret: before?.secret ?? randomText(32),
        };
        arrivals.putRecruitment(record, ports.now());
        remember(by, before === undefined ? 'Made a study link for' : 'Changed how people come to', study);
        return described(record, network);
      })(),
    renewLink: (id, by, network) =>
      database.transaction(() => {
        const record = { ...recruitmentOf(id), token: randomText(16) };
        arrivals.putRecruitment(record, ports.now());
        remember(by, 'Made a new study link for', studyOf(id));
        return described(record, network);
      })(),
    links(id, ids, network) {
      const record = recruitmentOf(id);
      if (network === null)
        throw new CasebookError(
          'conflict',
          'This casebook is not on a network, so its links have no address yet.',
          'No links were made. Start casebook host first.',
        );
      if (record.settings.check !== 'links' || record.settings.panel === 'none')
        throw new CasebookError(
          'conflict',
          'This study does not use links made for a list of ids.',
          'No links were made. Choose “Links made here” for the id check first.',
        );
      return ids.map((each) => ({ id: each, link: personsLink(network, record, each) }));
    },
    board: (id) => board(studyOf(id), recruitmentOf(id).settings, answerSums(id)),
    releaseCrowd: (id, by) =>
      database.transaction(() => {
        const now = ports.now();
        const crowd = crowdOf(arrivals.holders(id), recruitmentOf(id).settings, now)?.arrivals ?? [];
        // As for silence: people among them who return go on where a place is free.
        for (const arrival of crowd) arrivals.release(arrival, 'silence', now);
        if (crowd.length > 0) remember(by, `Gave back ${counted(crowd.length, 'place')} of`, studyOf(id));
        return crowd.length;
      })(),
    panelStatus: (id, csv, by) =>
      database.transaction(() => {
        recruitmentOf(id);
        const study = studyOf(id);
        const status = readPanelStatus(study, csv, by);
        if (status.released + status.excluded > 0) remember(by, 'Read the panel’s status file for', study);
        return status;
      })(),
    forgetIds: (id, by) =>
      deleteForGood(database, () => {
        const study = studyOf(id);
        const forgotten = arrivals.forgetIdentities(id);
        if (forgotten > 0) remember(by, 'Deleted the panel’s ids of', study);
        return forgotten;
      }),
  };
}

/** Whether ids would mean something else. */
const isOtherPanel = (a: RecruitmentSettings, b: RecruitmentSettings): boolean =>
  a.panel !== b.panel || a.check !== b.check || (a.panel === 'generic' && a.idParameter !== b.idParameter);

function initialSettings(preset: 'prolific' | 'classroom' | 'list'): RecruitmentSettings {
  const shared = {
    open: true,
    places: 30,
    idParameter: 'participant',
    silenceMinutes: 15,
    screening: [],
    device: { width: 1024, height: 640, touch: false },
    failedChecks: null,
    outcomes: { complete: null, screenedOut: null, attention: null },
  } satisfies Omit<RecruitmentSettings, 'panel' | 'check'>;
  switch (preset) {
    case 'prolific':
      return { ...shared, panel: 'prolific', check: 'same' };
    case 'classroom':
      return { ...shared, panel: 'none', check: 'same', device: { width: 0, height: 0, touch: true } };
    case 'list':
      return { ...shared, panel: 'generic', check: 'links' };
  }
}
