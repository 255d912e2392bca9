import { z } from 'zod';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Funnel, FunnelGroup } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { type StageOutcome, ValidationDecision, ValidationStage } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { type Condition, visibleConditionOf } from '../../access/itemFilter.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { ALL_OUTCOMES, outcomesOf } from '../../records/acceptance/gates.ts';
import { statusOfItem } from '../../access/itemQueries.ts';
import type { ValidationState } from '../../derived/validationStatus.ts';
import { validationOf } from './validated.ts';

/** Items that fared the same at every gate. */
interface OutcomeCount {
  readonly value: string | null;
  readonly items: number;
  readonly outcomes: readonly StageOutcome[];
}

const STAGES = ValidationStage.options;
const ReasonRow = z.object({ decision: ValidationDecision, reason: z.string(), items: z.int() });

/** SQL: all items with their validation state. */
const WITH_STATE = `validation_state v CROSS JOIN ${statusOfItem('v.item_id')}`;

/** How many reasons the funnel lists: nobody reads more. */
const MOST_REASONS = 200;

/**
 * How many of the items that a filter finds reach each gate, without items blind to the caller. A gate counts the items
 * that failed none before it; the last counts accepted items, whatever they failed. Throws `not_found` for an unknown
 * facet, and what the filter throws.
 */
export function funnelOf(
  casebook: Casebook,
  state: ValidationState,
  filter: ItemFilter,
  by: string | null,
  viewpoint: Viewpoint,
): Funnel {
  validationOf(casebook);
  if (by !== null) requireFacet(casebook, by);
  state.fill();
  const { database } = casebook;
  const condition = visibleConditionOf(filter, viewpoint);
  const found = faredOf(database, condition, by);
  return {
    all: groupOf(null, found),
    groups: by === null ? [] : groupsOf(found),
    reasons: database
      .prepare<(string | number)[]>(
        `SELECT v.decision, v.reason, count(*) AS items FROM ${condition.sql === '1' ? 'validation_state v' : WITH_STATE}
         WHERE v.decision IN ('fix', 'reject') AND ${among(condition)}
         GROUP BY 1, 2 ORDER BY items DESC, 1, 2 LIMIT ${String(MOST_REASONS)}`,
      )
      .all(...condition.parameters)
      .map((row) => ReasonRow.parse(row)),
  };
}

function faredOf(database: CasebookDatabase, condition: Condition, facet: string | null): OutcomeCount[] {
  // Counted here: SQLite would sort them all for it.
  const counted = new Map<string | null, Map<number, number>>();
  const rows = database
    .prepare<(string | number)[], readonly [value: string | null, outcomes: number]>(
      `SELECT ${facet === null ? 'NULL' : 'f.value'}, ${ALL_OUTCOMES}
       FROM ${WITH_STATE}
       ${facet === null ? '' : 'LEFT JOIN item_facet f INDEXED BY item_facet_by_item ON f.item = i.sequence AND f.name = ?'}
       WHERE ${among(condition)}`,
    )
    .raw()
    .all(...(facet === null ? [] : [facet]), ...condition.parameters);
  for (const [value, outcomes] of rows) {
    const ofValue = counted.get(value) ?? new Map<number, number>();
    ofValue.set(outcomes, (ofValue.get(outcomes) ?? 0) + 1);
    counted.set(value, ofValue);
  }
  return [...counted].flatMap(([value, ofValue]) =>
    [...ofValue].map(([outcomes, items]) => ({ value, items, outcomes: outcomesOf(outcomes) })),
  );
}

/**
 * SQL: whether `item AS i` is found; the condition is looked up once, not item by item. The `+` keeps SQLite from going
 * through all that is found for each item.
 */
function among({ sql }: Condition): string {
  return sql === '1' ? '1' : `+i.sequence IN (SELECT i.sequence FROM item i WHERE ${sql})`;
}

function requireFacet({ benchmark }: Casebook, name: string): void {
  if (benchmark.facets.some((facet) => facet.name === name)) return;
  throw new CasebookError(
    'not_found',
    `Items cannot be divided by "${name}".`,
    `Choose one of: ${benchmark.facets.map((facet) => facet.name).join(', ')}.`,
  );
}

function groupOf(value: string | null, fared: readonly OutcomeCount[]): FunnelGroup {
  const sum = (of: readonly OutcomeCount[]): number => of.reduce((items, each) => items + each.items, 0);
  return {
    value,
    generated: sum(fared),
    stages: STAGES.map((stage, place) => {
      const reached = fared.filter(({ outcomes }) => !outcomes.slice(0, place).includes('failed'));
      const count = (outcome: StageOutcome): number =>
        sum(reached.filter(({ outcomes }) => outcomes[place] === outcome));
      const despite =
        stage === 'accepted'
          ? sum(
              fared.filter(
                ({ outcomes }) => outcomes[place] === 'passed' && outcomes.slice(0, place).includes('failed'),
              ),
            )
          : 0;
      return {
        stage,
        passed: count('passed') + despite,
        failed: count('failed'),
        waiting: count('waiting'),
        ...(despite > 0 && { despite }),
      };
    }),
  };
}

/** The groups of a facet's values, and of the items without one, the largest first. */
function groupsOf(fared: readonly OutcomeCount[]): FunnelGroup[] {
  return [...Map.groupBy(fared, ({ value }) => value)]
    .map(([value, of]) => groupOf(value, of))
    .sort(
      (a, b) =>
        b.generated - a.generated || (a.value ?? '').localeCompare(b.value ?? '', 'en', { numeric: true }),
    );
}
