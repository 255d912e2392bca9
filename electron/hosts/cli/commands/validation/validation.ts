import type { ItemFilter } from '../../../../../shared/contract/items.ts';
import type { FixRow, Funnel, ValidationOverview } from '../../../../../shared/contract/validation.ts';
import { pseudonymsFor } from '../../../../../shared/figures/naming.ts';
import { renamedConsistency } from '../../../../../shared/figures/renamed.ts';
import type { ValidationStage } from '../../../../../shared/domain/status.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';
import { csvLine } from '../../../../../shared/base/csv.ts';
import { type Invocation, statusOption, withCasebook } from '../../invocation.ts';
import { table } from '../../output.ts';
import type { CommandAnswer, OutputCell } from './answer.ts';
import { ofConsistency } from './consistency.ts';
import { asUsage, numberOption, seedOption, WrongUsage } from '../../usage.ts';

export interface ValidationOptions {
  readonly funnel: boolean;
  readonly by?: string;
  readonly status: string;
  readonly consistency: boolean;
  readonly first: string;
  readonly second: string;
  readonly bootstrap: string;
  readonly seed: string;
  readonly limit?: string;
  readonly csv: boolean;
  readonly names: boolean;
  readonly json?: boolean;
}

const MOST_RESAMPLES = 10_000;

/** `casebook validation` */
export async function reportValidation(
  invocation: Invocation,
  dir: string,
  what: string | undefined,
  options: ValidationOptions,
): Promise<void> {
  if (options.csv && options.json === true) throw new WrongUsage('--csv and --json exclude each other.');
  const ask = askedFor(what, options);
  const { document, lines, rows } = await withCasebook(dir, 'read', async (open) => {
    try {
      return await ask(open, invocation.signal);
    } catch (error) {
      throw asUsage(error);
    }
  });
  const csv = (): string[] =>
    rows
      .map((row) => csvLine(row.map((cell) => cell ?? '')))
      .join('')
      .replace(/\n$/u, '')
      .split('\n');
  invocation.output.result(document, options.csv ? csv() : lines);
}

type Ask = (open: Services, signal: AbortSignal) => Promise<CommandAnswer> | CommandAnswer;

function askedFor(what: string | undefined, options: ValidationOptions): Ask {
  if (what !== undefined && what !== 'to-fix')
    throw new WrongUsage(`validation: "${what}" is not to-fix, the only choice.`);
  if (options.funnel && options.consistency)
    throw new WrongUsage('--funnel and --consistency exclude each other.');
  if (what === 'to-fix') {
    if (options.funnel || options.consistency)
      throw new WrongUsage('validation to-fix takes neither --funnel nor --consistency.');
    const limit =
      options.limit === undefined ? Number.MAX_SAFE_INTEGER : numberOption('--limit', options.limit);
    if (limit === 0) throw new WrongUsage('--limit: at least 1 is required.');
    return ({ validation }) => ofFixes(validation.toFix(0, limit, everything));
  }
  if (options.by !== undefined && !options.funnel) throw new WrongUsage('--by divides the --funnel.');
  if (options.funnel) {
    const status = statusOption(options.status);
    const filter: ItemFilter = status === null ? {} : { status };
    return ({ validation }) =>
      ofFunnel(validation.funnel(filter, options.by ?? null, everything), options.by ?? null);
  }
  if (options.consistency) {
    const asked = {
      first: roundOption('--first', options.first),
      second: roundOption('--second', options.second),
      resamples: numberOption('--bootstrap', options.bootstrap, MOST_RESAMPLES),
      seed: seedOption(options.seed),
    };
    return async (open, signal) => {
      const report = await open.validation.consistency(asked, everything, signal);
      const leaving = options.names
        ? report
        : renamedConsistency(report, pseudonymsFor(open.people.pseudonyms()));
      return { ...ofConsistency(report, asked), rows: ofConsistency(leaving, asked).rows };
    };
  }
  return ({ validation }) => ofOverview(validation.overview(everything));
}

function roundOption(name: string, text: string): number {
  const round = numberOption(name, text);
  if (round < 1) throw new WrongUsage(`${name}: rounds start at 1.`);
  return round;
}

/*
 * The documents of `--json`: others script against them. Fields may come, none may go or change their name.
 */

