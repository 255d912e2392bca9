import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { CriterionDescription, OwnJudgingProgress } from '../../../shared/contract/judging.ts';
import { usePerson, useWritable } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { judgeCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { CardStage } from './card/CardStage.tsx';
import { CriterionTabs } from './CriterionTabs.tsx';
import { Interlude } from './Interlude.tsx';
import type { Deck } from './store/deck.ts';
import type { Outbox } from './store/outbox.ts';
import type { JudgeTransport } from './store/transport.ts';
import { useDeck, useDeckState } from './useDeck.ts';

interface JudgingProps {
  readonly given: OwnJudgingProgress;
  readonly criterion: CriterionDescription;
  readonly criteria: readonly CriterionDescription[];
  readonly outbox: Outbox;
}

/** Judging on one criterion: the answers one after the other, then what comes next. */
export function Judging({ transport, ...props }: JudgingProps & { readonly transport: JudgeTransport }) {
  const deck = useDeck(props.given.id, props.criterion.id, transport, props.outbox, usePerson().id);
  return <OpenDeck {...props} deck={deck} />;
}

function OpenDeck({ given, criterion, criteria, outbox, deck }: JudgingProps & { readonly deck: Deck }) {
  const state = useDeckState(deck);
  const writable = useWritable();
  const { place, cards, total, searching, error } = state;
  const { waiting } = useStore(outbox.state);
  const queries = useQueryClient();
  const card = place === null ? undefined : cards.get(place);
  const leave = () => goTo(places.judge);
  useCommands('judge', [
    {
      ...judgeCommands.back,
      run: () => {
        deck.back();
      },
    },
    {
      ...judgeCommands.forward,
      enabled: () => place !== null,
      run: () => {
        deck.forward();
      },
    },
    { ...judgeCommands.leave, run: leave },
  ]);
  // The counts on the rail and in the overview are others now.
  useEffect(
    () =>
      outbox.listen({
        saved: () => {
          if (outbox.state.getState().waiting.length === 0)
            void queries.invalidateQueries({ queryKey: orpc.judging.mine.key() });
        },
        refused: () => undefined,
      }),
    [outbox, queries],
  );

  return (
    <Stack gap={0} h="100%" mih={0}>
      <CriterionTabs given={given} current={criterion.id} state={state} />
      {error !== null && card === undefined ? (
        <ErrorState title="The next answers could not be read" error={error} onRetry={() => deck.retry()}>
          {null}
        </ErrorState>
      ) : place === null && !searching ? (
        <Interlude given={given} criterion={criterion} criteria={criteria} outbox={outbox} deck={deck} />
      ) : card === undefined ? (
        <LoadingState label={waiting.length > 0 ? 'Saving the last verdicts' : 'Loading the answers'} />
      ) : (
        <CardStage
          criterion={criterion}
          card={card}
          place={place ?? 0}
          total={total}
          deck={deck}
          state={state}
          writable={writable}
          unsaved={waiting.length}
        />
      )}
    </Stack>
  );
}
