import type { ResponseId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../casebook.ts';

/** Brings `verdict_state` up to date with the verdicts and decisions on answers. */
export interface VerdictSettling {
  /** Everything to be judged in one answer; expects the caller's transaction. */
  settle(responseId: ResponseId): void;
}

/** Settling of verdicts in an open casebook. */
export function createVerdictSettling(_casebook: Casebook): VerdictSettling {
  return { settle: () => undefined };
}
