import type { CanvasChange, CanvasRegion } from '../../../canvas/index.ts';
import type { AnswerBox, AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';

/** Boxes as an answer, with the labels that the participant marked as absent; null if there is neither. */
export const boxesAnswer = (
  regions: readonly CanvasRegion[],
  absent: readonly string[],
): StepAnswer | null =>
  regions.length === 0 && absent.length === 0
    ? null
    : {
        kind: 'boxes',
        boxes: regions.map(({ label, x, y, width, height }): AnswerBox => ({ label, x, y, width, height })),
        ...(absent.length > 0 && { absent: [...absent] }),
      };

/**
 * The boxes after a change on the canvas. New boxes count only on the question's image and up to the most that it allows;
 * where it asks for each label once, only if their label has no box yet.
 */
export function boxesAfter(
  regions: readonly CanvasRegion[],
  { added, updated, removed }: CanvasChange,
  question: Pick<Extract<AnswerKind, { kind: 'boxes' }>, 'most' | 'eachOnce'> & { readonly imageId: string },
): readonly CanvasRegion[] {
  const { most, eachOnce, imageId } = question;
  const changed = new Map(updated.map((region) => [region.id, region]));
  const kept = regions
    .filter(({ id }) => !removed.includes(id))
    .map((region) => changed.get(region.id) ?? region);
  const room = most === null ? added.length : Math.max(0, most - regions.length + removed.length);
  const isTaken = (label: string): boolean =>
    eachOnce === true && kept.some((region) => region.label === label);
  const fresh = added.filter((region) => region.imageId === imageId && !isTaken(region.label));
  return [...kept, ...fresh.slice(0, room)];
}

/** The label of the next box: the chosen one, or else the first without an answer; null if none is left. */
export function labelToDraw(
  labels: readonly { readonly id: string }[],
  chosen: string | null,
  answered: readonly string[],
): string | null {
  const open = labels.filter(({ id }) => !answered.includes(id));
  return (open.find(({ id }) => id === chosen) ?? open[0])?.id ?? null;
}
