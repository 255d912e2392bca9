import { notifications } from '@mantine/notifications';
import type { Person } from '../../../shared/contract/application.ts';
import { enterCurrentUser } from './applicationState.ts';
import { goTo } from './navigate.ts';
import { useSaveState } from '../../save/saveState.ts';
import { client } from '../../client/index.ts';
import { toast, toastFailure } from '../feedback/toast.tsx';

/** How long edits of the previous user are waited for, in milliseconds. */
const PATIENCE = 3000;

/** From now on this window works as that person; says so, or why not. */
export async function workAs(person: Person): Promise<void> {
  try {
    // Unsaved edits would arrive under the new name.
    if (!(await everythingSaved()))
      throw new Error(
        'Some edits of the current user are not saved yet. They are still here; wait until they are saved.',
      );
    const current = await client.people.workAs({ id: person.id });
    // What one sees follows from who one is: the screens, and where in them one was.
    goTo('/');
    // What was said in passing was said to the previous user.
    notifications.clean();
    await enterCurrentUser(current);
    // Meanwhile the address was led to the first screen of the previous user.
    goTo('/');
    toast(`You now work as ${current.name}.`, { brief: true });
  } catch (error) {
    toastFailure('The current user was not changed', error);
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
    const timer = setTimeout(() => finish(false), PATIENCE);
  });
}
