import type { Person } from '../../../../shared/contract/application.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { type ItemId, type PersonId, StudySessionId } from '../../../../shared/base/ids.ts';
import type { PlanEntry } from '../../../../shared/domain/study.ts';
import {
  type PlannedStudy,
  planStudySession,
  studySessionSeed,
} from '../../../../shared/domain/studyPlan.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { everything, type Viewpoint } from '../../access/viewpoint.ts';
import { isActivePerson, OVERSEEING } from '../../../../shared/domain/status.ts';
import { type DrawnItems, plannedStudy, type StudyItem, StudyItemDrawer } from './draw.ts';
import type { StudyRow } from '../../records/studies/studyRows.ts';

export interface EnrolmentCandidate {
  readonly person: Person;
  readonly enrolled: boolean;
  readonly refused: string | null;
}

/** Who takes part. Every method expects the caller's transaction. */
export class Enrolment {
  readonly #casebook: Casebook;
  readonly #rows;
  readonly #studySessions;
  readonly #drawing;
  readonly #enrolled;
  readonly #numbers;
  readonly #annotated;
  readonly #assigned;
  readonly #judged;
  readonly #practised;
  readonly #askedElsewhere;
  readonly #revisionsOf;
  readonly #spokenOf;
  readonly #packed;
  // Hundreds arrive at once: what they are asked is planned from the same items.
  #planned: { readonly study: string; readonly revisions: number; readonly plan: PlannedStudy } | null = null;
  /** Numbers that a prefix has gone up to: the search for a free handle does not begin anew for each participant. */
  readonly #lastHandles = new Map<string, number>();

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#rows = casebook.records.studies;
    this.#studySessions = casebook.records.studySessions;
    this.#drawing = new StudyItemDrawer(casebook);
    this.#enrolled = database
      .prepare<[string], string>('SELECT person_id FROM session WHERE study_id = ? AND number > 0')
      .pluck();
    this.#numbers = database
      .prepare<[string], number>(
        'SELECT number FROM session WHERE study_id = ? AND number > 0 ORDER BY number',
      )
      .pluck();
    this.#annotated = database.prepare<[string], { personId: string; items: number }>(
      `SELECT person_id AS personId, count(DISTINCT item_id) AS items FROM annotation
     WHERE item_id IN (SELECT value FROM json_each(?)) GROUP BY person_id`,
    );
    this.#assigned = database.prepare<[string], { personId: string; items: number }>(
      `SELECT person_id AS personId, count(DISTINCT item_id) AS items FROM assignment
     WHERE state = 'open' AND item_id IN (SELECT value FROM json_each(?)) GROUP BY person_id`,
    );
    this.#judged = database.prepare<[string, string, string], { personId: string; items: number }>(
      `SELECT personId, count(DISTINCT itemId) AS items FROM (
       SELECT person_id AS personId, item_id AS itemId FROM judgment
         WHERE response_id IS NULL AND item_id IN (SELECT value FROM json_each(?))
       UNION SELECT j.person_id, r.item_id FROM response r JOIN judgment j ON j.response_id = r.id
         WHERE r.item_id IN (SELECT value FROM json_each(?))
       UNION SELECT a.person_id, r.item_id FROM judging_assignment a JOIN response r ON r.id = a.response_id
         WHERE r.item_id IN (SELECT value FROM json_each(?))) GROUP BY personId`,
    );
    this.#practised = database.prepare<[string, string], { personId: string; items: number }>(
      `SELECT r.person_id AS personId, count(DISTINCT r.item_id) AS items
     FROM response r JOIN session s ON s.id = r.session_id
     WHERE r.purpose = 'practice' AND s.number > 0 AND s.study_id <> ?
       AND r.item_id IN (SELECT value FROM json_each(?)) GROUP BY r.person_id`,
    );
    this.#askedElsewhere = database.prepare<[string, string], { personId: string; items: number }>(
      `SELECT s.person_id AS personId, count(DISTINCT e.value ->> '$.itemId') AS items
     FROM session s, json_each(s.plan) e
     WHERE s.number > 0 AND s.study_id <> ? AND e.value ->> '$.purpose' = 'main'
       AND e.value ->> '$.itemId' IN (SELECT value FROM json_each(?)) GROUP BY s.person_id`,
    );
    this.#revisionsOf = database
      .prepare<[string], number>(
        'SELECT sum(i.revision) FROM study_item s JOIN item i ON i.id = s.item_id WHERE s.study_id = ?',
      )
      .pluck();
    this.#spokenOf = database
      .prepare<[string], number>('SELECT 1 FROM exclusion WHERE session_id = ? LIMIT 1')
      .pluck();
    this.#packed = database
      .prepare<[string], number>(
        "SELECT 1 FROM package g, json_each(g.content, '$.sittings') e WHERE e.value = ? LIMIT 1",
      )
      .pluck();
  }

  candidates(study: StudyRow, viewpoint: Viewpoint): EnrolmentCandidate[] {
    const { practice, main } = this.#itemsOf(study, viewpoint);
    const why = this.#refusals(
      study,
      [...practice, ...main].map(({ id }) => id),
    );
    const isEnrolled = new Set(this.#enrolled.all(study.id));
    return this.#casebook.records.people
      .list()
      .filter(isActivePerson)
      .map((person) => ({
        person,
        enrolled: isEnrolled.has(person.id),
        refused: why.get(person.id) ?? null,
      }));
  }

  /** Throws `forbidden` where one of them has seen gold; who is enrolled already stays so. */
  enrol(study: StudyRow, ids: readonly PersonId[], by: PersonId): number {
    assertOpen(study);
    const wanted = new Set<string>(ids);
    const found = this.candidates(study, everything).filter(({ person }) => wanted.has(person.id));
    if (found.length < wanted.size) {
      throw new CasebookError(
        'not_found',
        'Some of them are not people of this casebook.',
        'Nobody was enrolled. Reload the list.',
      );
    }
    const refused = found.filter((each) => each.refused !== null && !each.enrolled);
    if (refused.length > 0) {
      throw new CasebookError(
        'forbidden',
        refused.map(({ person, refused: why }) => `${person.name} cannot take part. ${why ?? ''}`).join(' '),
        'Nobody was enrolled. People who have seen the answers cannot serve as a baseline.',
      );
    }
    const fresh = found.filter((each) => !each.enrolled).map(({ person }) => person);
    for (const { id, name, roles } of fresh)
      if (!roles.includes('participant'))
        this.#casebook.records.people.update({ id, name, roles: [...roles, 'participant'] }, by);
    return this.#enrolAll(
      study,
      fresh.map(({ id }) => id),
    );
  }

  /** Makes people without names and enrols them; gives how many. */
  enrolNew(study: StudyRow, count: number, prefix: string, by: PersonId): number {
    assertOpen(study);
    const made: PersonId[] = [];
    while (made.length < count) made.push(this.#newParticipant(prefix, by).id);
    return this.#enrolAll(study, made);
  }

  /** Makes a participant without a name for a place of the study's plan; gives their study session. */
  admit(
    study: StudyRow,
    place: number,
  ): { readonly personId: PersonId; readonly studySessionId: StudySessionId } {
    assertOpen(study);
    const { id: personId } = this.#newParticipant('P', null);
    const number = (this.#numbers.all(study.id).at(-1) ?? 0) + 1;
    const plan = planStudySession(this.#plannedOnce(study), number, place);
    const studySessionId = this.#insert(study, personId, number, plan);
    return { personId, studySessionId };
  }

  /** Cancels a study session; throws `conflict` where it was begun. */
  unenrol(id: StudySessionId): void {
    const studySession = this.#studySessions.find(id);
    if (studySession === undefined) throw new CasebookError('not_found', 'There is no such study session.');
    const isBegun = studySession.consentedAt !== null || studySession.withdrawnAt !== null;
    if (isBegun || this.#studySessions.answers(id).length > 0 || this.#packed.get(id) !== undefined) {
      throw new CasebookError(
        'conflict',
        isBegun ? 'The study session has begun.' : 'The study session is in a package already.',
        'Nothing was changed. Exclude the participant instead, with a reason; their answers stay.',
      );
    }
    if (this.#spokenOf.get(id) !== undefined) {
      throw new CasebookError(
        'conflict',
        'The participant was excluded.',
        'Nothing was changed. Their exclusion, its reason and their place in the study stay.',
      );
    }
    this.#studySessions.remove(id);
  }

  tryOut(study: StudyRow, by: PersonId, viewpoint: Viewpoint): StudySessionId {
    if (study.state === 'closed')
      throw new CasebookError('conflict', 'The study is closed.', 'Open it again to try it out.');
    const drawn = this.#itemsOf(study, viewpoint);
    if (drawn.problems.length > 0)
      throw new CasebookError('invalid_input', drawn.problems.join(' '), 'Change the study first.');
    const seen = (items: readonly StudyItem[]): StudyItem[] =>
      items.filter((item) => !viewpoint.isBlind(item.id));
    const own = { practice: seen(drawn.practice), main: seen(drawn.main) };
    if (own.main.length === 0) {
      throw new CasebookError(
        'conflict',
        'You have not annotated every item of this study yet.',
        'Nothing was changed. Somebody else can try it out.',
      );
    }
    if (this.#enrolled.all(study.id).includes(by)) {
      throw new CasebookError(
        'conflict',
        'You take part in this study yourself.',
        'Nothing was changed. Somebody else can try it out.',
      );
    }
    for (const trial of this.#rows.trials(study.id))
      if (this.#studySessions.find(trial)?.personId === by) this.#studySessions.remove(trial);
    return this.#insert(study, by, 0, planStudySession(plannedStudy(study.settings, own), 0));
  }

  /** The items of a study: those that were drawn, or of a draft those that would be. */
  #itemsOf(study: StudyRow, viewpoint: Viewpoint): Pick<DrawnItems, 'practice' | 'main' | 'problems'> {
    if (study.state === 'draft') return this.#drawing.draw(study.settings, viewpoint);
    const frozen = this.#rows.items(study.id);
    const of = (wanted: string): StudyItem[] =>
      this.#drawing.load(frozen.filter(({ purpose }) => purpose === wanted).map(({ id }) => id));
    return { practice: of('practice'), main: of('main'), problems: [] };
  }

  /** Why people cannot take part, by their ids. */
  #refusals(study: StudyRow, items: readonly ItemId[]): Map<string, string> {
    const ids = JSON.stringify(items);
    const many = (count: number): string => `${String(count)} ${count === 1 ? 'item' : 'items'}`;
    const found = new Map<string, string>();
    for (const { personId, items: count } of this.#askedElsewhere.all(study.id, ids))
      found.set(personId, `Another study asks them about ${many(count)} of this one.`);
    for (const { personId, items: count } of this.#practised.all(study.id, ids))
      found.set(personId, `Another study told them the answers to ${many(count)} of this one.`);
    for (const { personId, items: count } of this.#judged.all(ids, ids, ids))
      found.set(personId, `They judge answers about ${many(count)} of the study and see the right answers.`);
    // What is asked in a study session, and told after practice, would give away what they are to find themselves.
    for (const { personId, items: count } of this.#assigned.all(ids))
      found.set(personId, `They are assigned to annotate ${many(count)} of the study.`);
    for (const { personId, items: count } of this.#annotated.all(ids))
      found.set(personId, `They have annotated ${many(count)} of the study.`);
    for (const { id, roles } of this.#casebook.records.people.list()) {
      const role = roles.find((each) => OVERSEEING.includes(each));
      if (role !== undefined) found.set(id, `As ${role} they can see the right answers.`);
    }
    return found;
  }

  #plannedOnce(study: StudyRow): PlannedStudy {
    const revisions = this.#revisionsOf.get(study.id) ?? 0;
    if (this.#planned?.study !== study.id || this.#planned.revisions !== revisions)
      this.#planned = {
        study: study.id,
        revisions,
        plan: plannedStudy(study.settings, this.#itemsOf(study, everything)),
      };
    return this.#planned.plan;
  }

  #enrolAll(study: StudyRow, ids: readonly PersonId[]): number {
    const plan = this.#plannedOnce(study);
    const taken = new Set(this.#numbers.all(study.id));
    let number = 1;
    for (const personId of ids) {
      // A number that was taken back goes out again: conditions stay balanced.
      while (taken.has(number)) number += 1;
      taken.add(number);
      this.#insert(study, personId, number, planStudySession(plan, number));
    }
    return ids.length;
  }

  #insert(
    { id: studyId, settings }: StudyRow,
    personId: PersonId,
    number: number,
    plan: readonly PlanEntry[],
  ): StudySessionId {
    const { ports } = this.#casebook;
    const id = StudySessionId.parse(ports.newId());
    const seed = studySessionSeed(settings.seed, number);
    this.#studySessions.insert({ id, studyId, personId, number, seed, plan, at: ports.now() });
    return id;
  }

  #newParticipant(prefix: string, by: PersonId | null): Person {
    for (let number = (this.#lastHandles.get(prefix) ?? 0) + 1; ; number += 1) {
      const handle = `${prefix}${String(number).padStart(2, '0')}`;
      if (this.#casebook.records.people.called(handle) !== undefined) continue;
      this.#lastHandles.set(prefix, number);
      return this.#casebook.records.people.add({ handle, name: handle, roles: ['participant'] }, by);
    }
  }
}

function assertOpen({ state, title }: StudyRow): void {
  if (state === 'open') return;
  throw new CasebookError(
    'conflict',
    state === 'draft' ? `The study "${title}" is a draft.` : `The study "${title}" is closed.`,
    `Nobody was enrolled. ${state === 'draft' ? 'Open it' : 'Open it again'} first.`,
  );
}
