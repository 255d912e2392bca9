import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { type CanvasRegion, paletteColor } from '../../../canvas/index.ts';
import { lookedAt, type Stage, type StageImage } from './stage.ts';

export type MatchingKind = Extract<AnswerKind, { kind: 'matching' }>;

/** Images to which texts are given: a click gives the current text to the image. */
export function matchingStage(
  kind: MatchingKind,
  images: readonly StageImage[],
  answer: StepAnswer | null,
  onImage: (image: string) => void,
): Stage {
  const pairs = answer?.kind === 'matching' ? answer.pairs : {};
  return {
    ...lookedAt,
    namesImages: true,
    labels: images.map(({ id }, index) => ({
      id,
      name: kind.images[index]?.text ?? imageName(index),
      color: paletteColor(index),
    })),
    regions: images.map(({ id, width, height }, index): CanvasRegion => {
      const named = kind.images[index];
      const letters = kind.texts.flatMap((text, place) =>
        named !== undefined && pairs[text.id] === named.id ? [markOf(text, place)] : [],
      );
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
          tag: [named?.text ?? imageName(index), ...letters].join(' · '),
        },
      };
    }),
    onSelectionChange: (ids) => {
      const named = kind.images[images.findIndex(({ id }) => ids.includes(id))];
      if (named !== undefined) onImage(named.id);
    },
  };
}

/** "Image-2", as questions call it: by its place among those shown, from 0. */
export function imageName(index: number): string {
  return `Image-${String(index + 1)}`;
}

/** What a text is called for short: by the item's own label where that is short, else by its place, from 0. */
export function markOf({ id }: MatchingKind['texts'][number], place: number): string {
  if (id.length <= 2) return id.toUpperCase();
  return place < 26 ? String.fromCodePoint(65 + place) : String(place + 1);
}

/** The answer with one text given to an image. */
export function withPair(
  answer: StepAnswer | null,
  text: string,
  image: string,
): Extract<StepAnswer, { kind: 'matching' }> {
  const pairs = answer?.kind === 'matching' ? answer.pairs : {};
  return { kind: 'matching', pairs: { ...pairs, [text]: image } };
}
