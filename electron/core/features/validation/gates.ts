import type { StageOutcome, ValidationStage } from '../../../../shared/domain/status.ts';

/** SQL: how an item (`item AS i` with `validation_state AS v`) fared at a gate, a {@link StageOutcome}. */
export function outcomeAt(stage: ValidationStage): string {
  switch (stage) {
    case 'shortcut':
    case 'audit':
      return `coalesce(v.${stage}, ${quoted('waiting')})`;
    case 'first_round':
    case 'second_round':
      return caseOf(`v.${stage}`, { accept: 'passed', fix: 'failed', reject: 'failed' });
    case 'accepted':
      return caseOf('i.status', { accepted: 'passed', rejected: 'failed' });
  }
}

function caseOf(column: string, outcomes: Readonly<Record<string, StageOutcome>>): string {
  const whens = Object.entries(outcomes).map(
    ([value, outcome]) => `WHEN ${quoted(value)} THEN ${quoted(outcome)}`,
  );
  return `CASE ${column} ${whens.join(' ')} ELSE ${quoted('waiting')} END`;
}

const quoted = (word: string): string => `'${word}'`;
