/** Hands content to the person as a file of this name, where this host puts what is saved. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next task.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  });
}
