import { openCasebook } from '../../ui/window/openCasebook.ts';
import { choosePath, type PathRequest } from '../../ui/files/choosePath.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';

/** Lets the person choose a casebook and opens it. */
export const openCasebookByDialog = (): Promise<void> =>
  openChosen({ kind: 'casebook', title: 'Open a casebook' });

/**
 * Lets the person choose a package and opens it as a casebook: it is unpacked beside other casebooks, or found where it
 * was unpacked before. A dialog of its own, because no system's dialog offers folders and files at once.
 */
export const openPackageByDialog = (): Promise<void> => openChosen({ kind: 'file', title: 'Open a package' });

async function openChosen(request: PathRequest): Promise<void> {
  try {
    const path = await choosePath(request);
    if (path !== null) await openCasebook(path);
  } catch (error) {
    toastFailure('No casebook was opened', error);
  }
}
