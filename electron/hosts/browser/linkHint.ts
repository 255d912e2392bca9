/**
 * What to do with the link that a host prints. Enter prints another only if somebody can press it: not in a pipe, under
 * systemd or in a script.
 * @param isTerminal whether the program reads from a terminal
 */
export const linkHint = (isTerminal: boolean): string =>
  isTerminal
    ? 'The link opens once. Press Enter for another, Ctrl+C to stop.'
    : 'The link opens once. For another, start the program again.';
