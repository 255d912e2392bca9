import { Box, Button } from '@mantine/core';
import { Lock, Undo2 } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { HARMLESS } from '../../../ui/commands/gateListener.ts';
import { useGated, useOnScreen } from '../../../ui/commands/useOnScreen.ts';
import { Heading } from '../../../ui/participant/Heading.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { AnswerField } from '../answers/AnswerField.tsx';
import { whatIsMissing } from '../answers/missing.ts';
import { nameOfStep, type StepView } from '../session/studySessionState.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import { ImageStage } from '../stage/ImageStage.tsx';
import { withNotes } from '../stage/notes.ts';
import { stageImages } from '../stage/stage.ts';
import { useAnsweredStage } from '../stage/useAnsweredStage.ts';
import { Cover } from './Cover.tsx';
import { Forward } from './Forward.tsx';
import classes from './pages.module.css';

/** One question: the images beside it, the answer, and locking it. */
export function StepPage({
  step,
  session,
}: {
  readonly step: StepView;
  readonly session: StudySessionStore;
}) {
  const say = useSay();
  const answer = useStore(session.store, (state) => state.answer);
  const isLocked = useStore(session.store, (state) => state.sending !== null);
  const isShown = useStore(session.store, (state) => state.isShown);
  const cover = useStore(session.store, (state) => state.cover);
  const isReadable = useStore(session.store, (state) => state.readable);
  useKeptFocus(cover === 'away');
  const here = nameOfStep(step);
  const gated = useGated();
  useOnScreen({
    name: here,
    isReady: isShown && isReadable && !isLocked && cover === null,
    dropped: say('tooSoon'),
  });
  const kind = step.answer;
  const promptId = useId();
  const change = (after: StepAnswer | null): void => session.change(after);
  const images = useMemo(() => stageImages(step.images), [step.images]);
  const { stage, boxes, matching } = useAnsweredStage(kind, here, images, answer, change);
  const hasImages = step.images.length > 0;
  useShownWithoutImages(session, here, hasImages);
  const isAnsweredOnImage = kind.kind === 'cell' || kind.kind === 'boxes';
  return (
    <div className={classes['step']}>
      <div
        {...gated}
        className={classes['body']}
        data-alone={!hasImages || undefined}
        // Hidden, not removed: what is entered, the zoom and half a box stay as they are.
        style={cover === null ? undefined : { visibility: 'hidden' }}
      >
        {hasImages && (
          <ImageStage
            images={images}
            stage={withNotes(stage, images)}
            label={say(step.images.length === 1 ? 'imageOfQuestion' : 'imagesOfQuestion')}
            isLocked={isLocked}
            focusedFor={isAnsweredOnImage ? here : null}
            shownFor={here}
            onShown={(what) => session.shown(what, true)}
          />
        )}
        <aside className={classes['panel']} aria-label={say('question')}>
          <div key={here} className={classes['form']}>
            <Earlier answers={step.earlier} />
            <p className={classes['kind']}>
              {step.purpose === 'attention' ? say('extraQuestion') : step.title}
            </p>
            <Heading focused={!isAnsweredOnImage && kind.kind !== 'text'}>
              <span id={promptId} className={classes['prompt']} translate="no" lang={step.language}>
                <Prompt text={step.prompt} />
              </span>
            </Heading>
            <AnswerField
              step={step}
              answer={answer}
              onAnswer={change}
              isLocked={isLocked}
              labelledBy={promptId}
              language={step.language}
              boxes={boxes}
              matching={matching}
            />
          </div>
          <div className={classes['foot']}>
            <Forward
              session={session}
              title={say('submit')}
              missing={isShown ? whatIsMissing(say, answer, kind) : say('imageLoading')}
              onGo={() => session.submit()}
              beside={
                step.canGoBack ? (
                  <Button
                    {...HARMLESS}
                    variant="default"
                    leftSection={<Undo2 size={14} aria-hidden />}
                    disabled={isLocked}
                    onClick={() => session.back()}
                  >
                    {say('back')}
                  </Button>
                ) : null
              }
            />
            <p className={classes['small']}>
              {say(step.canReturn === true ? 'submitReturns' : 'submitLocks')}
            </p>
          </div>
        </aside>
      </div>
      <Cover step={step} session={session} />
    </div>
  );
}

/** A step without images is shown with the next frame. */
function useShownWithoutImages(session: StudySessionStore, here: string, hasImages: boolean): void {
  useEffect(() => {
    if (hasImages) return undefined;
    const frame = requestAnimationFrame(() => session.shown(here, false));
    return () => cancelAnimationFrame(frame);
  }, [hasImages, here, session]);
}

/** A question; what is said before it, in paragraphs of their own, stands back behind it. */
function Prompt({ text }: { readonly text: string }) {
  const at = text.lastIndexOf('\n\n');
  if (at === -1) return <span>{text}</span>;
  return (
    <>
      <Box component="span" fz="0.875rem" fw={400}>
        {text.slice(0, at)}
      </Box>
      <span>{text.slice(at)}</span>
    </>
  );
}

/** Gives the focus back to what had it before it was hidden: a hidden element loses it. */
function useKeptFocus(isHidden: boolean): void {
  useLayoutEffect(() => {
    if (!isHidden) return undefined;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isHidden]);
}

/** What was answered about this item before: locked, in small. */
function Earlier({ answers }: { readonly answers: StepView['earlier'] }) {
  const say = useSay();
  if (answers.length === 0) return null;
  return (
    <section className={classes['earlier']} aria-label={say('earlierLabel')}>
      <h2>
        <Lock size={12} aria-hidden />
        {say('earlierTitle')}
      </h2>
      <dl>
        {answers.map(({ prompt, answer, language, answerLanguage }, index) => (
          // Questions can repeat; their order never changes.
          <div key={`${String(index)} ${prompt}`}>
            <dt translate="no" lang={language}>
              {prompt}
            </dt>
            <dd translate="no" lang={answerLanguage}>
              {answer}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
