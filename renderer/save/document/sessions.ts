import { EditionId, type ItemId } from '../../../shared/base/ids.ts';
import { useSaveState } from '../saveState.ts';
import { client } from '../../client/index.ts';
import { coreTransport } from './coreTransport.ts';
import { z } from 'zod';
import { DocumentDiff } from '../../../shared/domain/document.ts';
import { tabEntry, type TabEntry } from '../tabStorage.ts';
import type { LeftEdits } from './leftBehind.ts';
import type { DeskTransport } from './transport.ts';
import { DeskSession } from './session.ts';

/** Which document, of whom, in which casebook: another person's answer is another document. */
export interface SessionKey {
  readonly casebook: string;
  readonly person: string;
  readonly itemId: ItemId;
  readonly task: string;
  /** The decision between raters instead of the person's own answer. */
  readonly purpose?: 'decision';
}

interface OpenSession {
  readonly key: SessionKey;
  readonly opening: Promise<DeskSession>;
  session: DeskSession | null;
  users: number;
}

/**
 * The documents being worked on in this window. They stand outside of what is drawn: an error of a screen, or
 * going to another one, must not take unsaved edits along.
 */
const entries = new Map<string, OpenSession>();

/**
 * Opens a document, or gives the session that still has it. Give it back with {@link releaseSession}. `transport`: the
 * core's side of it, where that is another than the Desk's.
 */
export function acquireSession(
  key: SessionKey,
  transport: DeskTransport = coreTransport(key.itemId, key.task),
): Promise<DeskSession> {
  listenToWindow();
  const name = JSON.stringify(key);
  const known = entries.get(name);
  if (known !== undefined) {
    known.users += 1;
    return known.opening;
  }
  const entry: OpenSession = { key, opening: open(transport, name), session: null, users: 1 };
  entries.set(name, entry);
  entry.opening.then(
    (session) => {
      entry.session = session;
      session.store.subscribe(() => {
        report();
        tidy();
      });
      report();
      tidy();
    },
    () => entries.delete(name),
  );
  return entry.opening;
}

/** The screen is done with a document: what is not saved is, then the session ends. */
export function releaseSession(key: SessionKey): void {
  const entry = entries.get(JSON.stringify(key));
  if (entry === undefined) return;
  entry.users -= 1;
  if (entry.users > 0) return;
  void entry.session?.store.flush().then(tidy);
}

/** Ends the sessions of other casebooks: their edits have no place to go to any more. */
export function endSessionsOfOthers(casebook: string): void {
  for (const [name, entry] of entries) {
    if (entry.key.casebook === casebook) continue;
    entries.delete(name);
    entry.session?.dispose();
  }
  report();
}

async function open(transport: DeskTransport, name: string): Promise<DeskSession> {
  const document = await transport.open();
  // Not before: were the page reloaded again meanwhile, nobody would have it.
  const leftBehind = leftBehindIn(name).take();
  return new DeskSession(document, transport, leftBehind, async (ids) =>
    client.images.get({ ids: [...ids] }),
  );
}

const Left: z.ZodType<LeftEdits> = z.object({
  edition: EditionId.nullable(),
  revision: z.int(),
  reach: z.int(),
  edits: z.array(
    z.object({
      diff: DocumentDiff,
      mark: z.string().min(1),
      activeMilliseconds: z.int().nonnegative(),
    }),
  ),
});

/** What a page leaves unanswered in the session of that name, for the next page in this tab. */
const leftBehindIn = (session: string): TabEntry<LeftEdits> => tabEntry(`left behind ${session}`, Left);

function tidy(): void {
  for (const [name, { users, session }] of entries) {
    if (users > 0 || session === null || session.store.getState().pending > 0) continue;
    entries.delete(name);
    session.dispose();
  }
}

function report(): void {
  let pending = 0;
  let failed: { readonly message: string } | null = null;
  for (const { session } of entries.values()) {
    const state = session?.store.getState();
    pending += state?.pending ?? 0;
    if (state !== undefined && state.failure !== null && state.pending > 0) failed ??= state.failure;
  }
  useSaveState.getState().set({ pending, failed });
}

let listening = false;

/** Saves when the window loses the person's attention, measures the time it has it. */
function listenToWindow(): void {
  if (listening) return;
  listening = true;
  const each = (act: (session: DeskSession) => void) => () => {
    for (const { session } of entries.values()) if (session !== null) act(session);
  };
  const flush = each(({ store }) => void store.flush());
  const active = each(({ activeTime }) => {
    activeTime.activity();
  });
  window.addEventListener('blur', () => {
    each(({ activeTime }) => {
      activeTime.setFocused(false);
    })();
    flush();
  });
  window.addEventListener(
    'focus',
    each(({ activeTime }) => {
      activeTime.setFocused(true);
    }),
  );
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });
  // Not `beforeunload`: that may still be declined.
  window.addEventListener('pagehide', () => {
    for (const [name, { session }] of entries) {
      const left = session?.store.leave() ?? null;
      if (left !== null) leftBehindIn(name).keep(left);
    }
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // A new page is shown, too: that is the one for which it was left.
    if (persisted)
      for (const [name, { session }] of entries) if (session !== null) leftBehindIn(name).keep(null);
  });
  window.addEventListener(
    'online',
    each(({ store }) => {
      store.retry();
    }),
  );
  for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const)
    window.addEventListener(kind, active, { passive: true, capture: true });
}
