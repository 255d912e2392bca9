import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import { usePanel } from '../../../ui/usePanel.ts';

/** Below this the image and the answers would not stand side by side with the queue beside them. */
const NARROW = '(max-width: 1180px)';

/**
 * Whether the queue is shown: always where no case is open; in a narrow window it folds when a case is opened and
 * comes back for this case only.
 */
export function useQueuePanel(itemId: ItemId | null): readonly [shown: boolean, toggle: () => void] {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const [remembered, toggle] = usePanel('adjudicate.queue');
  /** The case beside which it was asked for. */
  const [beside, setBeside] = useState<ItemId | null>(null);
  if (itemId === null) return [true, toggle];
  if (!narrow) return [remembered, toggle];
  const shown = beside === itemId;
  return [
    shown,
    () => {
      setBeside(shown ? null : itemId);
    },
  ];
}
