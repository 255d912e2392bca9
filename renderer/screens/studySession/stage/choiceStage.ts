import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { CanvasRegion } from '../../../canvas/index.ts';
import { lookedAt, type Stage, type StageImage } from './stage.ts';

const LINE = '#6e6e6e';
const CHOSEN = '#e69f00';

/** Images for the options of a choice: pointing at one chooses it. */
export function choiceStage(
  images: readonly StageImage[],
  answer: StepAnswer | null,
  onAnswer: (answer: StepAnswer) => void,
): Stage {
  const chosen = answer?.kind === 'choice' ? answer.option : null;
  const candidates = images.flatMap((image) => {
    const option = image.note?.option ?? null;
    return option === null ? [] : [{ image, option, isChosen: option === chosen }];
  });
  if (candidates.length === 0) return lookedAt;
  const choose = (image: string | undefined): void => {
    const option = candidates.find((each) => each.image.id === image)?.option;
    if (option !== undefined) onAnswer({ kind: 'choice', option });
  };
  const chosenImages = candidates.flatMap(({ image, isChosen }) => (isChosen ? [image.id] : []));
  return {
    ...lookedAt,
    firstLarger: 1.25,
    chosen: chosenImages,
    selection: chosenImages,
    labels: candidates.map(({ image }) => ({ id: image.id, name: image.note?.title ?? '', color: LINE })),
    regions: candidates.map(({ image, isChosen }): CanvasRegion => {
      const { id, width, height } = image;
      return {
        id,
        imageId: id,
        label: id,
        x: 0,
        y: 0,
        width,
        height,
        note: null,
        locked: true,
        style: { color: isChosen ? CHOSEN : LINE, dashed: false, tag: '' },
      };
    }),
    onSelectionChange: (ids) => {
      // A click beside the images takes nothing back.
      choose(ids.find((id) => id !== chosenImages[0]));
    },
    onTitle: choose,
  };
}
