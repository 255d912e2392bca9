import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { Json } from '../../../../shared/base/json.ts';
import type { VerdictCause } from '../../../../shared/domain/status.ts';
import type { ModelIdentity } from '../../records/verdicts/models.ts';

/** Who answered or judged. */
export type Party =
  | { readonly kind: 'model'; readonly identity: ModelIdentity }
  | { readonly kind: 'human'; readonly handle: string };

/** Which answer of which respondent. */
export interface AnswerKey {
  /** The item's external id. */
  readonly item: string;
  readonly respondent: Party;
  readonly condition: string;
  readonly step: string;
}

/** An answer that is being imported. */
export interface IncomingAnswer extends AnswerKey {
  /** Its place in the source, in words. */
  readonly place: string;
  readonly question: string;
  readonly answer: StepAnswer;
  /**
   * `replace`: a source of answers, which is right where the casebook says something else; `complete`: a source of
   * verdicts, from which only answers are taken that the casebook lacks.
   */
  readonly way: 'replace' | 'complete';
}

/** A verdict that is being imported. */
export interface IncomingVerdict extends AnswerKey {
  readonly place: string;
  readonly criterion: string;
  readonly subject: string;
  readonly judge: Party;
  readonly outcome: 'given' | 'unknown' | 'unparsed';
  /** Null unless it is given. */
  readonly value: Json | null;
  /** Whether the answer is marked as refused; null: the source does not say. */
  readonly refusal: boolean | null;
  readonly rationale: string | null;
}

/** A decision between judges that is being imported. */
export interface IncomingDecision extends AnswerKey {
  readonly place: string;
  readonly criterion: string;
  readonly subject: string;
  /** Who decided: a person. */
  readonly by: Party;
  readonly value: Json;
  readonly cause: VerdictCause;
  readonly note: string;
}

/** A name for a party in messages. */
export function nameOf(party: Party): string {
  return party.kind === 'human' ? party.handle : party.identity.name;
}
