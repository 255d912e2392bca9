import { openCasebook } from '../../app/openCasebook.ts';
import { choosePath } from '../../ui/choosePath.ts';
import { toastFailure } from '../../ui/toast.tsx';

/** Lets the person choose a casebook and opens it. */
export async function openCasebookByDialog(): Promise<void> {
  try {
    const path = await choosePath({ kind: 'casebook', title: 'Open a casebook' });
    if (path !== null) await openCasebook(path);
  } catch (error) {
    toastFailure('No casebook was opened', error);
  }
}
