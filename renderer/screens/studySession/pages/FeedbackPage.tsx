import { CircleCheck, CircleX, MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import type { StudySessionView } from '../../../../shared/domain/study.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import { ImageStage } from '../stage/ImageStage.tsx';
import { hasNotes, withNotes } from '../stage/notes.ts';
import { lookedAt, stageImages } from '../stage/stage.ts';
import { Forward } from './Forward.tsx';
import { Heading } from './Heading.tsx';
import classes from './pages.module.css';

type Feedback = Extract<StudySessionView, { view: 'feedback' }>;
type Answered = Feedback['answers'][number];

/** After an item of practice: what was answered, and what was expected. */
export function FeedbackPage({
  feedback,
  session,
}: {
  readonly feedback: Feedback;
  readonly session: StudySessionStore;
}) {
  const images = useMemo(() => stageImages(feedback.images), [feedback.images]);
  const stage = { ...lookedAt, firstLarger: hasNotes(images) ? 1.25 : null };
  return (
    <div className={classes['body']}>
      {images.length > 0 && (
        <ImageStage
          images={images}
          stage={withNotes(stage, images)}
          label="The image of this practice item"
          shownFor={`feedback ${String(feedback.entry)}`}
        />
      )}
      <aside className={classes['panel']} aria-label="Feedback">
        <div className={classes['form']}>
          <p className={classes['kind']}>Practice</p>
          <Heading>Expected answer</Heading>
          <ol className={classes['feedback']}>
            {feedback.answers.map((answered, index) => (
              <li key={`${String(index)} ${answered.prompt}`}>
                <p className={classes['small']}>{answered.prompt}</p>
                <dl>
                  <dt>Your answer</dt>
                  <dd>{answered.answer}</dd>
                  <dt>Expected</dt>
                  <dd>{answered.expected}</dd>
                </dl>
                <Outcome correct={answered.correct} />
              </li>
            ))}
          </ol>
        </div>
        <div className={classes['foot']}>
          <Forward session={session} title="Continue" onGo={session.proceed} />
        </div>
      </aside>
    </div>
  );
}

function Outcome({ correct }: Pick<Answered, 'correct'>) {
  if (correct === null)
    return (
      <p className={classes['outcome']}>
        <MessageSquareText size={14} aria-hidden />
        Compare for yourself.
      </p>
    );
  return (
    <p className={classes['outcome']} data-state={correct ? 'accepted' : 'pending'}>
      {correct ? <CircleCheck size={14} aria-hidden /> : <CircleX size={14} aria-hidden />}
      {correct ? 'As expected' : 'Not as expected'}
    </p>
  );
}
