import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { WayOn } from '../../../ui/participant/WayOn.tsx';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import { Troubles } from './Troubles.tsx';

/** The way on from a page of a study session. */
export function Forward({
  session,
  title,
  missing = null,
  onGo,
  beside,
}: {
  readonly session: StudySessionStore;
  readonly title: string;
  /** Why it does not go on yet, in words; null: it does. */
  readonly missing?: string | null;
  readonly onGo: () => void;
  readonly beside?: ReactNode;
}) {
  const isBusy = useStore(session.store, (state) => state.sending !== null);
  const isReadable = useStore(session.store, (state) => state.readable);
  return (
    <WayOn
      title={title}
      missing={missing}
      isBusy={isBusy}
      isReadable={isReadable}
      onGo={onGo}
      beside={beside}
      troubles={<Troubles session={session} />}
    />
  );
}
