import { decimalText } from '../../../../../shared/base/decimals.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import { resolve } from 'node:path';
import type { QueryFigure } from '../../../../../shared/benchmarks/querySets.ts';
import type { Services } from '../../../../core/app/services.ts';
import type { BuildReport } from '../../../../core/benchmarks/observatory/querySets/service.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { shortened, table } from '../../output.ts';
import { numberOption, seedOption, WrongUsage } from '../../usage.ts';

export interface QuerySetsOptions {
  readonly kind: string;
  readonly count: string;
  readonly seed: string;
  readonly distances?: string;
  readonly force: boolean;
  readonly add: boolean;
}

/** `casebook query-sets` */
export async function buildQuerySets(
  invocation: Invocation,
  dir: string,
  target: string | undefined,
  options: QuerySetsOptions,
): Promise<void> {
  const { kind, distances, force, add } = options;
  if (add && target !== undefined)
    throw new WrongUsage('--add: leave out the target; the questions go into the casebook.');
  if (add && force) throw new WrongUsage('--add overwrites nothing, so --force does not apply.');
  const count = numberOption('--count', options.count);
  if (count === 0) throw new WrongUsage('--count: "0" asks for nothing.');
  const seed = seedOption(options.seed);
  const request = { kind, count, seed, distances: distances === undefined ? null : resolve(distances) };
  const work = { progress: progressOf(invocation), signal: invocation.signal };
  const assertKind = ({ querySets }: Services): void => {
    const kinds = querySets.kinds().map(({ id }) => id);
    if (!kinds.includes(kind)) throw new WrongUsage(`--kind: "${kind}" is not among ${kinds.join(', ')}.`);
  };
  if (add) {
    const report = await withCasebook(dir, 'once', (services) => {
      assertKind(services);
      return services.querySets.add(request, null, work, everything);
    });
    const { added, unchanged } = report;
    tell(invocation, report, `${String(added)} questions added, ${String(unchanged)} existed already.`);
    return;
  }
  if (target === undefined)
    throw new WrongUsage('Give a folder to write to, or --add to add them to the casebook.');
  const report = await withCasebook(dir, 'read', (services) => {
    assertKind(services);
    return services.querySets.build({ ...request, target: resolve(target), force }, work, everything);
  });
  const { sets, collages, images } = report;
  tell(
    invocation,
    report,
    `${String(sets)} questions, ${String(images)} images and ${String(collages)} collages written to ${resolve(target)}.`,
  );
}

function tell(invocation: Invocation, report: BuildReport, outcome: string): void {
  const { sets, left_out: leftOut } = report;
  const about = leftOut.filter(({ item }) => item !== null);
  const general = leftOut.filter(({ item }) => item === null);
  invocation.output.result(report, [
    ...shortened(about.map(({ item, reason }) => `left out ${item ?? ''}: ${reason}`)),
    ...general.map(({ reason }) => reason),
    sets === 0 ? 'No questions could be built: nothing was written.' : outcome,
  ]);
  // Anybody who was passed over has been replaced by another; what is short of what was asked for has not.
  if (general.length > 0 || sets === 0) invocation.foundProblems();
}

/** `casebook query-scores` */
export async function scoreQuerySets(
  invocation: Invocation,
  dir: string,
  sets: string,
  answers: string,
): Promise<void> {
  const report = await withCasebook(dir, 'read', ({ querySets }) =>
    querySets.score(
      { sets: resolve(sets), answers: resolve(answers) },
      { progress: progressOf(invocation), signal: invocation.signal },
    ),
  );
  const { figures, problems, notes } = report;
  invocation.output.result(report, [
    ...shortened(problems.map(({ where, reason }) => `${where}: ${reason}`)),
    ...(figures.length === 0
      ? ['Nothing could be scored.']
      : table([['task', 'domain', 'figure', 'of', 'value', 'n'], ...figures.map(rowOf)])),
    ...notes,
  ]);
  if (problems.length > 0) invocation.foundProblems();
}

const rowOf = ({
  task,
  domain,
  metric,
  of,
  value,
  undefined: reason,
  n,
}: QueryFigure): (string | number)[] => [
  task,
  domain,
  metric,
  of ?? '',
  value === null ? `- (${reason ?? ''})` : decimalText(value, 4),
  n,
];
