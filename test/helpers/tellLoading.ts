import { parentPort } from 'node:worker_threads';

/*
 * Imported before anything else in every thread of a program: its worker threads tell it, by a message with the addon's
 * file, when they are about to load a native addon.
 */

const port = parentPort;
if (port !== null) {
  const load = process.dlopen.bind(process);
  process.dlopen = (...about: Parameters<typeof load>) => {
    port.postMessage(about[1]);
    load(...about);
  };
}
