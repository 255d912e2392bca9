import { useEffect } from 'react';
import type { StudySessionView } from '../../../../shared/domain/study.ts';
import type { WholeText } from '../../../../shared/participantTexts/texts.ts';
import { timeInWords } from '../../../../shared/participantTexts/words.ts';
import { preloadImages } from '../../../canvas/index.ts';
import { imageUrl } from '../../../client/index.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { PlainText } from '../../../ui/participant/PlainText.tsx';
import { Reading } from '../../../ui/participant/Reading.tsx';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import { Forward } from './Forward.tsx';

type ReadView = Extract<
  StudySessionView,
  { view: 'instructions' | 'start' | 'second_pass' | 'break' | 'paused' }
>;

const PAGES: Readonly<
  Record<
    ReadView['view'],
    {
      readonly title: WholeText;
      readonly forward: WholeText;
      /** What it says where the study has no words of its own. */
      readonly initial: WholeText;
    }
  >
> = {
  instructions: { title: 'instructionsTitle', forward: 'continue', initial: 'instructions' },
  start: { title: 'startTitle', forward: 'begin', initial: 'start' },
  second_pass: { title: 'secondPassTitle', forward: 'continue', initial: 'secondPass' },
  break: { title: 'breakTitle', forward: 'continue', initial: 'break' },
  paused: { title: 'pausedTitle', forward: 'continue', initial: 'paused' },
};

/** A page that is only read, while the images of what follows are loaded. */
export function ReadPage({
  page: { view, text, timeLimitSeconds, preload },
  session,
}: {
  readonly page: ReadView;
  readonly session: StudySessionStore;
}) {
  const say = useSay();
  usePreloaded(preload);
  const page = PAGES[view];
  return (
    <Reading title={say(page.title)}>
      <PlainText>{text.trim() === '' ? say(page.initial) : text}</PlainText>
      {timeLimitSeconds !== null && (
        // Whatever else they say: nobody is surprised by a clock.
        <PlainText>{say('timeLimit', { time: timeInWords(say, timeLimitSeconds) })}</PlainText>
      )}
      <Forward session={session} title={say(page.forward)} onGo={() => session.proceed()} />
    </Reading>
  );
}

/**
 * Loads images as the pages that follow ask for them. They are let go after the next page has them: an effect is undone
 * only once that page is drawn.
 */
function usePreloaded(images: ReadView['preload']): void {
  // Another reply about the same page brings the same images in a new list.
  const urls = images.map((id) => imageUrl(id, 'shown')).join('\n');
  useEffect(() => (urls === '' ? undefined : preloadImages(urls.split('\n'))), [urls]);
}
