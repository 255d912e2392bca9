/** What the desktop shell's preload puts into the window; absent in the browser host. */
export interface CasebookBridge {
  readonly host: 'desktop';
  /** The path of a file or folder that was dropped into the window; empty where it has none. */
  pathForFile(file: File): string;
  /** Asks the shell for the contract's port, which then comes as a message of type {@link PORT_MESSAGE}. */
  requestPort(): void;
  /** Puts a text on the clipboard: the page itself has no permission to. */
  copyText(text: string): Promise<void>;
  /** Follows the menu: the id of a command to run. Gives the function that stops it. */
  onMenuCommand(listener: (id: string) => void): () => void;
  /** Follows casebooks to be opened (from the file manager). Gives the function that stops it. */
  onOpenCasebook(listener: (path: string) => void): () => void;
}

declare global {
  interface Window {
    readonly casebook?: CasebookBridge;
  }
}

/** Type of the window message that carries the contract's MessagePort. */
export const PORT_MESSAGE = 'casebook:port';

/** The shell around this window, or undefined in the browser host. */
export function bridge(): CasebookBridge | undefined {
  return window.casebook;
}

/** Puts a text on the clipboard; throws where the host does not let it. */
export async function copyText(text: string): Promise<void> {
  const shell = bridge();
  await (shell === undefined ? navigator.clipboard.writeText(text) : shell.copyText(text));
}
