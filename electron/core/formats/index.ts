import { answerLines, verdictLines } from './answers/lineFormats.ts';
import { coco, voc, yolo } from './boxes/boxFormats.ts';
import type { Format } from './format.ts';
import { huggingFace } from './huggingFace/huggingFace.ts';
import { imageFolder } from './reading/imageFolder.ts';
import { labelStudio } from './labelStudio/labelStudio.ts';
import { ratingsCsv } from './ratings/ratingsCsv.ts';

/** The formats that belong to no benchmark. A benchmark's own are in its folder below `benchmarks/`. */
export const generalFormats: readonly Format[] = [
  imageFolder,
  coco,
  yolo,
  voc,
  labelStudio,
  huggingFace,
  ratingsCsv,
  answerLines,
  verdictLines,
];
