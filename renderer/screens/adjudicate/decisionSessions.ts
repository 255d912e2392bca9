import type { Case } from '../../../shared/contract/adjudications.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, orpc } from '../../client/index.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import type { DeskSession } from '../../save/document/session.ts';
import { acquireSession, releaseSession, type SessionKey } from '../../save/document/sessions.ts';
import { decisionTransport, type DecisionTransport } from './decisionTransport.ts';

/** A draft of a decision being worked on, with the way to decide. */
export interface DecisionSession {
  readonly session: DeskSession;
  readonly transport: DecisionTransport;
}

interface SharedSession {
  readonly transport: DecisionTransport;
  users: number;
}

/** Drafts that a screen has open: whether a case is given back hangs on nobody having come back to it. */
const held = new Map<string, SharedSession>();

/** Claims a case and opens its draft. Give it back with {@link closeDecision}. */
export async function openDecision(key: SessionKey): Promise<DecisionSession> {
  const name = JSON.stringify(key);
  const known = held.get(name) ?? {
    users: 0,
    transport: decisionTransport(key.itemId, key.task, (opened) => {
      showCase(key.itemId, opened);
      void claimsChanged();
    }),
  };
  known.users += 1;
  held.set(name, known);
  try {
    return { session: await acquireSession(key, known.transport), transport: known.transport };
  } catch (error) {
    known.users -= 1;
    if (known.users === 0) held.delete(name);
    throw error;
  }
}

/**
 * Leaves a case. Where nothing was done to the draft the claim goes with it; otherwise the case stays the person's,
 * and they are told.
 */
export async function closeDecision(key: SessionKey, opened: DecisionSession): Promise<void> {
  const name = JSON.stringify(key);
  const known = held.get(name);
  if (known !== undefined) known.users -= 1;
  const { store } = opened.session;
  releaseSession(key);
  await store.flush();
  if (known !== undefined && known.users > 0) return;
  held.delete(name);
  if (opened.transport.outcome() !== null) return;
  // The current user is another now, or another casebook is open: the claim is left to lapse by itself.
  const casebook = queryClient.getQueryData(orpc.application.state.queryKey())?.casebook;
  if (casebook?.path !== key.casebook || casebook.person?.id !== key.person) return;
  const { canUndo, item } = store.getState();
  if (canUndo) {
    toast(
      `${item.externalId} stays yours because you began its decision. Casebook releases it after half an hour.`,
    );
    return;
  }
  try {
    await client.adjudications.release({ itemId: key.itemId, task: key.task });
    await claimsChanged();
  } catch (error) {
    toastFailure('The case could not be released', error);
  }
}

/** Takes a case as it is known now. */
export function showCase(itemId: ItemId, shown: Case): void {
  queryClient.setQueryData(orpc.adjudications.look.queryKey({ input: { itemId, task: shown.task } }), shown);
}

/** Lists of cases are different now. */
export async function claimsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.adjudications.queue.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.adjudications.counts.key() }),
  ]);
}
