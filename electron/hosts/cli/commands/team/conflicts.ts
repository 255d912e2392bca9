import type { MergeConflict } from '../../../../../shared/contract/merging.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { type ConflictSide, sideInWords } from '../../../../../shared/domain/conflictSides.ts';
import type { Services } from '../../../../core/app/services.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { WrongUsage } from '../../usage.ts';
import { doerOf, personCalled } from '../../people.ts';

export interface ConflictsOptions {
  readonly take?: string;
  readonly person?: string;
}

/** `casebook conflicts` and `casebook conflicts DIR settle ID` */
export async function listOrSettleConflicts(
  invocation: Invocation,
  dir: string,
  action: string | undefined,
  ids: readonly string[],
  options: ConflictsOptions,
): Promise<void> {
  if (action === undefined) {
    if (options.take !== undefined || options.person !== undefined)
      throw new WrongUsage('--take and --person go with settle ID.');
    const open = await withCasebook(dir, 'read', ({ merging }) => merging.conflicts());
    return report(invocation, open, []);
  }
  if (action !== 'settle') throw new WrongUsage(`conflicts has no action "${action}"; choose settle.`);
  const choice = choiceOption(options.take);
  if (ids.length === 0) throw new WrongUsage('settle needs the ID of a conflict, or all.');
  const { settled, left } = await withCasebook(dir, 'once', (open) =>
    settle(open, ids, choice, options.person),
  );
  report(invocation, left, settled);
}

function choiceOption(text: string | undefined): 'ours' | 'theirs' {
  if (text === 'ours' || text === 'theirs') return text;
  throw new WrongUsage(
    text === undefined
      ? 'settle needs --take ours or --take theirs.'
      : `--take: "${text}" is neither ours nor theirs.`,
  );
}

/** Resolves one after the other; each is resolved for good before the next. */
function settle(
  open: Services,
  asked: readonly string[],
  choice: 'ours' | 'theirs',
  person: string | undefined,
): { settled: MergeConflict[]; left: MergeConflict[] } {
  const by = person === undefined ? doerOf(open) : curator(open, person);
  const waiting = open.merging.conflicts();
  const chosen = asked.includes('all') ? waiting : asked.map((id) => conflictOf(waiting, id));
  for (const { id } of chosen) open.merging.resolve(id, choice, by);
  return { settled: [...chosen], left: open.merging.conflicts() };
}

function curator(open: Services, handle: string) {
  const { id, roles } = personCalled(open, handle);
  if (roles.includes('curator')) return id;
  throw new CasebookError(
    'forbidden',
    `Resolving conflicts is for curators; ${handle} is not one.`,
    'Nothing was changed. Name a curator: casebook people lists everybody.',
  );
}

/** The conflict of an id, or of the beginning of one that no other has. */
function conflictOf(waiting: readonly MergeConflict[], id: string): MergeConflict {
  const [found, another] = waiting.filter((each) => each.id.startsWith(id.toLowerCase()));
  if (found !== undefined && another === undefined) return found;
  throw new CasebookError(
    'not_found',
    found === undefined
      ? `There is no open conflict ${id}.`
      : `Several open conflicts begin with ${id}: give more of the ID.`,
    'Nothing was changed. casebook conflicts lists open ones.',
  );
}

function report(
  invocation: Invocation,
  open: readonly MergeConflict[],
  settled: readonly MergeConflict[],
): void {
  invocation.output.result({ conflicts: open.map(figures), settled: settled.map(({ id }) => id) }, [
    ...settled.map(({ id }) => `resolved ${id}`),
    ...open.flatMap(({ id, item, summary, source, differences, sides }) => [
      `${id}${item === null ? '' : `  ${item}`}: ${summary} (${source})`,
      ...(sides === null
        ? []
        : [sideLine('ours', sides.ours, source), sideLine('theirs', sides.theirs, source)]),
      ...differences.map(({ field, ours, theirs }) => `  ${field}: ours ${ours} | theirs ${theirs}`),
    ]),
    open.length === 0
      ? 'There are no open conflicts.'
      : `${String(open.length)} open. Resolve with: casebook conflicts DIR settle ID --take ours or theirs.`,
  ]);
  if (open.length > 0) invocation.foundProblems();
}

function sideLine(which: 'ours' | 'theirs', side: ConflictSide, source: string): string {
  const times = [
    ...(side.begunAt === null ? [] : [`begun ${minute(side.begunAt)}`]),
    ...(side.submittedAt === null ? [] : [`submitted ${minute(side.submittedAt)}`]),
    ...(side.counts ? ['counts for now'] : []),
  ];
  return `  ${which}: ${[sideInWords(side, which, source), ...times].join('; ')}`;
}

/** UTC, to the minute. */
const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const sideFigures = ({ person, device, begunAt, submittedAt, counts }: ConflictSide) => ({
  person,
  device,
  begun_at: begunAt,
  submitted_at: submittedAt,
  counts,
});

/** A conflict under the keys of the command line's JSON. */
export const figures = ({ itemId, foundAt, sides, ...conflict }: MergeConflict) => ({
  ...conflict,
  sides: sides === null ? null : { ours: sideFigures(sides.ours), theirs: sideFigures(sides.theirs) },
  item_id: itemId,
  found_at: foundAt,
});
