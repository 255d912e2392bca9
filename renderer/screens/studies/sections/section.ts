import type { StudySettings } from '../../../../shared/contract/studies.ts';

/** What a section of the form shows and changes. */
export interface SectionProps {
  readonly settings: StudySettings;
  readonly change: (settings: Partial<StudySettings>) => void;
}
