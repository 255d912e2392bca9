/** The window may first ask where to, in milliseconds. */
const READ_WITHIN = 60_000;

/** Hands content to the person as a file of this name, where this host puts what is saved. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN);
}
