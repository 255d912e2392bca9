import { itemsChanged } from '../../ui/window/applicationState.ts';
import { isSignedOff } from '../../../shared/benchmarks/signOff.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import { answerOf } from '../../../shared/domain/document.ts';
import { client } from '../../client/index.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import type { DeskSession } from '../../save/document/session.ts';

/** What another image in the place of the item's takes back. */
interface AtStake {
  readonly isSignedOff: boolean;
  readonly isAccepted: boolean;
}

/** What was given for the item's images as they are. */
export function atStake({ store }: Pick<DeskSession, 'store'>, task: Task): AtStake {
  const { records, item } = store.getState();
  return { isSignedOff: isSignedOff(task, answerOf(records)), isAccepted: item.status === 'accepted' };
}

/** Asks before another image takes the place of one that is signed off or accepted; true: go ahead. */
export async function askToReplace(what: AtStake): Promise<boolean> {
  const message = whatGoes(what);
  return (
    message === null ||
    confirm({ title: 'Change the image?', message, action: 'Change the image', dangerous: true })
  );
}

function whatGoes(what: AtStake): string | null {
  const signOff = 'Somebody has to sign off the new image.';
  if (what.isSignedOff && what.isAccepted)
    return `This image is signed off and the item is accepted. Changing it cancels both: the item returns to review. ${signOff}`;
  if (what.isSignedOff) return `This image is signed off. Changing it cancels the sign-off. ${signOff}`;
  if (what.isAccepted) return 'The item is accepted with this image. Changing it returns the item to review.';
  return null;
}

/** What was taken back with the image, in words; empty where nothing was. */
export function saysWithdrawn(what: AtStake): string {
  const taken = [
    ...(what.isSignedOff ? ['the sign-off'] : []),
    ...(what.isAccepted ? ['the acceptance'] : []),
  ];
  if (taken.length === 0) return '';
  return ` ${taken.join(' and ').replace(/^t/u, 'T')} ${taken.length === 1 ? 'is' : 'are'} cancelled.`;
}

/** Shows where the item stands once a change of its image is on disk. */
export async function showStatus({ store, itemId }: DeskSession, what: AtStake): Promise<void> {
  if (!what.isAccepted) return;
  await store.flush();
  store.setItem((await client.items.get({ id: itemId })).row);
  await itemsChanged();
}
