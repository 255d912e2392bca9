import { Button } from '@mantine/core';
import { DoorClosed } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** What a participant sees while the casebook that holds their study is not open. */
export function StudyAway({ onRead }: { readonly onRead: () => void }) {
  return (
    <EmptyState
      icon={DoorClosed}
      title="The study is not available right now"
      actions={<Button onClick={onRead}>Try again</Button>}
    >
      Your earlier answers are safe. Tell the person who runs the study, and continue once it is open again.
    </EmptyState>
  );
}
