import { usePerson } from '../window/applicationState.ts';
import { useAnswer, useDesk } from '../form/context.ts';
import { Fold } from '../form/Fold.tsx';
import { GuidelineList, useGuidelines } from './GuidelineList.tsx';

/** What raters are told, folded away at the end of the form; nothing where nobody has said anything. */
export function Guidelines() {
  const { task, vocabulary, readOnly } = useDesk();
  const { roles } = usePerson();
  const answer = useAnswer();
  const { guidelines = [] } = useGuidelines(task, vocabulary);
  if (guidelines.length === 0) return null;
  return (
    <Fold id="guidelines" title="Guidelines" note={String(guidelines.length)}>
      <GuidelineList
        task={task}
        vocabulary={vocabulary}
        answer={answer}
        mayChange={!readOnly && roles.includes('curator')}
      />
    </Fold>
  );
}
