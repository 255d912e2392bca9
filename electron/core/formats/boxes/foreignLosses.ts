import type { ForeignFormat, ForeignKind } from '../../../../shared/foreign/foreignPart.ts';
import type { BoxedImage, WrittenBox } from './boxes.ts';
import type { CountedNoun } from '../reading/tally.ts';

type LossCounter = (what: CountedNoun, count: number) => void;

const SHAPES: Readonly<Record<ForeignKind, CountedNoun>> = {
  polygon: ['polygon', 'polygons'],
  mask: ['mask', 'masks'],
  keypoints: ['set of keypoints', 'sets of keypoints'],
  rotation: ['rotation', 'rotations'],
  parts: ['box with parts', 'boxes with parts'],
};

const TITLES: Readonly<Record<ForeignFormat, string>> = {
  coco: 'COCO',
  yolo: 'YOLO',
  voc: 'Pascal VOC',
  labelstudio: 'Label Studio',
};

/** Counts the shapes that a box loses because it was moved since it came in. */
export function countMoved({ foreign }: WrittenBox, left: LossCounter): void {
  for (const shape of foreign?.shapes ?? []) {
    const [one, several] = SHAPES[shape];
    left([`${one} of a box that was moved`, `${several} of boxes that were moved`], 1);
  }
}

/** Counts what boxes and the image carry that came from another format than the one they are written in. */
export function countOthers({ boxes, foreign }: BoxedImage, format: ForeignFormat, left: LossCounter): void {
  for (const box of boxes) {
    if (box.foreign === undefined || box.foreign.format === format) continue;
    for (const shape of box.foreign.shapes) left(SHAPES[shape], 1);
    if (saysMore(box.foreign)) left(further('box', 'boxes', box.foreign.format), 1);
  }
  if (foreign !== null && foreign.format !== format) left(further('image', 'images', foreign.format), 1);
}

/** A line of YOLO says a box, a shape, or a confidence; records of others have values of their own. */
const saysMore = ({ format, source, shapes }: NonNullable<WrittenBox['foreign']>): boolean =>
  format !== 'yolo' || (shapes.length === 0 && source.trim().split(/\s+/u).length > 5);

const further = (one: string, several: string, format: ForeignFormat): CountedNoun => [
  `${one} with further values from ${TITLES[format]}`,
  `${several} with further values from ${TITLES[format]}`,
];
