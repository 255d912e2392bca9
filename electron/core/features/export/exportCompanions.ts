import { consensusInWords } from '../../../../shared/domain/consensus.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import { createGoldWriter } from '../../formats/ratings/labelsCsvWriter.ts';
import {
  type ReliabilityCard,
  reliabilityJson,
  reliabilityMarkdown,
} from '../../formats/ratings/reliabilityCard.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import type { AgreementFigures } from '../../derived/agreement/report.ts';
import { AnswersReader } from '../../formats/answers/answersReader.ts';
import type { ExportFormat, ExportItemWriter, ItemToExport } from '../../formats/writing/exportFormat.ts';
import { labelWriter } from '../../formats/ratings/ratingsCsv.ts';
import { IMAGE_LIST, isSourced, openImageList } from './imageList.ts';
import { reliabilityOf } from './reliability.ts';
import { VALIDATION_RECORD, ValidationRecord } from './validationRecord.ts';
import type { Work } from '../../base/work.ts';

/**
 * The files that lie beside every export into a folder: what each rater said, what counts, how far they agree; where
 * anything is known of images, where they are from; of generated items how each was validated.
 */
export const COMPANIONS: readonly string[] = [
  'labels.csv',
  'gold.csv',
  'reliability.json',
  'reliability.md',
  IMAGE_LIST,
  VALIDATION_RECORD,
];

interface Options {
  readonly casebook: Casebook;
  /** The casebook as it was when the export began. */
  readonly frozen: Casebook;
  readonly agreement: AgreementFigures;
  readonly work: Work;
  readonly format: ExportFormat;
  /** The items that will be written. */
  readonly planned: readonly ItemToExport[];
  /** Their ids in the order in which they come. */
  readonly order: readonly string[];
  /** Whether images are written. */
  readonly withImages: boolean;
  /** Whether times are given to the millisecond, or days alone. */
  readonly times: boolean;
  /** Whether cells of CSV files are as they are, for programs, instead of harmless to spreadsheets. */
  readonly isPlain: boolean;
}

/** Writes them item by item; at the end the reliability card, which it gives as well. */
export async function openCompanions(
  output: OutputFolder,
  options: Options,
): Promise<Pick<ExportItemWriter, 'add'> & { end(): Promise<ReliabilityCard> }> {
  const { frozen, format, planned, order, withImages, times, isPlain } = options;
  const reader = new AnswersReader(frozen, order);
  const task = mainTask(frozen);
  const labels = await labelWriter(output, frozen, { times, order, isPlain });
  const gold = await createGoldWriter(await output.text('gold.csv'), isPlain);
  const images =
    format.listsImages && planned.some((item) => item.images.some(isSourced))
      ? await openImageList(await output.text(IMAGE_LIST), {
          imagePath: (name) => format.imagePath(name),
          withImages,
          isPlain,
        })
      : null;
  const { validation } = frozen.benchmark;
  const record =
    validation === undefined
      ? null
      : new ValidationRecord(await output.text(VALIDATION_RECORD), frozen, validation, times);
  const ids: string[] = [];
  return {
    async add(item, names) {
      // Nobody rates a question that was built from other items.
      if (!item.isQuery) ids.push(item.id);
      await labels.add(item, names);
      await images?.add(item, names);
      await record?.add(item);
      const counts = reader.gold(item.id);
      if (counts === null) return;
      for (const field of reader.fields(task)) {
        const origin = counts.of(field.name);
        const value = reader.cell(task, field, item.answer, counts.regions, item);
        if (origin === null || value === null) continue;
        const { consensus, source, ...decided } = origin;
        await gold.add({
          item: item.externalId,
          field: field.name,
          value,
          source: consensus === null ? source : consensusInWords(consensus),
          ...decided,
        });
      }
    },
    async end() {
      await labels.end(null);
      await gold.end();
      await images?.end();
      await record?.end();
      const card = await reliabilityOf({ ...options, ids });
      for (const [path, text] of [
        ['reliability.json', reliabilityJson(card)],
        ['reliability.md', reliabilityMarkdown(card)],
      ] as const) {
        const file = await output.text(path);
        await file.write(text);
        await file.close();
      }
      return card;
    },
  };
}
