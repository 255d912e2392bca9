import { Notice } from '../../ui/feedback/Notice.tsx';
import { useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { whyFailed } from '../../ui/participant/whyFailed.ts';
import type { ArrivalPageState } from './useArrival.ts';

/** Why the last answer did not arrive; nothing while all is well. The button beside it sends it again. */
export function NotSent({ arrival: { notSent } }: { readonly arrival: ArrivalPageState }) {
  const say = useSay();
  if (notSent === null) return null;
  return (
    <Notice state="disputed" title={say('arriveNotSent')}>
      <p>{say.sentences(whyFailed(say, notSent), say('arriveAgain'))}</p>
    </Notice>
  );
}
