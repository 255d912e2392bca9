import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import open from 'open';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../core/files/privateFiles.ts';

/**
 * Opens a link in the user's browser. Everybody on this machine can read a program's arguments, so the browser gets a
 * file that only this user can read and that leads to the link. False without a browser or screen, or if the file
 * cannot be written: the link is printed anyway.
 * @param folder where the file goes: one that is removed when the program ends
 */
export async function openInBrowser(url: string, folder: string): Promise<boolean> {
  try {
    const file = join(folder, 'open-casebook.html');
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(file, pageLeadingTo(url), { mode: PRIVATE_FILE });
    const starter = await open(file);
    return await new Promise<boolean>((resolve) => {
      starter.once('error', () => resolve(false));
      starter.once('spawn', () => resolve(true));
      // Already running, or already failed, before these lines.
      if (starter.exitCode !== null || starter.pid !== undefined)
        resolve(starter.exitCode === null || starter.exitCode === 0);
    });
  } catch {
    // Whatever hinders it: the link is on the screen.
    return false;
  }
}

/** @param url one of the host's own links: it holds nothing that HTML reads as its own */
function pageLeadingTo(url: string): string {
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">' +
    `<title>Casebook</title><meta http-equiv="refresh" content="0;url=${url}">` +
    `<p><a href="${url}">Open Casebook</a></p></html>`
  );
}
