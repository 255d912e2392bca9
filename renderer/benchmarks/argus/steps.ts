import {
  type ArgusAnswer,
  CRITERIA,
  type CriterionAnswer,
  type CriterionName,
} from '../../../shared/benchmarks/argus/schema.ts';
import type { ImageRecord } from '../../../shared/domain/document.ts';
import type { Choice } from '../../ui/form/ChoiceField.tsx';

/** What digits answer now: a question about the texts, the best image, or the verdict. */
export type FormStep = CriterionName | 'image' | 'verdict';

/** The first thing that nobody has answered yet; the verdict comes last. */
export function askedNext(answer: ArgusAnswer, images: readonly ImageRecord[]): FormStep {
  const criterion = CRITERIA.find((name) => answer[name] === null);
  if (criterion !== undefined) return criterion;
  return isChoice(images) && answer.image === null ? 'image' : 'verdict';
}

/** Whether there are images to choose from. */
export const isChoice = (images: readonly ImageRecord[]): boolean =>
  images.some(({ role }) => role === 'candidate');

export const JUDGEMENTS: readonly Choice<CriterionAnswer>[] = [
  { value: 'yes', label: 'Yes', hint: '1' },
  { value: 'no', label: 'No', hint: '2' },
  { value: 'unsure', label: 'Unsure', hint: '3' },
];

/** What digits answer next comes into view. */
export function showNext(): void {
  document.querySelector('[data-next]')?.scrollIntoView({ block: 'nearest' });
}
