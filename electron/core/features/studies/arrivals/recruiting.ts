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
import type { RecruitmentRecord } from '../../../records/studies/arrivals.ts';
import { createAnswerSums } from '../answerSums.ts';
import type { StudyRow } from '../../../records/studies/studyRows.ts';
import { readBoard } from './board.ts';
import { personsLink, previewLink, randomText, studyLink } from './links.ts';
import { followPanel } from './panelStatus.ts';

/** Where this program is on a network; null where it is not. */
export type Network = { readonly url: string } | null;

/** How people elsewhere come to studies. Throws `not_found` for missing studies and for studies without a study link. */
export class RecruitingService {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #answerSums;
  readonly initial;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#rows = casebook.records.studies;
    this.#answerSums = createAnswerSums(casebook);
    this.initial = initialSettings;
  }

  get(id: StudyId, network: Network): Recruitment | null {
    const found = this.#casebook.records.arrivals.recruitment(this.#studyOf(id).id);
    return found === undefined ? null : this.#described(found, network);
  }

  save(id: StudyId, settings: RecruitmentSettings, by: PersonId, network: Network): Recruitment {
    return this.#casebook.database.transaction(() => {
      const study = this.#studyOf(id);
      const before = this.#casebook.records.arrivals.recruitment(id);
      if (
        before !== undefined &&
        isOtherPanel(before.settings, settings) &&
        this.#casebook.records.arrivals.ofStudy(id).length > 0
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
      this.#casebook.records.arrivals.putRecruitment(record, this.#casebook.ports.now());
      this.#remember(
        by,
        before === undefined ? 'Made a study link for' : 'Changed how people come to',
        study,
      );
      return this.#described(record, network);
    })();
  }

  renewLink(id: StudyId, by: PersonId, network: Network): Recruitment {
    return this.#casebook.database.transaction(() => {
      const record = { ...this.#recruitmentOf(id), token: randomText(16) };
      this.#casebook.records.arrivals.putRecruitment(record, this.#casebook.ports.now());
      this.#remember(by, 'Made a new study link for', this.#studyOf(id));
      return this.#described(record, network);
    })();
  }

  /** Throws `conflict` where links have no check, or there is no network. */
  links(id: StudyId, ids: readonly string[], network: Network): { id: string; link: string }[] {
    const record = this.#recruitmentOf(id);
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
  }

  board(id: StudyId): Board {
    const { settings } = this.#recruitmentOf(id);
    return readBoard(this.#casebook, this.#studyOf(id), settings, this.#answerSums(id));
  }

  /** Gives back the places of the board's crowd; gives how many. */
  releaseCrowd(id: StudyId, by: PersonId): number {
    return this.#casebook.database.transaction(() => {
      const now = this.#casebook.ports.now();
      const crowd =
        crowdOf(this.#casebook.records.arrivals.holders(id), this.#recruitmentOf(id).settings, now)
          ?.arrivals ?? [];
      // As for silence: people among them who return go on where a place is free.
      for (const arrival of crowd) this.#casebook.records.arrivals.release(arrival, 'silence', now);
      if (crowd.length > 0)
        this.#remember(by, `Gave back ${counted(crowd.length, 'place')} of`, this.#studyOf(id));
      return crowd.length;
    })();
  }

  /** Throws `invalid_input` where the file lacks the columns of a list of submissions. */
  panelStatus(id: StudyId, csv: string, by: PersonId): PanelStatus {
    return this.#casebook.database.transaction(() => {
      this.#recruitmentOf(id);
      const study = this.#studyOf(id);
      const status = followPanel(this.#casebook, id, csv, by);
      if (status.released + status.excluded > 0)
        this.#remember(by, 'Read the panel’s status file for', study);
      return status;
    })();
  }

  /** Gives how many ids were deleted. */
  forgetIds(id: StudyId, by: PersonId): number {
    return deleteForGood(this.#casebook.database, () => {
      const study = this.#studyOf(id);
      const forgotten = this.#casebook.records.arrivals.forgetIdentities(id);
      if (forgotten > 0) this.#remember(by, 'Deleted the panel’s ids of', study);
      return forgotten;
    });
  }

  #studyOf(id: StudyId): StudyRow {
    const row = this.#rows.find(id);
    if (row === undefined) throw new CasebookError('not_found', 'There is no such study in this casebook.');
    return row;
  }

  #recruitmentOf(id: StudyId): RecruitmentRecord {
    const found = this.#casebook.records.arrivals.recruitment(this.#studyOf(id).id);
    if (found !== undefined) return found;
    throw new CasebookError('not_found', 'The study has no study link yet.', 'Make a study link first.');
  }

  #remember(by: PersonId, did: string, study: StudyRow): void {
    this.#casebook.records.log({ kind: 'study', personId: by, detail: { did, study: study.title } });
  }

  #described(record: RecruitmentRecord, network: Network): Recruitment {
    return {
      settings: record.settings,
      link: network === null ? null : studyLink(network, record),
      previewLink: network === null ? null : previewLink(network, record),
      panelIds: this.#casebook.records.arrivals.identities(record.studyId),
    };
  }
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