function ofOverview(overview: ValidationOverview): CommandAnswer {
  const counts = {
    items: overview.items,
    unassigned: overview.unassigned,
    outstanding: overview.outstanding,
    to_fix: overview.toFix,
    disputed: overview.disputed,
    short_of_promotion: overview.shortOfPromotion,
    ready: overview.ready,
    accepted: overview.accepted,
    rejected: overview.rejected,
    outdated: overview.outdated,
    undecided: overview.undecided,
  };
  const rounds = overview.rounds.map(String).join(', ');
  return {
    document: { ...counts, rounds: overview.rounds },
    lines: table([
      ['items', counts.items],
      ['unassigned', counts.unassigned],
      ['answers outstanding', counts.outstanding],
      ['answers outdated', counts.outdated],
      ['to fix', counts.to_fix],
      ['raters differ', counts.disputed],
      ['undecided', counts.undecided],
      ['short of the rule for acceptance', counts.short_of_promotion],
      ['ready to accept', counts.ready],
      ['accepted', counts.accepted],
      ['rejected', counts.rejected],
      ['rounds', rounds === '' ? 'none' : rounds],
    ]),
    rows: [['what', 'items'], ...Object.entries(counts)],
  };
}

const STAGES: Readonly<Record<ValidationStage, string>> = {
  shortcut: 'shortcut',
  audit: 'audit',
  first_round: 'round 1',
  second_round: 'round 2',
  accepted: 'accepted',
};

function ofFunnel(funnel: Funnel, by: string | null): CommandAnswer {
  const { all, groups, reasons } = funnel;
  const rowsOf = ({ value, generated, stages }: Funnel['all']): OutputCell[][] =>
    stages.map(({ stage, passed, failed, waiting }) => [value, generated, stage, passed, failed, waiting]);
  const linesOf = ({ generated, stages }: Funnel['all']): string[] => [
    `generated ${String(generated)}`,
    ...table([
      ['', 'passed', 'failed', 'waiting'],
      ...stages.map(({ stage, passed, failed, waiting }) => [STAGES[stage], passed, failed, waiting]),
    ]),
    ...stages.flatMap(({ passed, despite }) =>
      despite === undefined
        ? []
        : [`${String(passed)} accepted, ${String(despite)} of them despite a failed gate.`],
    ),
  ];
  return {
    document: { generated: all.generated, stages: all.stages, by, groups, reasons },
    lines: [
      'Each gate counts the items that failed no earlier gate; the last counts every accepted item.',
      '',
      ...linesOf(all),
      ...groups.flatMap((group) => ['', `${by ?? ''}: ${group.value ?? 'none'}`, ...linesOf(group)]),
      ...(reasons.length === 0
        ? []
        : [
            '',
            ...table([
              ['decided', 'items', 'reason'],
              ...reasons.map(({ decision, reason, items }) => [
                decision,
                items,
                reason === '' ? '(none given)' : reason,
              ]),
            ]),
          ]),
    ],
    rows: [
      [by ?? 'group', 'generated', 'stage', 'passed', 'failed', 'waiting'],
      ...(by === null ? rowsOf({ ...all, value: 'all' }) : groups.flatMap(rowsOf)),
    ],
  };
}

function ofFixes({
  total,
  rows: fixes,
}: {
  readonly total: number;
  readonly rows: readonly FixRow[];
}): CommandAnswer {
  const items = fixes.map(({ externalId, title, reason, hasProposal, edition, since }) => ({
    item: externalId,
    title,
    reason,
    proposal: hasProposal,
    edition,
    since: new Date(since).toISOString(),
  }));
  return {
    document: { total, items },
    lines:
      total === 0
        ? ['Nothing to fix.']
        : [
            ...table([
              ['item', 'edition', 'proposal', 'since', 'reason'],
              ...items.map(({ item, edition, proposal, since, reason }) => [
                item,
                edition,
                proposal ? 'yes' : 'no',
                since.slice(0, 'yyyy-mm-dd'.length),
                reason,
              ]),
            ]),
            ...(total > items.length ? [`… and ${String(total - items.length)} more.`] : []),
          ],
    rows: [
      ['item', 'title', 'reason', 'proposal', 'edition', 'since'],
      ...items.map(({ item, title, reason, proposal, edition, since }) => [
        item,
        title,
        reason,
        proposal ? 'yes' : 'no',
        edition,
        since,
      ]),
    ],
  };
}
