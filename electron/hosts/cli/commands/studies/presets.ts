/** What `--preset` takes: where participants of a study come from. */
export const PRESETS = ['prolific', 'classroom', 'list'] as const;
