import { useMediaQuery } from '@mantine/hooks';
import { Box, Button } from '@mantine/core';
import { ArrowLeft, Image } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { VerdictCase } from '../../../../shared/contract/verdicts.ts';
import { usePerson, useWritable } from '../../../ui/window/applicationState.ts';
import { harmless, useCommands } from '../../../ui/commands/commands.ts';
import { gate } from '../../../ui/commands/theGate.ts';
import { useGated, useOnScreen } from '../../../ui/commands/useOnScreen.ts';
import { verdictCommands } from '../commands.ts';
import { ReopenDialog } from '../../../ui/dialogs/ReopenDialog.tsx';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { usePanel } from '../../../ui/layout/usePanel.ts';
import { CardImage } from '../../../ui/images/CardImage.tsx';
import { VerdictBadge } from '../VerdictBadge.tsx';
import { type CaseDraft, useCaseDraft, type VerdictCaseProps } from './caseDraft.ts';
import { Columns } from './Columns.tsx';
import { DecidePart } from './DecidePart.tsx';
import { DecisionKeys } from './DecisionKeys.tsx';
import { areVerdictsHidden, isOpen, offeredVerdicts } from './offeredVerdicts.ts';
import { Reveal } from './Reveal.tsx';
import { useDeciding } from './useDeciding.ts';
import classes from './Case.module.css';

/** Below this the image would take the texts' room. */
const NARROW = '(max-width: 1320px)';

/** A case: the answer beside its reference, who said what without names, the decision and what it reveals. */
export function CaseView({
  kase,
  unit,
  fresh,
  hidesVerdicts,
  onDecided,
  onReopened,
  onNext,
  onLeave,
}: VerdictCaseProps & { readonly kase: VerdictCase }) {
  const { roles } = usePerson();
  const writable = useWritable();
  const decides = writable && roles.includes('adjudicator') && !kase.barred;
  const deciding = decides && isOpen(kase);
  const offered = useMemo(() => offeredVerdicts(kase), [kase]);
  const { value: draft, change: setDraft, forget } = useCaseDraft(unit);
  const [missing, setMissing] = useState(false);
  const [uncovered, setUncovered] = useState(false);
  const unseen = areVerdictsHidden(kase, { hides: hidesVerdicts, uncovered, deciding });
  const [reopening, setReopening] = useState(false);
  const image = useShownImage(kase.images.length > 0);
  const { decide, reopen } = useDeciding(unit, {
    onDecided: (next) => {
      forget();
      onDecided(next);
    },
    onReopened,
  });
  const name = JSON.stringify([unit, kase.decision?.id ?? null]);
  useOnScreen({ name, isReady: true });
  const gated = useGated();
  const stage = useRef<HTMLElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  // The line of the queue that was clicked keeps the focus; without one the keys need a place to be pressed at.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      stage.current?.focus({ preventScroll: true });
  });

  const change = (next: Partial<CaseDraft>) => setDraft((before) => ({ ...before, ...next }));
  const submit = () => {
    if (decide.isPending) return;
    const { value, cause } = draft;
    if (value === undefined || cause === null) {
      setMissing(true);
      return;
    }
    setMissing(false);
    const decision = {
      ...unit,
      value,
      cause,
      note: draft.note.trim(),
      unseen,
      replaces: kase.decision?.id ?? null,
    };
    // Why it failed is said by then.
    void gate.during(async () => decide.mutateAsync(decision).catch(() => null));
  };
  const undoDecision = (text: string) => {
    setReopening(false);
    if (!reopen.isPending) reopen.mutate({ ...unit, note: text });
  };
  const reopenable = decides && kase.decision !== null;

  useCaseCommands({
    hasImages: kase.images.length > 0,
    deciding,
    reopenable,
    fresh,
    toggleImage: image.toggle,
    submit,
    undo: () => {
      undoDecision('');
    },
    askReopening: () => {
      setReopening(true);
    },
    focusNote: () => {
      note.current?.focus();
    },
    onNext,
  });

  return (
    <article
      ref={stage}
      className={classes['case']}
      tabIndex={-1}
      aria-label={`Case: ${kase.title}`}
      {...gated}
    >
      <CaseHeader kase={kase} image={image} onLeave={onLeave} />
      <div className={classes['body']} data-image={image.shown || undefined}>
        <div className={classes['texts']}>
          <JudgedTexts kase={kase} />
          {unseen ? (
            <CoveredVerdicts count={kase.columns.length} onUncover={() => setUncovered(true)} />
          ) : (
            <Columns kase={kase} chosen={deciding ? draft.value : kase.decision?.value} />
          )}
        </div>
        {image.shown && <CardImage of={name} images={kase.images} />}
      </div>
      {deciding && (
        <>
          <DecisionKeys values={offered} onChange={change} />
          <DecidePart
            values={offered}
            draft={draft}
            missing={missing}
            pending={decide.isPending}
            note={note}
            onChange={change}
            onDecide={submit}
            onNoteDone={() => {
              stage.current?.focus({ preventScroll: true });
            }}
          />
        </>
      )}
      {!deciding && (
        <Reveal
          kase={kase}
          fresh={fresh}
          reopenable={reopenable}
          onUndo={() => undoDecision('')}
          onReopen={() => setReopening(true)}
          onNext={onNext}
        />
      )}
      <ReopenDialog
        consequence="The judges differ on this answer again until somebody decides it."
        opened={reopening}
        onClose={() => setReopening(false)}
        onReopen={undoDecision}
      />
    </article>
  );
}

