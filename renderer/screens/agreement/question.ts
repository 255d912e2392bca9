import type { Task } from '../../../shared/benchmarks/task.ts';
import { isAnswered } from '../../../shared/benchmarks/parts.ts';
import type { AgreementReport, AgreementRequest, Rater } from '../../../shared/contract/agreement.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { Client } from '../../client/index.ts';
import type { AgreementChoices, AgreementScope } from './choices.ts';

/** What there is to compare. */
export type Available = Awaited<ReturnType<Client['agreement']['choices']>>;
export type AvailableTask = Available[number];

/** The choices made, completed with what is usual and freed of what this casebook does not have. */
export interface AgreementQuery {
  readonly task: AvailableTask;
  /** Those that raters of the round were asked for. */
  readonly fields: AvailableTask['fields'];
  readonly field: AvailableTask['fields'][number];
  readonly round: AvailableTask['rounds'][number];
  /** Everybody who can be chosen, and who is. */
  readonly raters: readonly Rater[];
  readonly chosen: readonly Rater[];
  readonly request: AgreementRequest;
}

/** A report with the request it answers: the items behind its cells are asked for with the same words. */
export interface AnsweredReport {
  readonly request: AgreementRequest;
  readonly report: AgreementReport;
}

/** Null where nobody has rated anything that can be compared. */
export function questionOf(
  available: Available,
  choices: AgreementChoices,
  tasks: readonly Pick<Task, 'id' | 'mainField'>[],
): AgreementQuery | null {
  const rated = available.filter(({ rounds }) => rounds.some(({ raters }) => raters.length > 0));
  const task = rated.find((each) => each.task === choices.task) ?? rated[0];
  if (task === undefined) return null;
  const rounds = task.rounds.filter(({ raters }) => raters.length > 0);
  const round =
    rounds.find((each) => each.round === choices.round) ?? rounds.toSorted((a, b) => b.round - a.round)[0];
  if (round === undefined) return null;
  const fields = task.fields.filter(({ name }) => isAnswered(round.asked, name));
  const comparable = fields.filter(({ level }) => level !== 'text');
  const main = tasks.find(({ id }) => id === task.task)?.mainField;
  const field =
    comparable.find(({ name }) => name === choices.field) ??
    comparable.find(({ name }) => name === main) ??
    comparable[0];
  if (field === undefined) return null;
  const chosen = round.raters.filter(
    ({ personId }) => choices.raters === null || choices.raters.includes(personId),
  );
  const everybody = chosen.length === round.raters.length;
  return {
    task,
    fields,
    field,
    round,
    raters: round.raters,
    chosen,
    request: {
      task: task.task,
      field: field.name,
      round: round.round,
      ...(!everybody && { raters: chosen.map(({ personId }) => personId) }),
      filter: filterOf(choices.scope),
      bootstrap: choices.bootstrap,
      seed: choices.seed,
      threshold: choices.threshold,
      ...(choices.stratum !== null &&
        task.strata.some(({ name }) => name === choices.stratum) && { stratum: choices.stratum }),
    },
  };
}

/** The items that are chosen. */
export function filterOf(scope: AgreementScope): ItemFilter {
  switch (scope.kind) {
    case 'all':
      return {};
    case 'status':
      return { status: [scope.status] };
    case 'library':
      return scope.filter;
  }
}
