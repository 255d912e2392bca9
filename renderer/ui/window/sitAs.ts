import { notifications } from '@mantine/notifications';
import type { Person } from '../../../shared/contract/application.ts';
import { enterSeat } from './applicationState.ts';
import { goTo } from './navigate.ts';
import { useSaveState } from '../../save/saveState.ts';
import { client } from '../../client/index.ts';
import { toast, toastFailure } from '../toast.tsx';

/** How long edits of whoever sat here before are waited for, in milliseconds. */
const PATIENCE = 3000;

/** From now on this window works as that person; says so, or why not. */
export async function sitAs(person: Person): Promise<void> {
  try {
    // What is still on its way would arrive under the new name.
    if (!(await everythingSaved()))
      throw new Error('Some edits are not saved yet, and are still those of whoever sits here now.');
    const seated = await client.people.sit({ id: person.id });
    // What one sees follows from who one is: the screens, and where in them one was.
    goTo('/');
    // What was said in passing was said to whoever sat here before.
    notifications.clean();
    await enterSeat(seated);
    // Meanwhile the address was led to the first screen of whoever sat here before.
    goTo('/');
    toast(`Working as ${seated.name} now.`, { brief: true });
  } catch (error) {
    toastFailure('The person was not changed', error);
  }
}

async function everythingSaved(): Promise<boolean> {
  if (useSaveState.getState().pending === 0) return true;
  return new Promise((resolve) => {
    const finish = (saved: boolean): void => {
      stop();
      clearTimeout(timer);
      resolve(saved);
    };
    const stop = useSaveState.subscribe(({ pending }) => {
      if (pending === 0) finish(true);
    });
    const timer = setTimeout(() => {
      finish(false);
    }, PATIENCE);
  });
}