/** Whether the image is beside the texts: on a narrow screen only when it is asked for. */
function useShownImage(hasImages: boolean): CaseImage {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [remembered, toggleRemembered] = usePanel('verdicts.image');
  const [shownNarrow, setShownNarrow] = useState(false);
  return {
    shown: hasImages && (narrow ? shownNarrow : remembered),
    toggle: () => {
      if (narrow) setShownNarrow(!shownNarrow);
      else toggleRemembered();
    },
  };
}

interface CaseImage {
  readonly shown: boolean;
  readonly toggle: () => void;
}

function CaseHeader({
  kase,
  image,
  onLeave,
}: {
  readonly kase: VerdictCase;
  readonly image: CaseImage;
  readonly onLeave: () => void;
}) {
  return (
    <header className={classes['header']}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<ArrowLeft size={14} aria-hidden />}
        onClick={onLeave}
      >
        Queue
      </Button>
      <h2>
        {kase.title}: <span>{kase.criterionQuestion}</span>
      </h2>
      <VerdictBadge state={kase.state} />
      {kase.images.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Image size={14} aria-hidden />}
          rightSection={<KeyCaps value="G" />}
          aria-pressed={image.shown}
          onClick={image.toggle}
        >
          Image
        </Button>
      )}
    </header>
  );
}

/** The question, and the answer beside its reference. */
function JudgedTexts({ kase }: { readonly kase: VerdictCase }) {
  return (
    <>
      <section aria-label="Question that was answered">
        <h3>Question</h3>
        <Box component="p" mb="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {kase.question}
        </Box>
      </section>
      <div className={classes['against']}>
        <section aria-label="Answer">
          <h3>
            Answer
            {kase.respondent !== null && (
              <>
                {' '}
                of <strong>{kase.respondent}</strong>
              </>
            )}
          </h3>
          <p className={classes['words']}>
            {kase.answer === '' ? <em>No answer was given.</em> : kase.answer}
          </p>
        </section>
        <section aria-label="Reference" className={classes['reference']}>
          {kase.reference.map(({ title, text }, at) => (
            <div key={`${String(at)} ${title}`}>
              <h3>{title}</h3>
              <p className={classes['words']}>{text}</p>
            </div>
          ))}
        </section>
      </div>
    </>
  );
}

function CoveredVerdicts({ count, onUncover }: { readonly count: number; readonly onUncover: () => void }) {
  return (
    <Box component="p" my="sm" py="sm" px="md" bd="1px dashed var(--casebook-border)" bdrs={4} c="dimmed">
      {count} verdicts are hidden until you decide.{' '}
      <Button size="compact-xs" variant="default" onClick={onUncover}>
        Show them
      </Button>
    </Box>
  );
}

/** The keys of a case. */
function useCaseCommands({
  hasImages,
  deciding,
  reopenable,
  fresh,
  toggleImage,
  submit,
  undo,
  askReopening,
  focusNote,
  onNext,
}: {
  readonly hasImages: boolean;
  readonly deciding: boolean;
  readonly reopenable: boolean;
  readonly fresh: boolean;
  readonly toggleImage: () => void;
  readonly submit: () => void;
  readonly undo: () => void;
  readonly askReopening: () => void;
  readonly focusNote: () => void;
  readonly onNext: () => void;
}): void {
  useCommands('verdicts', [
    { ...harmless(verdictCommands.image), enabled: () => hasImages, run: toggleImage },
    {
      ...verdictCommands.decide,
      isHarmless: !deciding,
      title: deciding ? 'Decide' : 'Next case',
      run: (event) => {
        // A key held down does not run through the cases.
        if (event?.repeat === true) return;
        if (deciding) submit();
        else onNext();
      },
    },
    {
      ...verdictCommands.undoDecision,
      enabled: () => reopenable && fresh,
      run: undo,
    },
    {
      ...verdictCommands.reopen,
      enabled: () => reopenable,
      run: askReopening,
    },
    {
      ...verdictCommands.note,
      enabled: () => deciding,
      run: focusNote,
    },
  ]);
}
