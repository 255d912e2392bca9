import { counted } from '../../../shared/base/counts.ts';
import type { BulkResult, ItemFilter } from '../../../shared/contract/items.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { deletionQuestion } from '../../../shared/domain/deletion.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { client } from '../../client/index.ts';
import { statusLooks } from '../../ui/items/StatusBadge.tsx';
import type { StreamedWork } from '../../ui/work/useStreamedWork.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import type { SplitChange } from './SplitDialog.tsx';
import { type Selection, toRequest } from './selection.ts';

/**
 * Gives the chosen items a status, with progress. Refused ones are given back, by name; null: it was stopped, or did not
 * work at all.
 */
export async function setStatus(
  selection: Selection,
  filter: ItemFilter,
  status: ItemStatus,
  start: StreamedWork<BulkResult>['start'],
): Promise<BulkResult | null> {
  const items = toRequest(selection, filter);
  return change(
    'status',
    start((signal) => client.items.setStatusOfMany({ items, status }, { signal })),
    (count) => `${counted(count, 'item')} set to “${statusLooks[status].title}”.`,
  );
}

/** Adds and removes tags of the chosen items. */
export async function changeTags(
  selection: Selection,
  filter: ItemFilter,
  add: readonly string[],
  remove: readonly string[],
): Promise<BulkResult | null> {
  return change(
    'tags',
    client.items.tag({ items: toRequest(selection, filter), add: [...add], remove: [...remove] }),
    (count) => `Tags of ${counted(count, 'item')} changed.`,
  );
}

/** Asks with what goes along, and deletes the chosen items; whether they are gone. */
export async function deleteItems(selection: Selection, filter: ItemFilter): Promise<boolean> {
  const items = toRequest(selection, filter);
  try {
    const preview = await client.items.previewDeletion({ items });
    const agreed = await confirm({
      title: `Delete ${counted(preview.items, 'item')}?`,
      message: deletionQuestion(preview),
      action: 'Delete',
      dangerous: true,
    });
    if (!agreed) return false;
    const { deleted, event } = await client.items.delete({ items });
    await casebookChanged();
    toast(`${counted(deleted, 'item')} deleted.`, {
      undo: async () => {
        const { changed } = await client.history.undo({ id: event });
        await casebookChanged();
        toast(`${counted(changed, 'item')} brought back.`);
      },
    });
    return true;
  } catch (error) {
    toastFailure('Nothing was deleted', error);
    return false;
  }
}

/** Puts the chosen items into a split, or divides them into several. */
export async function changeSplit(
  selection: Selection,
  filter: ItemFilter,
  split: SplitChange,
): Promise<BulkResult | null> {
  const items = toRequest(selection, filter);
  return change(
    'split',
    split.kind === 'set'
      ? client.items.setSplit({ items, split: split.split })
      : client.items.divide({
          items,
          shares: { ...split.shares },
          seed: split.seed,
          stratify: split.stratify,
        }),
    (count) => `Split of ${counted(count, 'item')} changed.`,
  );
}

async function change(
  kind: 'status' | 'tags' | 'split',
  work: Promise<BulkResult | null>,
  say: (count: number) => string,
): Promise<BulkResult | null> {
  try {
    const result = await work;
    // What was changed before it was stopped stays so.
    await casebookChanged();
    if (result === null) return null;
    if (result.changed > 0) {
      // The change just made is the latest of its kind in the log: one process writes.
      const { events } = await client.history.list({ kinds: [kind], limit: 1 });
      const event = events[0];
      toast(say(result.changed), {
        ...(event?.undoable === true && {
          undo: async () => {
            const { changed } = await client.history.undo({ id: event.id });
            await casebookChanged();
            toast(`Undone for ${counted(changed, 'item')}.`);
          },
        }),
      });
    } else if (result.refused.length === 0) toast('No change was needed.');
    return result;
  } catch (error) {
    toastFailure('Nothing was changed', error);
    return null;
  }
}
