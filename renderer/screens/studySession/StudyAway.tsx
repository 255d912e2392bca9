import { Button } from '@mantine/core';
import { DoorClosed } from 'lucide-react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** What a participant sees while the casebook that holds their study is not open. */
export function StudyAway({ onRead }: { readonly onRead: () => void }) {
  return (
    <EmptyState
      icon={DoorClosed}
      title="The study is not there just now"
      actions={<Button onClick={onRead}>Try again</Button>}
    >
      What you answered before is safe. Tell whoever runs the study, and go on once they have opened it again.
    </EmptyState>
  );
}
