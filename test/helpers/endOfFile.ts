const closings = new Set<() => Promise<void>>();

/** Closes something that the tests of a file share, once they have all run. */
export function atEndOfFile(close: () => Promise<void>): void {
  closings.add(close);
}

/** Closes what the tests of the file shared. */
export async function closeShared(): Promise<void> {
  const closing = [...closings];
  closings.clear();
  for (const close of closing) await close();
}
