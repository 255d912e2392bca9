import { useState } from 'react';
import type { BulkResult, ItemFilter } from '../../../shared/contract/items.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import type { Voucher } from '../../ui/items/SignOffDialog.tsx';
import { signOff } from '../../ui/items/signOff.ts';
import { type StreamedWork, useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { changeSplit, changeTags, deleteItems, setStatus } from './bulk.ts';
import { type Selection, toRequest } from './selection.ts';
import type { SplitChange } from './SplitDialog.tsx';

/** What can be done with all chosen items, and how far it is. */
export interface BulkWork {
  readonly busy: boolean;
  readonly work: StreamedWork<BulkResult>;
  /** What becomes of the items where the work is stopped, in words. */
  readonly stopped: string;
  /** What the latest work refused; null: nothing. */
  readonly refusal: BulkResult | null;
  readonly closeRefusal: () => void;
  readonly setStatus: (status: ItemStatus) => void;
  readonly signOff: (vouchedBy: Voucher) => void;
  readonly changeTags: (add: readonly string[], remove: readonly string[]) => void;
  readonly changeSplit: (split: SplitChange) => void;
  /** Asks first. */
  readonly delete: () => void;
}

/** Does something with all chosen items at once. */
export function useBulkWork(selection: Selection, filter: ItemFilter, onDeleted: () => void): BulkWork {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<BulkResult | null>(null);
  const [stopped, setStopped] = useState('Nothing was changed.');
  const work = useStreamedWork<BulkResult>();

  const run = async (change: () => Promise<BulkResult | null>) => {
    setBusy(true);
    const result = await change();
    setBusy(false);
    setRefusal(result === null || result.refused.length === 0 ? null : result);
  };
  return {
    busy,
    work,
    stopped,
    refusal,
    closeRefusal: () => {
      setRefusal(null);
    },
    setStatus: (status) => {
      setStopped('Items changed until then keep their new status. You can undo the change in History.');
      void run(() => setStatus(selection, filter, status, work.start));
    },
    signOff: (vouchedBy) => {
      setStopped('Items signed off until then stay signed off.');
      void run(() => signOff(toRequest(selection, filter), vouchedBy, work.start));
    },
    changeTags: (add, remove) => void run(() => changeTags(selection, filter, add, remove)),
    changeSplit: (split) => void run(() => changeSplit(selection, filter, split)),
    delete: () => {
      setBusy(true);
      void deleteItems(selection, filter).then((isDone) => {
        setBusy(false);
        if (isDone) onDeleted();
      });
    },
  };
}
