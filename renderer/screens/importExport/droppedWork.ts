/** What becomes of what was dropped on the window. */
export type DroppedWork =
  | { readonly kind: 'refuse'; readonly message: string }
  /** A casebook or a package is opened. */
  | { readonly kind: 'open' }
  /** Everything else is imported, into a new casebook of this title where none is open. */
  | { readonly kind: 'import' }
  | { readonly kind: 'newCasebook'; readonly title: string };

/** What to do with what was dropped, by the names of its files and what is open. */
export function droppedWork({
  names,
  title,
  casebook,
  knowsPaths,
}: {
  /** The name of each file. */
  readonly names: readonly string[];
  /** The name of the first file or folder. */
  readonly title: string;
  readonly casebook: { readonly readOnly: unknown } | null;
  /** Whether the window learns where a dropped folder is, as a page in a browser does not. */
  readonly knowsPaths: boolean;
}): DroppedWork {
  // A package is unpacked into a casebook of its own: a copy of it will do.
  const isPackage = names.length === 1 && names[0]?.endsWith('.casebook-package') === true;
  if (isPackage) return { kind: 'open' };
  if (names.some((each) => each.endsWith('.casebook')))
    return knowsPaths
      ? { kind: 'open' }
      : {
          kind: 'refuse',
          // A page only gets copies; working on a copy unawares would be a trap.
          message: 'Use “Open…” to open a casebook here: browsers do not reveal where a folder is.',
        };
  if (casebook === null) return { kind: 'newCasebook', title: title.replace(/\.(?:zip|json|xml)$/iu, '') };
  return casebook.readOnly === null
    ? { kind: 'import' }
    : { kind: 'refuse', message: 'This casebook is read-only, so you cannot import.' };
}
