import { z } from 'zod';
import { useSaveState } from '../../../save/saveState.ts';
import { client } from '../../../client/index.ts';
import { Given } from './given.ts';
import { createOutbox, type Outbox } from './outbox.ts';

interface Entry {
  readonly casebook: string;
  readonly outbox: Outbox;
}

/** Verdicts on their way; they stand outside of what is drawn, and so survive going to another screen. */
const entries = new Map<string, Entry>();

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
  const outbox = createOutbox({
    transport: client.judgments,
    left: takeLeft(name),
    keep: (waiting) => {
      keepLeft(name, waiting);
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

const Left = z.array(Given);

const place = (name: string): string => `verdicts ${name}`;

/** Kept in the tab: the page loaded after this one takes them up. */
function keepLeft(name: string, waiting: readonly Given[]): void {
  try {
    if (waiting.length === 0) window.sessionStorage.removeItem(place(name));
    else window.sessionStorage.setItem(place(name), JSON.stringify(waiting));
  } catch {
    // Without storage they are in this page alone; it asks before it goes while any of them is not saved.
  }
}

function takeLeft(name: string): readonly Given[] {
  try {
    const text = window.sessionStorage.getItem(place(name));
    // Only the program itself writes there; what cannot be read is of another release.
    return text === null ? [] : (Left.safeParse(JSON.parse(text)).data ?? []);
  } catch {
    // Without storage nothing can have been left behind.
    return [];
  }
}
