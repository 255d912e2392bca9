/** The kinds of entries of the log that can be asked for, in words. */
export const KIND_TITLES: Readonly<Record<string, string>> = {
  edit: 'Edits',
  undo: 'Undone',
  redo: 'Redone',
  restore: 'Restored versions',
  submit: 'Submissions',
  skip: 'Skipped',
  status: 'Status',
  tags: 'Tags',
  import: 'Imports',
  update: 'Updated by an import',
  attach: 'Attached images',
  export: 'Exports',
  vocabulary: 'Vocabulary',
  settings: 'Settings',
  person: 'People',
  revert: 'Taken back',
};
