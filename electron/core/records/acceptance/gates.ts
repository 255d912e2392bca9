import { StageOutcome, ValidationStage } from '../../../../shared/domain/status.ts';

/** SQL: how an item (`item AS i` with `validation_state AS v`) fared at a gate, a {@link StageOutcome}. */
export function outcomeAt(stage: ValidationStage): string {
  return caseOf(stage, (outcome) => `'${outcome}'`);
}

const ROUND = { accept: 'passed', fix: 'failed', reject: 'failed' } as const;

/** Where each gate's outcome is written down, and what it says there. */
const WRITTEN: Readonly<
  Record<ValidationStage, { readonly column: string; readonly says: Readonly<Record<string, StageOutcome>> }>
> = {
  shortcut: { column: 'v.shortcut', says: { passed: 'passed', failed: 'failed' } },
  audit: { column: 'v.audit', says: { passed: 'passed', failed: 'failed' } },
  first_round: { column: 'v.first_round', says: ROUND },
  second_round: { column: 'v.second_round', says: ROUND },
  accepted: { column: 'i.status', says: { accepted: 'passed', rejected: 'failed' } },
};

const STAGES = ValidationStage.options;
const OUTCOMES = StageOutcome.options;

/**
 * SQL: how an item fared at all gates, as one number, a digit a gate: SQLite returns a number much faster than words.
 * {@link outcomesOf} takes it apart.
 */
export const ALL_OUTCOMES = STAGES.map(
  (stage) => `(${caseOf(stage, (outcome) => String(OUTCOMES.indexOf(outcome)))})`,
).reduce((before, digit) => `(${before}) * ${String(OUTCOMES.length)} + ${digit}`);

/** The outcomes that a number of {@link ALL_OUTCOMES} stands for, gate by gate. */
export function outcomesOf(number: number): readonly StageOutcome[] {
  return STAGES.map((_, place) => {
    const digit = Math.floor(number / OUTCOMES.length ** (STAGES.length - 1 - place)) % OUTCOMES.length;
    return OUTCOMES[digit] ?? 'waiting';
  });
}

function caseOf(stage: ValidationStage, written: (outcome: StageOutcome) => string): string {
  const { column, says } = WRITTEN[stage];
  const whens = Object.entries(says).map(([value, outcome]) => `WHEN '${value}' THEN ${written(outcome)}`);
  return `CASE ${column} ${whens.join(' ')} ELSE ${written('waiting')} END`;
}
