import { useState } from 'react';
import { SkipDialog } from '../../ui/dialogs/SkipDialog.tsx';
import { useDesk, useDeskState } from '../../ui/form/context.ts';
import { CommentsDrawer } from '../../ui/items/CommentsDrawer.tsx';
import { EditionsDrawer } from '../../ui/items/EditionsDrawer.tsx';
import { Versions } from './parts/Versions.tsx';

const SKIP_REASONS = ['not sure', 'come back later', 'needs a second opinion', 'not my language'];

/** What opens over the Desk. */
type DeskDialog = 'skip' | 'versions' | 'editions' | 'comments';

const CLOSED: Readonly<Record<DeskDialog, boolean>> = {
  skip: false,
  versions: false,
  editions: false,
  comments: false,
};

/** Which dialogs and drawers of the Desk are open. */
export interface DeskDialogState {
  readonly opened: Readonly<Record<DeskDialog, boolean>>;
  readonly show: (dialog: DeskDialog) => void;
  readonly hide: (dialog: DeskDialog) => void;
  readonly toggle: (dialog: DeskDialog) => void;
}

/** Which dialogs and drawers of the Desk are open; none at first. */
export function useDeskDialogs(): DeskDialogState {
  const [opened, setOpened] = useState(CLOSED);
  const put = (dialog: DeskDialog, isOpen: (before: boolean) => boolean): void => {
    setOpened((before) => ({ ...before, [dialog]: isOpen(before[dialog]) }));
  };
  return {
    opened,
    show: (dialog) => {
      put(dialog, () => true);
    },
    hide: (dialog) => {
      put(dialog, () => false);
    },
    toggle: (dialog) => {
      put(dialog, (before) => !before);
    },
  };
}

/** The dialogs and drawers of the Desk. */
export function DeskDialogs({
  dialogs: { opened, hide },
  onSkip,
}: {
  readonly dialogs: DeskDialogState;
  readonly onSkip: (reason: string) => void;
}) {
  const { itemId } = useDesk().session;
  const isAssigned = useDeskState((state) => state.item.assignment !== null);
  return (
    <>
      <SkipDialog
        opened={opened.skip}
        title="Skip this item"
        description={
          isAssigned
            ? 'Your work lists the item as skipped; you can return and answer it.'
            : 'The item stays unchanged; its history records the reason.'
        }
        reasons={SKIP_REASONS}
        onClose={() => hide('skip')}
        onSkip={(reason) => {
          hide('skip');
          onSkip(reason);
        }}
      />
      <Versions opened={opened.versions} onClose={() => hide('versions')} />
      <EditionsDrawer itemId={itemId} opened={opened.editions} onClose={() => hide('editions')} />
      <CommentsDrawer itemId={itemId} opened={opened.comments} onClose={() => hide('comments')} />
    </>
  );
}
