import type { TaskPart } from '../../../../../shared/benchmarks/task.ts';
import { EVERYTHING } from '../../../../../shared/benchmarks/taskParts.ts';
import type { AssignReport } from '../../../../../shared/contract/assignments.ts';
import { ItemSelection } from '../../../../../shared/contract/items.ts';
import { currentRound } from '../../../../../shared/domain/assignment.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { HIGHEST_ROUND } from '../../../../../shared/base/numbers.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';
import type { ParsedAssignRequest } from '../../../../core/features/assignments/service.ts';
import { type Invocation, statusOption, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import { separationWords } from '../../../../../shared/statistics/orderSeparation.ts';
import { numberOption, seedOption, WrongUsage } from '../../usage.ts';
import { personCalled } from '../../people.ts';

export interface AssignOptions {
  readonly task?: string;
  readonly people?: string;
  readonly overlap?: string;
  readonly order?: 'fixed' | 'random';
  readonly seed?: string;
  readonly round?: string;
  readonly part?: string;
  readonly status?: string;
  readonly search?: string;
  readonly unassigned: boolean;
  readonly dryRun: boolean;
  readonly withdraw?: string;
}

/** `casebook assign` */
export async function assignOrWithdraw(
  invocation: Invocation,
  dir: string,
  options: AssignOptions,
): Promise<void> {
  const round = options.round === undefined ? null : positive('--round', options.round);
  if (round !== null && round > HIGHEST_ROUND)
    throw new WrongUsage(`--round: rounds go up to ${String(HIGHEST_ROUND)}.`);
  return options.withdraw === undefined
    ? assign(invocation, dir, options, round)
    : withdraw(invocation, dir, options.withdraw, options, round);
}

/** What is assigned to whom, of the options; the task and what depends on it come from the casebook. */
interface AssignSettings {
  readonly handles: readonly string[];
  readonly overlap: number;
  readonly seed: number;
  readonly order: 'fixed' | 'random';
  readonly items: ItemSelection;
}

function assigningOf(options: AssignOptions): AssignSettings {
  const handles = (options.people ?? '').split(',').map((each) => each.trim());
  if (handles.includes('')) throw new WrongUsage('--people needs handles, separated by commas.');
  const overlap = positive('--overlap', options.overlap ?? '1');
  const seed = seedOption(options.seed ?? '1');
  const status = options.status === undefined ? null : statusOption(options.status);
  const items = ItemSelection.parse({
    filter: {
      ...(status !== null && { status }),
      ...(options.search !== undefined && { text: options.search }),
    },
  });
  return { handles, overlap, seed, order: options.order ?? 'random', items };
}

async function assign(
  { output }: Invocation,
  dir: string,
  options: AssignOptions,
  chosenRound: number | null,
): Promise<void> {
  const { handles, ...assigning } = assigningOf(options);
  const { overlap, order } = assigning;
  const assigned = await withCasebook(dir, options.dryRun ? 'read' : 'once', (open) => {
    const task = taskOption(open, options.task);
    const round = chosenRound ?? currentRound(open.assignments.progress(null), task);
    const base = {
      ...assigning,
      task,
      people: handles.map((handle) => personCalled(open, handle).id),
      round,
      unassignedOnly: options.unassigned,
    };
    const asked = options.part === undefined ? usualPart(open, base) : partOption(options.part);
    const report = open.assignments.assign({ ...base, part: asked, dryRun: options.dryRun }, everything);
    const part = partsOf(open, task).find(({ id }) => id === asked) ?? null;
    return { report, task, round, part };
  });
  const { report, task, round, part } = assigned;
  output.result(
    {
      task,
      round,
      part: part?.id ?? EVERYTHING,
      overlap,
      order,
      seed: report.seed,
      assigned: report.assigned,
      items: report.items,
      complete: report.complete,
      rejected: report.rejected,
      separation: report.separation,
      people: report.people.map((each) => ({
        handle: each.handle,
        assigned: each.assigned,
        total: each.total,
      })),
      dry_run: options.dryRun,
    },
    [...assignedLines(assigned, order), ...(options.dryRun ? ['A dry run: nothing was changed.'] : [])],
  );
}

/** What was assigned. */
interface Assignments {
  readonly report: AssignReport;
  readonly task: string;
  readonly round: number;
  readonly part: TaskPart | null;
}

function assignedLines({ report, task, round, part }: Assignments, order: string): string[] {
  return [
    ...table(
      report.people.map(({ handle, assigned, total }) => [
        handle,
        `${String(assigned)} more`,
        `${String(total)} in total`,
      ]),
    ),
    `${String(report.items)} items, ${String(report.assigned)} assignments of ${task} in round ${String(round)} (${order} order, seed ${String(report.seed)}); ${String(report.complete)} items already had enough people.`,
    ...(report.rejected === 0
      ? []
      : [
          `${counted(report.rejected, 'rejected item')} left out of round ${String(round)}; --status rejected assigns rejected items.`,
        ]),
    ...(part === null
      ? []
      : [`Raters are asked for "${part.title}"; --part ${EVERYTHING} asks for the whole form.`]),
    ...(report.separation === null
      ? []
      : [
          `Warning: the order gives labels away. ${separationWords(report.separation)} --order random gives everybody an order of their own.`,
        ]),
  ];
}

async function withdraw(
  { output }: Invocation,
  dir: string,
  handle: string,
  options: AssignOptions,
  chosenRound: number | null,
): Promise<void> {
  const { people, overlap, order, seed, status, search, part } = options;
  for (const [name, value] of Object.entries({ people, overlap, order, seed, status, search, part }))
    if (value !== undefined) throw new WrongUsage(`--${name} does not apply to --withdraw.`);
  if (options.unassigned || options.dryRun)
    throw new WrongUsage('--unassigned and --dry-run do not apply to --withdraw.');
  const { result, task, round } = await withCasebook(dir, 'once', (open) => {
    const { id } = personCalled(open, handle);
    const chosen = taskOption(open, options.task);
    const inRound = chosenRound ?? currentRound(open.assignments.progress(null), chosen);
    return {
      result: open.assignments.withdraw({ personId: id, task: chosen, round: inRound }, null),
      task: chosen,
      round: inRound,
    };
  });
  output.result({ person: handle, task, round, ...result }, [
    `${String(result.withdrawn)} withdrawn from ${handle} (${task}, round ${String(round)}); ${String(result.kept)} stay because they are begun, submitted or skipped.`,
  ]);
}

/** The part named, null for the whole form. */
const partOption = (named: string): string | null => (named === EVERYTHING ? null : named);

function partsOf({ casebook }: Services, task: string): readonly TaskPart[] {
  return casebook.benchmark.tasks.find(({ id }) => id === task)?.parts ?? [];
}

/** What is usual for these items where nobody says which part of the form raters are asked for. */
function usualPart(open: Services, request: Omit<ParsedAssignRequest, 'part' | 'dryRun'>): string | null {
  return open.assignments.assign({ ...request, part: null, dryRun: true }, everything).usualPart;
}

/** The task named, or the benchmark's only one. */
function taskOption({ casebook }: Services, named: string | undefined): string {
  const { tasks } = casebook.benchmark;
  const [only, second] = tasks;
  if (named === undefined && only !== undefined && second === undefined) return only.id;
  if (named !== undefined && tasks.some(({ id }) => id === named)) return named;
  const choice = tasks.map(({ id }) => id).join(', ');
  throw new WrongUsage(
    named === undefined ? `--task is required: ${choice}.` : `--task: "${named}" is not among ${choice}.`,
  );
}

function positive(name: string, text: string): number {
  const value = numberOption(name, text);
  if (value === 0) throw new WrongUsage(`${name}: at least 1 is required.`);
  return value;
}
