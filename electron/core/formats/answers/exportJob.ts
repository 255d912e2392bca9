import type { z } from 'zod';
import type { ExportReport, ExportRequest } from '../../../../shared/contract/transfer.ts';
import type { Casebook } from '../../records/casebook.ts';
import type { Output } from '../../files/outputFolder.ts';
import type { Work } from '../../base/work.ts';
import type { AnswerExportReader, Somebody } from './exportRows.ts';

/** Answers on their way out. */
export interface Job {
  /** The casebook as it was when the export began. */
  readonly frozen: Casebook;
  readonly request: z.output<typeof ExportRequest>;
  readonly read: AnswerExportReader;
  readonly respondents: readonly Somebody[];
  readonly output: Output;
  readonly single: boolean;
  readonly work: Work;
  readonly leftOut: ExportReport['left_out'];
}

/** Formats of which a file is one respondent's, with its ending. */
export const FILES = {
  'caughtcheating-answers': '.json',
  'observatory-answers': '.jsonl',
} as const;
export type FileFormat = keyof typeof FILES;

export const isFileFormat = (format: string): format is FileFormat => Object.hasOwn(FILES, format);

/** What a respondent's file is called. */
export const fileOf = ({ handle }: Somebody, format: FileFormat): string => `${handle}${FILES[format]}`;
