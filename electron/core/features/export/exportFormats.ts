import type { Casebook } from '../../records/casebook.ts';
import { argus } from '../../benchmarks/argus/exportItems.ts';
import { boxFormat, openCoco, openVoc, openYolo } from '../../formats/exportBoxes.ts';
import { caughtCheating } from '../../benchmarks/caughtcheating/exportItems.ts';
import type { ExportFormat } from '../../formats/exportFormat.ts';
import { huggingFace } from './exportHuggingFace.ts';
import { labelStudio } from './exportLabelStudio.ts';
import { mcsBench } from '../../benchmarks/mcsbench/exportItems.ts';
import { observatory } from '../../benchmarks/observatory/exportItems.ts';
import { ratingsCsv } from './exportRatings.ts';
import { generic } from '../../benchmarks/generic/exportItems.ts';

/** The format of this id for a casebook, or null where it writes no such thing. */
export function exportFormat(id: string, casebook: Casebook): ExportFormat | null {
  switch (id) {
    case 'caughtcheating':
      return caughtCheating(casebook);
    case 'generic':
      return generic(casebook);
    case 'argus':
      return argus(casebook);
    case 'mcsbench':
      return mcsBench(casebook);
    case 'observatory':
      return observatory(casebook);
    case 'coco':
      return boxFormat({
        folder: 'images/',
        owns: /^annotations\.json$|^images\//u,
        open: openCoco,
        single: ['.json'],
      });
    case 'yolo':
      return boxFormat({
        folder: 'images/',
        owns: /^(?:classes\.txt|data\.yaml)$|^(?:images|labels)\//u,
        open: openYolo,
        single: [],
      });
    case 'voc':
      return boxFormat({
        folder: 'JPEGImages/',
        owns: /^(?:JPEGImages|Annotations)\//u,
        open: openVoc,
        single: [],
      });
    case 'labelstudio':
      return labelStudio;
    case 'hf':
      return huggingFace(casebook);
    case 'ratings-csv':
      return ratingsCsv;
    default:
      return null;
  }
}
