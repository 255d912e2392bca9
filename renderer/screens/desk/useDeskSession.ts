import { useEffect, useState } from 'react';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { DeskSession } from '../../save/document/session.ts';
import {
  acquireSession,
  endSessionsOfOthers,
  releaseSession,
  type SessionKey,
} from '../../save/document/sessions.ts';

export type OpenedSession =
  | { readonly status: 'loading'; readonly session: DeskSession | null }
  | { readonly status: 'ready'; readonly session: DeskSession }
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * The session on a document. While the next one is being opened, the one before stays, so that nothing flickers;
 * it must not be edited then. Calling `again` opens anew after a failure.
 */
export function useDeskSession(
  casebook: string,
  person: string,
  itemId: ItemId,
  task: string,
): { readonly opened: OpenedSession; readonly again: () => void } {
  const [opened, setOpened] = useState<OpenedSession>({ status: 'loading', session: null });

  useEffect(() => {
    endSessionsOfOthers(casebook);
    const key: SessionKey = { casebook, person, itemId, task };
    let current = true;
    acquireSession(key).then(
      (session) => {
        if (current) setOpened({ status: 'ready', session });
      },
      (error: unknown) => {
        if (current) setOpened({ status: 'failed', error });
      },
    );
    return () => {
      current = false;
      releaseSession(key);
    };
  }, [casebook, person, itemId, task]);

  const stale =
    opened.status === 'ready' && (opened.session.itemId !== itemId || opened.session.task !== task);
  return {
    opened: stale ? { status: 'loading', session: opened.session } : opened,
    again: () => {
      setOpened({ status: 'loading', session: null });
      // Given back by the effect above, like the first attempt, which left nothing.
      acquireSession({ casebook, person, itemId, task }).then(
        (session) => {
          setOpened({ status: 'ready', session });
        },
        (error: unknown) => {
          setOpened({ status: 'failed', error });
        },
      );
    },
  };
}
