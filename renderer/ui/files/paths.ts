/** The sign between folders on the machine a path comes from: only Windows' paths hold backslashes. */
function separatorOf(path: string): '/' | '\\' {
  return path.includes('\\') && !path.startsWith('/') ? '\\' : '/';
}

/** A path inside a folder. */
export function joinPath(folder: string, name: string): string {
  const separator = separatorOf(folder);
  return folder.endsWith(separator) ? `${folder}${name}` : `${folder}${separator}${name}`;
}

/** A title as a file name that every system takes. */
export function fileNameOf(title: string): string {
  const cleaned = title
    // Signs that Windows refuses, and control characters.
    .replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '')
    .slice(0, 120);
  return cleaned === '' ? 'Untitled' : cleaned;
}
