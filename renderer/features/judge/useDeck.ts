import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { JudgingId } from '../../../shared/domain/ids.ts';
import { createActiveTime } from '../desk/store/activeTime.ts';
import { createDeck, type Deck, type DeckState } from './store/deck.ts';
import type { Outbox } from './store/outbox.ts';
import type { JudgeTransport } from './store/transport.ts';

/** A deck for as long as it is on the screen; the time at work on it is measured. Null until it is opened. */
export function useDeck(
  judging: JudgingId,
  criterion: string,
  transport: JudgeTransport,
  outbox: Outbox,
): Deck | null {
  const [deck, setDeck] = useState<Deck | null>(null);
  useEffect(() => {
    const time = createActiveTime(() => performance.now(), document.hasFocus());
    const opened = createDeck({ judging, criterion, transport, outbox, takeActiveTime: () => time.take() });
    setDeck(opened);
    const active = () => {
      time.activity();
    };
    const inFront = (focused: boolean) => () => {
      time.setFocused(focused);
    };
    const [came, went] = [inFront(true), inFront(false)];
    const kinds = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
    window.addEventListener('focus', came);
    window.addEventListener('blur', went);
    for (const kind of kinds) window.addEventListener(kind, active, { passive: true, capture: true });
    return () => {
      window.removeEventListener('focus', came);
      window.removeEventListener('blur', went);
      for (const kind of kinds) window.removeEventListener(kind, active, { capture: true });
      opened.dispose();
      setDeck(null);
    };
  }, [judging, criterion, transport, outbox]);
  return deck;
}

/** What a deck holds now. */
export function useDeckState(deck: Deck): DeckState {
  return useStore(deck.state);
}
