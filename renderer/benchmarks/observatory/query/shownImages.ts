import { boxOf } from '../../../../shared/benchmarks/observatory/corners.ts';
import { attributeName } from '../../../../shared/benchmarks/observatory/labels.ts';
import { LETTERS } from '../../../../shared/benchmarks/observatory/queries/imageMatching.ts';
import type { Query } from '../../../../shared/benchmarks/observatory/queries/query.ts';
import type { CornerBox } from '../../../../shared/benchmarks/observatory/schema.ts';
import type { Box } from '../../../../shared/base/geometry.ts';

/** A box over an image: given with the question, or the right answer to it. */
export interface ShownBox extends Box {
  readonly label: string;
  readonly is: 'given' | 'answer';
}

/** The marks on an image of a question, by its position in the item. */
export interface ImageMarks {
  readonly title: string;
  /** Whether the image itself is the right answer. */
  readonly isAnswer: boolean;
  readonly boxes: readonly ShownBox[];
  readonly points: readonly { readonly label: string; readonly x: number; readonly y: number }[];
  /** The cell of two by two that is the right answer, by row and column from 0. */
  readonly cell: readonly [number, number] | null;
}

const plain = (title: string): ImageMarks => ({
  title,
  isAnswer: false,
  boxes: [],
  points: [],
  cell: null,
});

/** The images of a question, in their order, with its right answer on them. */
export function shownImages(query: Query): readonly ImageMarks[] {
  switch (query.kind) {
    case 'matching':
      return [
        plain('Support'),
        ...LETTERS.map((letter) => ({ ...plain(letter), isAnswer: letter === query.answer })),
      ];
    case 'grid':
      return [{ ...plain('Collage'), cell: query.answer ?? null }, plain('Support')];
    case 'localisation': {
      const { attributes, boxes = {}, given, given_corner: corner = null } = query;
      const asked = attributes.flatMap((attribute) => {
        const box = boxes[attribute];
        return box === undefined ? [] : [shownBox(attribute, box, 'answer')];
      });
      return [
        { ...plain('To be drawn on'), boxes: asked },
        {
          ...plain('Support'),
          boxes: Object.entries(given).map(([attribute, box]) => shownBox(attribute, box, 'given')),
          points: corner === null ? [] : [{ label: 'Corner', x: corner.x1, y: corner.y1 }],
        },
      ];
    }
  }
}

const shownBox = (attribute: string, box: CornerBox, is: ShownBox['is']): ShownBox => ({
  ...boxOf(box),
  label: attributeName(attribute),
  is,
});
