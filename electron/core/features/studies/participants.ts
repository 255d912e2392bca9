import type { Participant, StudyBoard } from '../../../../shared/contract/studies.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, StudyId, StudySessionId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { deleteForGood } from '../../db/secureDelete.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';
import type { StudySession } from '../../records/studies/studySessions.ts';
import { createAnswerSums } from './answerSums.ts';
import { readBoard } from './arrivals/board.ts';
import { Enrolment, type EnrolmentCandidate } from './enrolment.ts';
import { ParticipantRows } from './participantRows.ts';
import type { StudyRow } from '../../records/studies/studyRows.ts';

/**
 * Who takes part in studies, and whose answers count. Everything throws `not_found` for what is not there and `conflict`
 * where the study or the participant does not allow it.
 */
export class ParticipantsService {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #studySessions;
  readonly #enrolment;
  readonly #answerSums;
  readonly #participantRows;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#rows = casebook.records.studies;
    this.#studySessions = casebook.records.studySessions;
    this.#enrolment = new Enrolment(casebook);
    this.#answerSums = createAnswerSums(casebook);
    this.#participantRows = new ParticipantRows(casebook);
  }

  list(id: StudyId): Participant[] {
    return this.#participants(this.#rows.get(id).id);
  }

  /**
   * The numbers of a study and its participants, of one moment; the numbers are null while it has no study link. One
   * transaction: an import in another thread cannot write between the numbers and the table.
   */
  board(id: StudyId): StudyBoard {
    return this.#casebook.database.transaction(() => {
      const study = this.#rows.get(id);
      const given = this.#answerSums(id);
      const link = this.#casebook.records.arrivals.recruitment(id);
      return {
        numbers: link === undefined ? null : readBoard(this.#casebook, study, link.settings, given),
        participants: this.#participantRows.list(id, given),
      };
    })();
  }

  candidates(id: StudyId, viewpoint: Viewpoint): EnrolmentCandidate[] {
    return this.#enrolment.candidates(this.#rows.get(id), viewpoint);
  }

  /** Throws `forbidden` where one of them has seen gold. */
  enrol(id: StudyId, people: readonly PersonId[], by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => {
      const row = this.#rows.get(id);
      const count = this.#enrolment.enrol(row, people, by);
      if (count > 0) this.#remember(by, 'Enrolled in', row, { people: count });
      return this.#participants(id);
    })();
  }

  enrolNew(id: StudyId, count: number, prefix: string, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => {
      const row = this.#rows.get(id);
      this.#remember(by, 'Enrolled in', row, { people: this.#enrolment.enrolNew(row, count, prefix, by) });
      return this.#participants(id);
    })();
  }

  unenrol(id: StudySessionId, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => {
      const { study } = this.#participant(id);
      const who = this.#participants(study.id).find(({ studySessionId }) => studySessionId === id);
      this.#enrolment.unenrol(id);
      this.#remember(by, 'Cancelled', study, { person: who?.handle ?? '' });
      return this.#participants(study.id);
    })();
  }

  exclude(id: StudySessionId, reason: string, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => this.#say(id, 'exclusion', reason, by))();
  }

  include(id: StudySessionId, reason: string, by: PersonId): Participant[] {
    return this.#casebook.database.transaction(() => this.#say(id, 'inclusion', reason, by))();
  }

  /** Deletes a participant's answers for good, and what was said of them; throws `conflict` where they have not begun. */
  erase(id: StudySessionId, by: PersonId): Participant[] {
    return deleteForGood(this.#casebook.database, () => {
      const { study } = this.#participant(id);
      const who = this.#participants(study.id).find(({ studySessionId }) => studySessionId === id);
      if (who === undefined || who.state === 'waiting')
        throw new CasebookError(
          'conflict',
          'They have not begun, so there is nothing to delete.',
          'Cancel their enrolment instead.',
        );
      this.#studySessions.erase(id, timeOfWriting(this.#casebook));
      this.#casebook.derived.participation.left(id);
      this.#remember(by, 'Deleted the answers of a participant of', study, { person: who.handle });
      return this.#participants(study.id);
    });
  }

  tryOut(id: StudyId, by: PersonId, viewpoint: Viewpoint): StudySessionId {
    return this.#casebook.database.transaction(() =>
      this.#enrolment.tryOut(this.#rows.get(id), by, viewpoint),
    )();
  }

  /** A study session that its participant can go on with. */
  studySession(id: StudySessionId): StudySession {
    const { studySession, study } = this.#participant(id);
    if (study.state === 'open' && studySession.endedAt === null && studySession.withdrawnAt === null)
      return studySession;
    throw new CasebookError(
      'conflict',
      study.state === 'open' ? 'The study session is over.' : 'The study is not open.',
      'No link was made.',
    );
  }

  #participants(id: StudyId): Participant[] {
    return this.#participantRows.list(id, this.#answerSums(id));
  }

  /** A participant's study session with its study. */
  #participant(id: StudySessionId): { readonly studySession: StudySession; readonly study: StudyRow } {
    const studySession = this.#studySessions.find(id);
    if (studySession === undefined || studySession.number === 0)
      throw new CasebookError('not_found', 'There is no such participant.');
    return { studySession, study: this.#rows.get(studySession.studyId) };
  }

  #say(id: StudySessionId, kind: 'exclusion' | 'inclusion', reason: string, by: PersonId): Participant[] {
    const { study } = this.#participant(id);
    const who = this.#participants(study.id).find(({ studySessionId }) => studySessionId === id);
    if (kind === 'inclusion' && who?.excluded === null) {
      throw new CasebookError('conflict', 'Their answers are included already.', 'Nothing was changed.');
    }
    this.#casebook.derived.exclude(id, kind, reason, by);
    const did = kind === 'exclusion' ? 'Excluded' : 'Included';
    this.#remember(by, did, study, { person: who?.handle ?? '', reason });
    return this.#participants(study.id);
  }

  #remember(by: PersonId, did: string, study: Pick<StudyRow, 'title'>, more: JsonObject = {}): void {
    this.#casebook.records.log({ kind: 'study', personId: by, detail: { did, study: study.title, ...more } });
  }
}
