import {
  Ban,
  Bot,
  CircleCheck,
  CircleDot,
  Equal,
  Gavel,
  MessagesSquare,
  Split,
  UserRound,
} from 'lucide-react';
import type { JudgeKinds, VerdictState } from '../../../shared/domain/status.ts';
import { StateBadge, type StateLook } from '../../ui/feedback/StateBadge.tsx';

/** How it is shown where verdicts stand: never by colour alone. */
const verdictLooks: Readonly<Record<VerdictState, StateLook>> = {
  disputed: { title: 'Disputed', icon: MessagesSquare, state: 'disputed' },
  conflict: { title: 'Conflict', icon: Split, state: 'disputed' },
  decided: { title: 'Decided', icon: Gavel, state: 'accepted' },
  agreed: { title: 'Agreed', icon: CircleCheck, state: 'accepted' },
  single: { title: 'One verdict', icon: CircleDot, state: 'incomplete' },
  exact: { title: 'Exact', icon: Equal, state: 'accepted' },
};

/** How an answer is shown that a judge marked as refused. */
export const REFUSED: StateLook = { title: 'Refused', icon: Ban, state: 'incomplete' };

/** Where the verdicts on something stand, as icon, word and colour. */
export function VerdictBadge({ state }: { readonly state: VerdictState }) {
  return <StateBadge look={verdictLooks[state]} />;
}

/** Between whom judges differ, in words. */
export const BETWEEN: Readonly<Record<JudgeKinds, string>> = {
  human_human: 'people',
  human_model: 'people and LLM',
  model_model: 'LLMs',
};

/** A judge that is a person, or one that is not. */
export function JudgeIcon({
  kind,
  size = 14,
}: {
  readonly kind: 'human' | 'model' | 'source';
  readonly size?: number;
}) {
  return kind === 'human' ? (
    <UserRound size={size} role="img" aria-label="Person" />
  ) : (
    <Bot size={size} role="img" aria-label="LLM" />
  );
}
