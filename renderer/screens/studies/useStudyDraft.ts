import { useState } from 'react';
import type { Study, StudySettings } from '../../../shared/contract/studies.ts';

/** A study as it is being set up. */
export interface StudyDraft {
  readonly title: string;
  readonly settings: StudySettings;
  readonly setTitle: (title: string) => void;
  /** Changes some of the settings. */
  readonly change: (settings: Partial<StudySettings>) => void;
  /** Whether anything differs from what was there before. */
  readonly changed: boolean;
}

/** What is set up: a study's own title and settings, or those that a new one starts from. */
export function useStudyDraft(study: Study | null, initial: StudySettings): StudyDraft {
  const before = { title: study?.title ?? 'Human baseline', settings: study?.settings ?? initial };
  const [draft, setDraft] = useState(before);
  return {
    ...draft,
    setTitle: (title) => {
      setDraft((current) => ({ ...current, title }));
    },
    change: (settings) => {
      setDraft((current) => ({ ...current, settings: { ...current.settings, ...settings } }));
    },
    changed: JSON.stringify(draft) !== JSON.stringify(before),
  };
}
