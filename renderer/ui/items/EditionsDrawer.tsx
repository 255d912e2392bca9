import { Drawer } from '@mantine/core';
import type { ItemId } from '../../../shared/base/ids.ts';
import { EditionList } from './EditionList.tsx';

/** The editions of an item, beside whatever one is at. */
export function EditionsDrawer({
  itemId,
  opened,
  onClose,
}: {
  readonly itemId: ItemId;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title="Editions of this item"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <EditionList itemId={itemId} />}
    </Drawer>
  );
}
