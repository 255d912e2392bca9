import type { z } from 'zod';
import type { ExportReport, ExportRequest } from '../../../../shared/contract/importExport.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import type { Work } from '../../base/work.ts';
import type { AnswerExportItem, AnswerExportReader, ExportedAnswer, ExportedParty } from './exportRows.ts';

/** An export of answers. */
export interface Job {
  readonly casebook: Casebook;
  /** The casebook as it was when the export began. */
  readonly frozen: Casebook;
  readonly request: z.output<typeof ExportRequest>;
  readonly read: AnswerExportReader;
  readonly respondents: readonly ExportedParty[];
  readonly output: OutputFolder;
  readonly single: boolean;
  readonly work: Work;
  readonly leftOut: ExportReport['left_out'];
}

/** How a format writes answers or verdicts. */
export type AnswersLayout =
  | {
      readonly layout: 'lines';
      /** The one file in a folder; as a target of its own it has any name with its ending. */
      readonly file: `${string}.jsonl`;
      /** The lines on what respondents said of an item. */
      lines(job: Job, item: AnswerExportItem, answers: readonly ExportedAnswer[]): JsonObject[];
    }
  | {
      readonly layout: 'respondents';
      /** What the file of each respondent ends in. */
      readonly ending: `.${string}`;
      /** Writes a file for each respondent. Gives the number of items in them. */
      write(job: Job, fileOf: (respondent: ExportedParty) => string): Promise<number>;
    };
