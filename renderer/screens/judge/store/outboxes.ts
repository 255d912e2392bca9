import { z } from 'zod';
import { useSaveState } from '../../../save/saveState.ts';
import { client } from '../../../client/index.ts';
import { tabEntry, type TabEntry } from '../../../save/tabStorage.ts';
import { JudgeAction } from './given.ts';
import { Outbox } from './outbox.ts';

interface OutboxEntry {
  readonly casebook: string;
  readonly outbox: Outbox;
}

/** Outboxes of verdicts, kept outside of React, so that they survive going to another screen. */
const entries = new Map<string, OutboxEntry>();

/** The outbox of somebody in a casebook; another casebook's verdicts have no place to go to any more. */
export function outboxOf(casebook: string, person: string): Outbox {
  listenToWindow();
  for (const [name, entry] of entries) {
    if (entry.casebook === casebook) continue;
    entries.delete(name);
    entry.outbox.dispose();
  }
  const name = JSON.stringify({ casebook, person });
  const known = entries.get(name);
  if (known !== undefined) return known.outbox;
  const outbox = new Outbox({
    transport: client.judging,
    left: leftIn(name).read() ?? [],
    keep: (waiting) => {
      leftIn(name).keep(waiting.length === 0 ? null : [...waiting]);
    },
  });
  entries.set(name, { casebook, outbox });
  outbox.state.subscribe(report);
  // Not at once: it is asked for while something is drawn, and others draw what is reported.
  queueMicrotask(report);
  return outbox;
}

function report(): void {
  const states = [...entries.values()].map(({ outbox }) => outbox.state.getState());
  useSaveState.getState().set(
    {
      pending: states.reduce((sum, { waiting }) => sum + waiting.length, 0),
      failed: states.find(({ failure }) => failure !== null)?.failure ?? null,
    },
    'verdicts',
  );
}

let listening = false;

function listenToWindow(): void {
  if (listening) return;
  listening = true;
  window.addEventListener('online', () => {
    for (const { outbox } of entries.values()) outbox.retry();
  });
}

const Left = z.array(JudgeAction);

/** Kept in the tab: the page loaded after this one takes them up. */
const leftIn = (name: string): TabEntry<JudgeAction[]> => tabEntry(`verdicts ${name}`, Left);
