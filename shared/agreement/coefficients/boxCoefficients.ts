import { boxMeasure, type MatchedBoxes } from '../boxes/boxAgreement.ts';
import type { CoefficientEntry, PreparedCoefficient } from './coefficient.ts';

/** All that is known of a coefficient of boxes; each is given for every field of boxes unless others are asked for. */
export interface BoxCoefficient extends CoefficientEntry {
  /** What a figure says of the boxes; captions name the threshold and the reference. */
  readonly sizeInWords: (value: number) => string;
  readonly prepare: (matched: MatchedBoxes) => PreparedCoefficient;
}

const percent = (value: number): string => `${String(Math.round(value * 100))} %`;

export const BOX_MEAN_IOU: BoxCoefficient = {
  title: 'Mean IoU of matched boxes',
  explanation: 'How well boxes that reach the IoU threshold overlap: shared area over joint area, averaged.',
  source: 'boxes matched one to one by their IoU',
  sizeInWords: (value) =>
    `Boxes that reach the IoU threshold share ${percent(value)} of their joint area on average; pairs below it are left out.`,
  prepare: (matched) => boxMeasure(matched, 'meanIntersectionOverUnion'),
};

export const BOX_PRECISION: BoxCoefficient = {
  title: 'Precision',
  explanation:
    'Of the boxes of the rater compared, the share that matches one of the reference at the IoU threshold.',
  source: null,
  sizeInWords: (value) =>
    `${percent(value)} of the boxes of the rater compared match a box of the reference at the IoU threshold; matched boxes need not be the same.`,
  prepare: (matched) => boxMeasure(matched, 'precision'),
};

export const BOX_RECALL: BoxCoefficient = {
  title: 'Recall',
  explanation:
    'Of the reference’s boxes, the share that matches one of the rater compared at the IoU threshold.',
  source: null,
  sizeInWords: (value) =>
    `${percent(value)} of the reference’s boxes match a box of the rater compared at the IoU threshold; matched boxes need not be the same.`,
  prepare: (matched) => boxMeasure(matched, 'recall'),
};

export const BOX_F1: BoxCoefficient = {
  title: 'F1',
  explanation: 'Precision and recall as one figure: twice the matched boxes over all boxes drawn.',
  source: null,
  sizeInWords: (value) =>
    `${percent(value)} of all boxes have a match at the IoU threshold; matched boxes need not be the same. It does not hang on who is the reference.`,
  prepare: (matched) => boxMeasure(matched, 'f1'),
};
