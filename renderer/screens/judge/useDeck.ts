import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { JudgingId, PersonId } from '../../../shared/base/ids.ts';
import { ActiveTime } from '../../save/document/activeTime.ts';
import { Deck } from './store/deck.ts';
import type { DeckState } from './store/deckState.ts';
import { leftDrafts } from './store/leftDrafts.ts';
import type { Outbox } from './store/outbox.ts';
import type { JudgeTransport } from './store/transport.ts';

/** A deck for as long as the component stands; the time at work on it is measured. */
export function useDeck(
  judging: JudgingId,
  criterion: string,
  transport: JudgeTransport,
  outbox: Outbox,
  /** Whose deck it is: what they begin is theirs alone. */
  person: PersonId,
): Deck {
  const [{ deck, time }] = useState(() => {
    const measured = new ActiveTime(() => performance.now(), document.hasFocus());
    const takeActiveTime = () => measured.take();
    const left = leftDrafts(JSON.stringify([person, judging, criterion]));
    return {
      time: measured,
      deck: new Deck({ judging, criterion, transport, outbox, takeActiveTime, left }),
    };
  });
  useEffect(() => {
    deck.open();
    return () => deck.close();
  }, [deck]);
  useEffect(() => {
    const active = () => time.activity();
    const came = () => time.setFocused(true);
    const went = () => time.setFocused(false);
    const kinds = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
    window.addEventListener('focus', came);
    window.addEventListener('blur', went);
    for (const kind of kinds) window.addEventListener(kind, active, { passive: true, capture: true });
    return () => {
      window.removeEventListener('focus', came);
      window.removeEventListener('blur', went);
      for (const kind of kinds) window.removeEventListener(kind, active, { capture: true });
    };
  }, [time]);
  return deck;
}

/** What a deck holds now. */
export function useDeckState(deck: Deck): DeckState {
  return useStore(deck.state);
}
