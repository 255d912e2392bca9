import type { StudySettings } from '../../../../shared/contract/studies.ts';

/** What a section of the form shows and changes. */
export interface SectionProps {
  readonly settings: StudySettings;
  readonly change: (settings: Partial<StudySettings>) => void;
}

/** A whole number typed into a field, null where it was emptied. */
export function wholeNumber(value: number | string): number | null {
  const number = typeof value === 'number' ? value : Number(value);
  return value === '' || !Number.isFinite(number) ? null : Math.round(number);
}
