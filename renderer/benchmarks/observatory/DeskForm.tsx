import { useAnswer } from '../../ui/form/context.ts';
import { EntityForm } from './EntityForm.tsx';
import { QuestionForm } from './query/QuestionForm.tsx';
import { isQuestion } from './query/isQuestion.ts';

/** An entity is labelled; a question that was built from entities says what it is. */
export default function DeskForm() {
  return isQuestion(useAnswer()) ? <QuestionForm /> : <EntityForm />;
}
