import { z } from 'zod';
import type { JudgingSettings } from '../../../../shared/contract/judging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, type PersonId, StudyId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { blindItems } from '../../access/blindItems.ts';
import { holderKey, type JudgingAssignments } from '../../records/verdicts/judgingAssignments.ts';
import { type JudgingPlan, planJudging, type PlanRequest, unitsIn } from './plan.ts';
import { type AssignableUnit, unitsToJudge } from './units.ts';
import { drawSample } from '../../../../shared/domain/sampling.ts';

/** What a judging would be. */
export interface JudgingPreview {
  readonly units: number;
  readonly answers: number;
  readonly perJudge: { personId: PersonId; name: string; units: number }[];
  readonly byCriterion: { criterion: string; title: string; units: number }[];
  readonly problems: string[];
}

const StudySession = z.object({ studyId: StudyId, over: z.int() });

/** Plans judgings. */
export class JudgingSetup {
  readonly #casebook: Casebook;
  readonly #assignments: JudgingAssignments;
  readonly #criteria;
  readonly #studySessions;
  readonly #studyItems;
  readonly #unanswered;

  constructor(casebook: Casebook, assignments: JudgingAssignments) {
    this.#casebook = casebook;
    this.#assignments = assignments;
    const { database, benchmark } = casebook;
    this.#criteria = benchmark.judging?.criteria ?? [];
    this.#studySessions = database.prepare<[string]>(
      `SELECT study_id AS studyId, ended_at IS NOT NULL OR withdrawn_at IS NOT NULL AS over FROM session
     WHERE person_id = ? AND number > 0`,
    );
    this.#studyItems = database
      .prepare<[string], string>('SELECT item_id FROM study_item WHERE study_id = ?')
      .pluck();
    this.#unanswered = database.prepare<[string], string>(blindItems('?')).pluck();
  }

  /** Throws `not_found` for an unknown criterion or judge, `invalid_input` for somebody who is no judge. */
  plan(settings: JudgingSettings): JudgingPlan {
    return planJudging(this.#requestOf(settings));
  }

  preview(settings: JudgingSettings): JudgingPreview {
    const request = this.#requestOf(settings);
    const plan = planJudging(request);
    const { piles, short } = plan;
    const given = unitsIn(plan);
    const distinct = new Set(given.map(keyOf));
    const problems = [...short].map(
      ([criterion, answers]) =>
        `${this.#titleOf(criterion)}: ${String(answers)} ${answers === 1 ? 'answer has' : 'answers have'} fewer than ${String(settings.overlap)} ${settings.overlap === 1 ? 'judge' : 'judges'}. ${this.#reason(request, criterion)}`,
    );
    if (request.units.length === 0) problems.push('There are no answers to judge by these criteria.');
    return {
      units: distinct.size,
      answers: new Set(given.map(({ responseId }) => responseId)).size,
      perJudge: request.judges.map((personId) => ({
        personId,
        name: this.#casebook.records.people.find(personId)?.name ?? '',
        units: [...(piles.get(personId)?.values() ?? [])].reduce((sum, { length }) => sum + length, 0),
      })),
      byCriterion: request.criteria.map((criterion) => ({
        criterion,
        title: this.#titleOf(criterion),
        units: new Set(given.filter((unit) => unit.criterion === criterion).map(keyOf)).size,
      })),
      problems,
    };
  }

  #requireJudge(id: PersonId): void {
    const person = this.#casebook.records.people.find(id);
    if (person === undefined) {
      throw new CasebookError(
        'not_found',
        'There is no such person in this casebook.',
        'Nothing was assigned. Choose the judges again.',
      );
    }
    if (person.kind === 'human' && person.roles.includes('judge')) return;
    throw new CasebookError(
      'invalid_input',
      person.kind === 'human' ? `${person.name} is not a judge.` : `${person.name} is a ${person.kind}.`,
      'Nothing was assigned. A curator can change roles on the Team screen.',
    );
  }

  /** What somebody must not judge: their own answers and those of their fellows, and items they are yet to answer. */
  #restrictions(judge: PersonId): (unit: AssignableUnit) => boolean {
    const ownSessions = this.#studySessions.all(judge).map((row) => StudySession.parse(row));
    const studies = new Set<StudyId>(ownSessions.map(({ studyId }) => studyId));
    const items = new Set<ItemId>(
      [
        ...this.#unanswered.all(judge),
        ...ownSessions
          .filter(({ over }) => over === 0)
          .flatMap(({ studyId }) => this.#studyItems.all(studyId)),
      ].map((id) => ItemId.parse(id)),
    );
    return ({ respondent, studyId, itemId }) =>
      respondent !== judge && !(studyId !== null && studies.has(studyId)) && !items.has(itemId);
  }

  #requestOf(settings: JudgingSettings): PlanRequest {
    for (const id of settings.criteria) {
      if (this.#criteria.some((criterion) => criterion.id === id)) continue;
      throw new CasebookError(
        'not_found',
        `${this.#casebook.benchmark.title} has no criterion "${id}".`,
        'Nothing was assigned. Choose the criteria again.',
      );
    }
    const judges = [...new Set(settings.judges)].sort();
    for (const judge of judges) this.#requireJudge(judge);
    const may = new Map(judges.map((judge) => [judge, this.#restrictions(judge)]));
    const holders = this.#assignments.holders();
    const had = ({ responseId, criterion }: AssignableUnit): readonly PersonId[] =>
      holders.get(holderKey(responseId, criterion)) ?? [];
    const all = unitsToJudge(this.#casebook, settings.criteria, settings.respondents ?? null);
    const units = settings.unjudgedOnly ? all.filter((unit) => had(unit).length === 0) : all;
    return {
      units: settings.sample === undefined ? units : sampleOf(units, settings.sample, settings.seed),
      criteria: this.#criteria.map(({ id }) => id).filter((id) => settings.criteria.includes(id)),
      judges,
      overlap: settings.overlap,
      seed: settings.seed,
      had,
      mayJudge: (judge, unit) => may.get(judge)?.(unit) === true,
    };
  }

  #titleOf(id: string): string {
    return this.#criteria.find((criterion) => criterion.id === id)?.title ?? id;
  }

  #reason({ units, criteria: chosen }: PlanRequest, criterion: string): string {
    const after = units.find((unit) => unit.criterion === criterion)?.after ?? null;
    return after === null || chosen.includes(after)
      ? 'Nobody judges their own answers, answers in a study they took part in, or items they have not answered yet.'
      : `It depends on "${this.#titleOf(after)}" by the same judge: choose that criterion too.`;
  }
}

const keyOf = ({ responseId, criterion, subject }: AssignableUnit): string =>
  `${responseId} ${criterion} ${subject}`;

/** What there is to judge in a sample of the answers, drawn respondent by respondent. */
function sampleOf(
  units: readonly AssignableUnit[],
  size: NonNullable<JudgingSettings['sample']>,
  seed: number,
): readonly AssignableUnit[] {
  const answers = new Map(units.map(({ responseId, respondent }) => [responseId, respondent]));
  const from = [...answers].map(([item, stratum]) => ({ item, stratum }));
  const chosen = new Set(drawSample({ from, size, seed }).chosen);
  return units.filter(({ responseId }) => chosen.has(responseId));
}
