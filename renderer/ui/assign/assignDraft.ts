import { EVERYTHING } from '../../../shared/benchmarks/taskParts.ts';
import type {
  AssignmentProgress,
  AssignReport,
  AssignRequest,
} from '../../../shared/contract/assignments.ts';
import { currentRound } from '../../../shared/domain/assignment.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import type { AssignOutcome } from './AssignFrame.tsx';
import { type ItemsChoiceValue, selectionOf } from './itemsToAssign.ts';

/** What is assigned to whom, as it is chosen. */
export interface AssignDraft {
  readonly task: string;
  readonly items: ItemsChoiceValue;
  readonly people: readonly PersonId[];
  /** How many people get each item. */
  readonly overlap: number;
  readonly order: 'fixed' | 'random';
  readonly seed: number;
  readonly wantsNewRound: boolean;
  /** The part of the task that is asked; null: what is usual for the items. */
  readonly part: string | null;
}

/** The rounds of a task that can be assigned. */
export interface RoundChoice {
  readonly current: number;
  /** Whether anybody has anything of the current round: only then there can be another. */
  readonly begun: boolean;
  readonly isNew: boolean;
  /** The round that is assigned. */
  readonly round: number;
}

/** Which round of a task is assigned. */
export function roundChoice(
  progress: readonly Pick<AssignmentProgress, 'task' | 'round'>[],
  task: string,
  wantsNewRound: boolean,
): RoundChoice {
  const current = currentRound(progress, task);
  const begun = progress.some((each) => each.task === task && each.round === current);
  const isNew = wantsNewRound && begun;
  return { current, begun, isNew, round: isNew ? current + 1 : current };
}

/** What is asked of the core; `part`: what raters are asked, null while that is not known. */
export const assignRequest = (
  { items, task, people, overlap, order, seed }: AssignDraft,
  round: number,
  part: string | null,
): AssignRequest => ({
  ...selectionOf(items),
  task,
  people: [...people],
  overlap,
  order,
  seed,
  round,
  part: part === EVERYTHING ? null : part,
});

/** What a person has of a round, in words. */
export function loadInWords(
  progress: readonly AssignmentProgress[],
  person: PersonId,
  task: string,
  round: number,
): string {
  const found = progress.find(
    (each) => each.personId === person && each.task === task && each.round === round,
  );
  if (found === undefined) return 'nothing in this round';
  const open = found.assigned - found.submitted - found.skipped;
  return `${counted(found.assigned, 'item')} in this round, ${String(open)} open`;
}

/** What the button of the dialog will do, in words; `report`: undefined while it is being counted. */
export function assignAction(
  report: Pick<AssignReport, 'assigned' | 'items'> | undefined,
  overlap: number,
): string {
  if (report === undefined) return 'Assign';
  if (report.assigned === 0) return 'Nothing to assign';
  const each = counted(overlap, 'person', 'people');
  return `Assign ${counted(report.items, 'item')}, ${each}${overlap === 1 ? '' : ' each'}`;
}

/** What an assignment would do: who gets how many. */
export function assignOutcome(report: AssignReport, overlap: number): AssignOutcome {
  const wanted = report.items * overlap;
  const before = wanted - report.assigned;
  const asked =
    report.assigned === 0
      ? 'This assigns nothing.'
      : `${counted(report.items, 'item')}, ${counted(overlap, 'person', 'people')} each: ${counted(report.assigned, 'new answer')}${before === 0 ? '' : ` (${formatCount(wanted)} less ${formatCount(before)} that ${before === 1 ? 'is' : 'are'} assigned already)`}.`;
  const had =
    report.complete > 0
      ? ` ${counted(report.complete, 'item')} ${report.complete === 1 ? 'has' : 'have'} ${counted(overlap, 'person', 'people')} already.`
      : '';
  const leftOut =
    report.rejected > 0
      ? ` ${counted(report.rejected, 'rejected item is', 'rejected items are')} left out.`
      : '';
  return {
    summary: asked + had + leftOut,
    shares: report.people.map(({ personId, handle, assigned, total }) => ({
      id: personId,
      name: handle,
      count: `+${formatCount(assigned)}, ${formatCount(total)} in total`,
    })),
  };
}
