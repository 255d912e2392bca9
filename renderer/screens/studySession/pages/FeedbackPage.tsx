import { CircleCheck, CircleX, MessageSquareText } from 'lucide-react';
import { useMemo } from 'react';
import type { StudySessionView } from '../../../../shared/domain/study.ts';
import { Heading } from '../../../ui/participant/Heading.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import { ImageStage } from '../stage/ImageStage.tsx';
import { hasNotes, withNotes } from '../stage/notes.ts';
import { lookedAt, stageImages } from '../stage/stage.ts';
import { Forward } from './Forward.tsx';
import classes from './pages.module.css';

type Feedback = Extract<StudySessionView, { view: 'feedback' }>;
type AnsweredStep = Feedback['answers'][number];

/** After an item of practice: what was answered, and what was expected. */
export function FeedbackPage({
  feedback,
  session,
}: {
  readonly feedback: Feedback;
  readonly session: StudySessionStore;
}) {
  const say = useSay();
  const images = useMemo(() => stageImages(feedback.images), [feedback.images]);
  const stage = { ...lookedAt, firstLarger: hasNotes(images) ? 1.25 : null };
  return (
    <div className={classes['body']}>
      {images.length > 0 && (
        <ImageStage
          images={images}
          stage={withNotes(stage, images)}
          label={say('imageOfPractice')}
          shownFor={`feedback ${String(feedback.entry)}`}
        />
      )}
      <aside className={classes['panel']} aria-label={say('feedback')}>
        <div className={classes['form']}>
          <p className={classes['kind']}>{say('practice')}</p>
          <Heading>{say('feedbackTitle')}</Heading>
          <ol className={classes['feedback']}>
            {feedback.answers.map((answered, index) => (
              <li key={`${String(index)} ${answered.prompt}`}>
                <p className={classes['small']} translate="no" lang={answered.language}>
                  {answered.prompt}
                </p>
                <dl>
                  <dt>{say('yourAnswer')}</dt>
                  <dd translate="no" lang={answered.answerLanguage}>
                    {answered.answer}
                  </dd>
                  <dt>{say('expected')}</dt>
                  <dd translate="no" lang={answered.expectedLanguage}>
                    {answered.expected}
                  </dd>
                </dl>
                <Outcome correct={answered.correct} />
              </li>
            ))}
          </ol>
        </div>
        <div className={classes['foot']}>
          <Forward session={session} title={say('continue')} onGo={() => session.proceed()} />
        </div>
      </aside>
    </div>
  );
}

function Outcome({ correct }: Pick<AnsweredStep, 'correct'>) {
  const say = useSay();
  if (correct === null)
    return (
      <p className={classes['outcome']}>
        <MessageSquareText size={14} aria-hidden />
        {say('compareYourself')}
      </p>
    );
  return (
    <p className={classes['outcome']} data-state={correct ? 'accepted' : 'pending'}>
      {correct ? <CircleCheck size={14} aria-hidden /> : <CircleX size={14} aria-hidden />}
      {say(correct ? 'asExpected' : 'notAsExpected')}
    </p>
  );
}
