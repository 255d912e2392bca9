import open from 'open';

/**
 * Opens a link in the user's browser. False where this machine has none or no screen: the link is printed
 * anyway, so that nothing depends on it.
 */
export async function openInBrowser(url: string): Promise<boolean> {
  try {
    const starter = await open(url);
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
