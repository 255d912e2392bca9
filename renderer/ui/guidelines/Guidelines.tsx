import { usePerson } from '../window/applicationState.ts';
import { isForRound } from '../../../shared/contract/guidelines.ts';
import { useAnswer, useDesk, useDeskState } from '../form/context.ts';
import { Fold } from '../form/Fold.tsx';
import { GuidelineList, useGuidelines } from './GuidelineList.tsx';

/** What raters are told, folded away at the end of the form; nothing where nobody has said anything. */
export function Guidelines() {
  const { task, vocabulary, readOnly } = useDesk();
  const { roles } = usePerson();
  const answer = useAnswer();
  const { guidelines = [] } = useGuidelines(task, vocabulary);
  const round = useDeskState(({ item }) => item.assignment?.round ?? null);
  const count = guidelines.filter((guideline) => isForRound(guideline, round)).length;
  if (count === 0) return null;
  return (
    <Fold id="guidelines" title="Guidelines" note={String(count)}>
      <GuidelineList
        task={task}
        vocabulary={vocabulary}
        answer={answer}
        round={round}
        mayChange={!readOnly && roles.includes('curator')}
      />
    </Fold>
  );
}
