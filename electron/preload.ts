import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { CHANNELS, PORT_MESSAGE } from './hosts/electron/channels.ts';

/*
 * Runs sandboxed beside the page and is all that the page sees of the shell: no Node, no Electron, no channel names
 * that a page could choose.
 */

/** Messages from the shell, kept until the page listens: the first can come before its scripts have run. */
class Inbox {
  #waiting: string[] = [];
  #listener: ((value: string) => void) | null = null;

  constructor(channel: string) {
    ipcRenderer.on(channel, (_event, value: unknown) => {
      if (typeof value !== 'string') return;
      if (this.#listener === null) this.#waiting.push(value);
      else this.#listener(value);
    });
  }

  /** Hands what has come, and what comes, to the listener; gives the way to stop. */
  listen(listener: (value: string) => void): () => void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const value of waiting) listener(value);
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }
}

const commands = new Inbox(CHANNELS.command);
const casebooks = new Inbox(CHANNELS.openCasebook);

contextBridge.exposeInMainWorld('casebook', {
  host: 'desktop',
  pathForFile: (file: File): string => webUtils.getPathForFile(file),
  requestPort: (): void => {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(CHANNELS.connect, null, [port2]);
    window.postMessage({ type: PORT_MESSAGE }, window.location.origin, [port1]);
  },
  copyText: async (text: string): Promise<void> => {
    await ipcRenderer.invoke(CHANNELS.copy, text);
  },
  onMenuCommand: (listener: (id: string) => void): (() => void) => commands.listen(listener),
  onOpenCasebook: (listener: (path: string) => void): (() => void) => casebooks.listen(listener),
});
