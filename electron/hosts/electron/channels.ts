/** Names of the messages between the window's preload and the shell; nothing else, for the preload stays small. */
export const CHANNELS = {
  /** Preload to shell, with a MessagePort: carry the contract over it. */
  connect: 'casebook:connect',
  /** Preload to shell: put a text on the clipboard, for every permission is denied to the page itself. */
  copy: 'casebook:copy',
  /** Shell to preload: run the window's command of this id. */
  command: 'casebook:command',
  /** Shell to preload: open the casebook at this path. */
  openCasebook: 'casebook:open-casebook',
} as const;

/** Type of the window message with which the preload hands the contract's other port to the page. */
export const PORT_MESSAGE = 'casebook:port';
