import { z } from 'zod';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Funnel, FunnelGroup } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { StageOutcome, ValidationDecision, ValidationStage } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import type { Condition } from '../items/filter.ts';
import { visibleConditionOf } from '../items/filter.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import { outcomeAt } from './gates.ts';
import type { ValidationState } from './state.ts';
import { validationOf } from './validated.ts';

/** Items that fared the same at every gate. */
interface Fared {
  readonly value: string | null;
  readonly items: number;
  readonly outcomes: readonly StageOutcome[];
}

const STAGES = ValidationStage.options;
const OUTCOMES = STAGES.map(outcomeAt).join(', ');
const FaredRow = z.tuple([z.string().nullable(), z.int()]).rest(StageOutcome);
const ReasonRow = z.object({ decision: ValidationDecision, reason: z.string(), items: z.int() });

/** So many reasons are told: nobody reads more. */
const MOST_REASONS = 200;

/**
 * How many items got how far, in an open casebook: of those that a filter finds, without those that are blind to whoever
 * asks. At each gate the items are counted that failed none before it. Throws `not_found` for a facet that the benchmark
 * does not have, and what the filter throws.
 */
export function createFunnel(
  casebook: Casebook,
  state: ValidationState,
): (filter: ItemFilter, by: string | null, viewpoint: Viewpoint) => Funnel {
  const { database } = casebook;

  const fared = (condition: Condition, facet: string | null): Fared[] =>
    database
      .prepare<(string | number)[]>(
        `SELECT ${facet === null ? 'NULL' : 'f.value'}, count(*), ${OUTCOMES}
         FROM ${facet === null ? 'item i' : 'item_facet f CROSS JOIN item i INDEXED BY item_standing'} CROSS JOIN validation_state v ON v.item_id = i.id
         WHERE ${facet === null ? '' : 'f.name = ? AND i.sequence = f.item AND '}(${condition.sql})
         GROUP BY ${[1, ...STAGES.map((_, place) => place + 3)].join(', ')}`,
      )
      .raw()
      .all(...(facet === null ? [] : [facet]), ...condition.parameters)
      .map((row) => {
        const [value, items, ...outcomes] = FaredRow.parse(row);
        return { value, items, outcomes };
      });

  return (filter, by, viewpoint) => {
    validationOf(casebook);
    if (by !== null) requireFacet(casebook, by);
    state.fill();
    const condition = visibleConditionOf(filter, viewpoint);
    const all = groupOf(null, fared(condition, null));
    return {
      all,
      groups: by === null ? [] : groupsOf(all, fared(condition, by)),
      reasons: database
        .prepare<(string | number)[]>(
          `SELECT v.decision, v.reason, count(*) AS items FROM validation_state v
           WHERE v.decision IN ('fix', 'reject') AND ${among(condition)}
           GROUP BY 1, 2 ORDER BY items DESC, 1, 2 LIMIT ${String(MOST_REASONS)}`,
        )
        .all(...condition.parameters)
        .map((row) => ReasonRow.parse(row)),
    };
  };
}

/** SQL: whether a row's item is found; the condition is looked up once, not item by item. */
function among({ sql }: Condition): string {
  return sql === '1' ? '1' : `v.item_id IN (SELECT i.id FROM item i WHERE ${sql})`;
}

function requireFacet({ benchmark }: Casebook, name: string): void {
  if (benchmark.facets.some((facet) => facet.name === name)) return;
  throw new CasebookError(
    'not_found',
    `Items cannot be divided by "${name}".`,
    `Choose one of: ${benchmark.facets.map((facet) => facet.name).join(', ')}.`,
  );
}

function groupOf(value: string | null, fared: readonly Fared[]): FunnelGroup {
  const sum = (of: readonly Fared[]): number => of.reduce((items, each) => items + each.items, 0);
  return {
    value,
    generated: sum(fared),
    stages: STAGES.map((stage, place) => {
      const reached = fared.filter(({ outcomes }) => !outcomes.slice(0, place).includes('failed'));
      const count = (outcome: StageOutcome): number =>
        sum(reached.filter(({ outcomes }) => outcomes[place] === outcome));
      return { stage, passed: count('passed'), failed: count('failed'), waiting: count('waiting') };
    }),
  };
}

/** The groups of a facet's values, and what is left of all: the items without one. */
function groupsOf(all: FunnelGroup, fared: readonly Fared[]): FunnelGroup[] {
  const byValue = new Map<string | null, Fared[]>();
  for (const each of fared) byValue.set(each.value, [...(byValue.get(each.value) ?? []), each]);
  const groups = [...byValue].map(([value, of]) => groupOf(value, of));
  const rest = groups.reduce(less, { ...all, value: null });
  return [...groups, ...(rest.generated > 0 ? [rest] : [])].sort(
    (a, b) =>
      b.generated - a.generated || (a.value ?? '').localeCompare(b.value ?? '', 'en', { numeric: true }),
  );
}

function less(of: FunnelGroup, group: FunnelGroup): FunnelGroup {
  return {
    value: of.value,
    generated: of.generated - group.generated,
    stages: of.stages.map(({ stage, passed, failed, waiting }, place) => {
      const taken = group.stages[place];
      return {
        stage,
        passed: passed - (taken?.passed ?? 0),
        failed: failed - (taken?.failed ?? 0),
        waiting: waiting - (taken?.waiting ?? 0),
      };
    }),
  };
}
