import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { paletteColor, type CanvasRegion } from '../../../canvas/index.ts';
import { lookedAt, type Stage, type StepImage } from './stage.ts';

export type MatchingKind = Extract<AnswerKind, { kind: 'matching' }>;

/** Images to which texts are given: a click gives the text in hand to the image. */
export function matchingStage(
  kind: MatchingKind,
  images: readonly StepImage[],
  answer: StepAnswer | null,
  onImage: (image: StepImage) => void,
): Stage {
  const pairs = answer?.kind === 'matching' ? answer.pairs : {};
  return {
    ...lookedAt,
    namesImages: true,
    labels: images.map(({ id }, index) => ({ id, name: imageName(index), color: paletteColor(index) })),
    regions: images.map(({ id, width, height }, index): CanvasRegion => {
      const letters = kind.texts.flatMap((text, place) => (pairs[text.id] === id ? [letterOf(place)] : []));
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
        style: {
          color: paletteColor(index),
          dashed: letters.length === 0,
          tag: [imageName(index), ...letters].join(' · '),
        },
      };
    }),
    onSelectionChange: (ids) => {
      const image = images.find(({ id }) => ids.includes(id));
      if (image !== undefined) onImage(image);
    },
  };
}

/** "Image 2": by its place among those shown, from 0. */
export function imageName(index: number): string {
  return `Image ${String(index + 1)}`;
}

/** The letter of a text or an option by its place, from 0; after Z figures. */
export function letterOf(place: number): string {
  return place < 26 ? String.fromCodePoint(65 + place) : String(place + 1);
}

/** The answer with one text given to an image. */
export function withPair(
  answer: StepAnswer | null,
  text: string,
  image: StepImage['id'],
): Extract<StepAnswer, { kind: 'matching' }> {
  const pairs = answer?.kind === 'matching' ? answer.pairs : {};
  return { kind: 'matching', pairs: { ...pairs, [text]: image } };
}
