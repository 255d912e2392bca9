import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { CriterionDescription, JudgingCard } from '../../../../shared/contract/judging.ts';
import { verdictChoices } from '../../../../shared/benchmarks/verdictTitle.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { useGated, useOnScreen } from '../../../ui/commands/useOnScreen.ts';
import { judgeCommands } from '../commands.ts';
import { imageUrl } from '../../../client/index.ts';
import { usePanel } from '../../../ui/layout/usePanel.ts';
import { InstructionDialog } from '../InstructionDialog.tsx';
import { SkipDialog } from '../../../ui/dialogs/SkipDialog.tsx';
import type { Deck } from '../store/deck.ts';
import { type DeckState, draftOf } from '../store/deckState.ts';
import { CardImage } from '../../../ui/images/CardImage.tsx';
import { CardTexts } from './CardTexts.tsx';
import { VerdictBar } from './VerdictBar.tsx';
import { VerdictKeys } from './VerdictKeys.tsx';
import classes from './Card.module.css';

const SKIP_REASONS = ['not sure', 'answer unreadable', 'reference unclear', 'not my language'];

/** Below this the image would take the texts' room. */
const NARROW = '(max-width: 1180px)';

/** One answer against its reference, and the verdict on it. */
export function CardStage({
  criterion,
  card,
  place,
  total,
  deck,
  state,
  writable,
  unsaved,
}: {
  readonly criterion: CriterionDescription;
  readonly card: JudgingCard;
  readonly place: number;
  readonly total: number;
  readonly deck: Deck;
  readonly state: DeckState;
  readonly writable: boolean;
  readonly unsaved: number;
}) {
  const [dialog, setDialog] = useState<'skip' | 'instruction' | null>(null);
  const [imageShown, toggleImage] = useImageShown(card);
  const stage = useRef<HTMLDivElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const draft = draftOf(state);
  const { verdict } = criterion;

  // What had the focus may be gone with the card before; what still has it keeps it.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body)
      stage.current?.focus({ preventScroll: true });
  });
  usePreloadedImages(state, place, imageShown);
  const gated = useGated();
  const inHand = () => String(deck.state.getState().place);
  useOnScreen({ name: String(place), isReady: true, current: inHand });

  useCommands('judge', [
    {
      ...judgeCommands.skip,
      enabled: () => writable,
      run: () => setDialog('skip'),
    },
    {
      ...judgeCommands.note,
      enabled: () => writable,
      run: () => {
        note.current?.focus();
      },
    },
    {
      ...judgeCommands.instruction,
      run: () => setDialog('instruction'),
    },
    { ...judgeCommands.image, enabled: () => card.images.length > 0, run: toggleImage },
  ]);

  return (
    <div ref={stage} className={classes['stage']} tabIndex={-1} {...gated}>
      <header className={classes['asked']}>
        <h2>{criterion.question}</h2>
        <Box component="span" flex="none" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {card.state === 'submitted' ? 'Judged · ' : card.state === 'skipped' ? 'Skipped · ' : ''}
          {place + 1} of {total}
        </Box>
      </header>
      <div className={classes['body']} data-image={imageShown || undefined}>
        <CardTexts
          criterion={criterion}
          card={card}
          place={place}
          deck={deck}
          marks={draft.passages}
          writable={writable}
        />
        {imageShown && <CardImage of={String(place)} current={inHand} images={card.images} />}
      </div>
      {verdict.kind === 'choice' && (
        <VerdictKeys
          choices={verdictChoices(verdict, criterion.refusal)}
          enabled={writable}
          onGive={({ value, refusal }) => deck.give(value, [], refusal)}
        />
      )}
      <VerdictBar
        criterion={criterion}
        card={card}
        note={draft.note}
        noteField={note}
        state={state}
        writable={writable}
        unsaved={unsaved}
        imageShown={imageShown}
        onImage={toggleImage}
        onNote={(text) => deck.draft({ note: text })}
        onNoteDone={() => {
          const text = stage.current?.querySelector<HTMLElement>('[data-words]');
          (text ?? stage.current)?.focus({ preventScroll: true });
        }}
        onGive={({ value, refusal }) => deck.give(value, [], refusal)}
        onBack={() => deck.back()}
        onForward={() => deck.forward()}
        onSkip={() => setDialog('skip')}
        onInstruction={() => setDialog('instruction')}
      />
      <SkipDialog
        opened={dialog === 'skip'}
        title="Skip this answer"
        description="It counts as skipped; you can return and judge it."
        reasons={SKIP_REASONS}
        onClose={() => setDialog(null)}
        onSkip={(reason) => {
          setDialog(null);
          deck.skip(reason);
        }}
      />
      <InstructionDialog
        criterion={dialog === 'instruction' ? criterion : null}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}

/** Whether the images of a card are shown, and what changes it; on a narrow window it is not remembered. */
function useImageShown(card: JudgingCard): readonly [boolean, () => void] {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [remembered, toggleRemembered] = usePanel('judge.image');
  const [shownNarrow, setShownNarrow] = useState(false);
  const toggle = () => {
    if (narrow) setShownNarrow(!shownNarrow);
    else toggleRemembered();
  };
  return [card.images.length > 0 && (narrow ? shownNarrow : remembered), toggle];
}

/** The images of the next cards are fetched before they are current. */
function usePreloadedImages({ cards }: DeckState, place: number, on: boolean): void {
  const urls = on
    ? [1, 2]
        .flatMap((ahead) => cards.get(place + ahead)?.images ?? [])
        .map(({ id }) => imageUrl(id, 'full'))
        .join(' ')
    : '';
  useEffect(() => {
    for (const url of urls.split(' ').filter((each) => each !== '')) {
      const image = new Image();
      image.src = url;
    }
  }, [urls]);
}
