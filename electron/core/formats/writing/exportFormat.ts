import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { CleanTask } from '../../files/imageTasks.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import type { Categories } from '../boxes/boxes.ts';
import type { ReliabilityCard } from '../ratings/reliabilityCard.ts';
import type { ForeignSets } from '../../../../shared/foreign/foreignPart.ts';
import type { ExportItem } from './exportItems.ts';
import type { CountedNoun } from '../reading/tally.ts';

/** What is known of an item before anything is written; its images without those that may not be redistributed. */
export type ItemToExport = Pick<
  ExportItem,
  'id' | 'sequence' | 'externalId' | 'split' | 'payload' | 'isQuery' | 'imported' | 'images'
>;

/** An item with the names of its images in the export, in the order of its images. */
export interface NamedItem {
  readonly id: string;
  readonly externalId: string;
  readonly images: readonly {
    readonly imageId: string | null;
    /** Relative to the export; as the item has it where no images are written. */
    readonly name: string;
    readonly format: CleanTask['format'];
  }[];
}

/** How a format names and writes items. */
export interface ExportFormat {
  /** Why an item cannot be written in this format at all, null where it can. */
  refuse(item: ItemToExport): string | null;
  /** Why the format has no place for an item that is sound, null where it has one: it is left out, strictly or not. */
  leavesOut?(item: ItemToExport): string | null;
  /** Names and order. `withImages`: whether files are written. */
  name(items: readonly ItemToExport[], withImages: boolean): NamedItem[];
  /** Where an image of this name lies in the export. */
  imagePath(name: string): string;
  open(output: OutputFolder, context: WriterContext): Promise<ExportItemWriter>;
  /** Whether a list of its images with their licences lies beside it: not where it has none, or says that itself. */
  readonly listsImages: boolean;
  /** Whether images that an item was offered beside the chosen one are exported, too. */
  readonly withCandidates?: boolean;
  /** Whether a forced export may take a former file of this path away. */
  owns(path: string): boolean;
  /** The number of the first category; 1 where it is left out. */
  readonly firstCategory?: number;
  /** The extension of a target that is a single file with the data alone, null where there is none. */
  readonly singleFile: readonly string[];
}

export interface WriterContext {
  readonly description: string;
  /** The casebook as it was when the export began. */
  readonly casebook: Casebook;
  readonly categories: Categories;
  /** The target's extension where it is a single file. */
  readonly single: string | null;
  /** Whether times are given to the millisecond, or days alone. */
  readonly times: boolean;
  /** Whether cells of CSV files are as they are, for programs, instead of harmless to spreadsheets. */
  readonly isPlain: boolean;
  /** Whether what is about work in Casebook is exported, too. */
  readonly inner: boolean;
  /** Whether images were written, under their names. */
  readonly withImages: boolean;
  /** What files said of the whole data set when it came in. */
  readonly foreign: ForeignSets;
  /** Counts what the casebook carries and this export cannot hold, a line a kind in the report. */
  left(what: CountedNoun, count: number): void;
  /** The ids of the items in the order in which they will be added. */
  readonly order: readonly string[];
  /** The items as they will be written, in their order, for a format that has to know them all before the first. */
  items(): AsyncIterable<ExportItem>;
}

export interface ExportItemWriter {
  add(item: ExportItem, names: readonly string[]): Promise<void>;
  /** `reliability`: how far those who rated these items agree, where the export is a folder. */
  end(reliability: ReliabilityCard | null): Promise<void>;
}

/** Throws `invalid_input` for a target within the casebook. */
export function assertOutside({ path }: Casebook, target: string): void {
  const way = relative(path, resolve(target));
  if (way === '' || (!isAbsolute(way) && way.split(sep)[0] !== '..')) {
    throw new CasebookError(
      'invalid_input',
      'The target lies inside the casebook.',
      'Choose a folder elsewhere.',
    );
  }
}
