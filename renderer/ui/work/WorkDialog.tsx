import { Group, type MantineSize, Stack } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { FollowingModal } from '../dialogs/FollowingModal.tsx';
import type { StreamedWork } from './useStreamedWork.ts';
import { WorkProgress } from './WorkProgress.tsx';

/** Hears whether work is running in what is drawn inside. */
const BusyContext = createContext<(busy: boolean) => void>(() => undefined);

/** Knows whether a {@link WorkForm} inside is at work. */
export function WorkArea({ children }: { readonly children: (busy: boolean) => ReactNode }) {
  const [busy, setBusy] = useState(false);
  return <BusyContext value={setBusy}>{children(busy)}</BusyContext>;
}

/** A dialog of work that takes a while. While it runs, leaving is what its Cancel button is for. */
export function WorkDialog({
  opened,
  title,
  size = 'lg',
  onClose,
  children,
}: {
  readonly opened: boolean;
  readonly title: string;
  readonly size?: MantineSize;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <WorkArea>
      {(busy) => (
        <FollowingModal
          // Its own work is what changes things while it runs.
          isFollowing={opened && !busy}
          opened={opened}
          onClose={onClose}
          title={title}
          size={size}
          closeOnClickOutside={!busy}
          closeOnEscape={!busy}
          withCloseButton={!busy}
        >
          {children}
        </FollowingModal>
      )}
    </WorkArea>
  );
}

/** What work is to do, then how far it is and a way to stop it. Once it is done, its result replaces it. */
export function WorkForm<T>({
  work: { state, cancel },
  cancelled,
  actions,
  onSubmit,
  children,
}: {
  readonly work: StreamedWork<T>;
  /** What cancelling left behind, in words. */
  readonly cancelled: string;
  /** The buttons that start the work. */
  readonly actions: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  const running = state.status === 'running';
  const onBusy = use(BusyContext);
  useEffect(() => {
    onBusy(running);
    return () => onBusy(false);
  }, [running, onBusy]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap="md">
        {children}
        <WorkProgress state={state} onCancel={cancel} cancelled={cancelled} />
        {!running && <Group justify="flex-end">{actions}</Group>}
      </Stack>
    </form>
  );
}
