import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { setStandIn, StandIn } from './standIn.ts';

const STAND_IN = new URL('./electron.ts', import.meta.url).href;

let launches = 0;

/** A built desktop program, running on the stand-in. */
export interface DesktopProgram {
  readonly electron: StandIn;
  /** Closes the window and waits until the program has closed what it holds. */
  quit(): Promise<void>;
}

/**
 * Starts the built program of a folder (a repository with `out/`, or what a package holds) as Electron would, in this
 * process. Every start is a new program: nothing is left of the one before but its files.
 */
export async function launchProgram(browser: Browser, root: string): Promise<DesktopProgram> {
  launches += 1;
  const run = `?run=${String(launches)}`;
  const electron = await StandIn.open(browser, root);
  setStandIn(electron);
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron'
        ? { url: STAND_IN + run, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context),
  });
  try {
    await import(pathToFileURL(join(root, 'out', 'main', 'main.js')).href + run);
  } finally {
    hooks.deregister();
  }
  await until(() => electron.windows.length > 0 || electron.dialog.errors.length > 0);
  const [failure] = electron.dialog.errors;
  if (failure !== undefined) throw new Error(`${failure.title}: ${failure.content}`);
  return {
    electron,
    async quit() {
      await electron.closeWindow();
      await until(() => electron.app.exits.length > 0);
      await electron.end();
    },
  };
}

/** Looks again whenever the event loop has come round. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
