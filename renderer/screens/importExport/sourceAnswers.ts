import type { ImportReport, ImportRequest } from '../../../shared/contract/importExport.ts';

/** What the user says of a source that does not tell it itself. */
export type SourceAnswers = Pick<ImportRequest, 'encoding' | 'decimals'>;

/** What a report asks of its source. */
export type SourceQuestion = Pick<ImportReport, 'asks_encoding' | 'asks_decimals'>;

/** Whether a report asks something of its source. */
export const asksOfSource = ({ asks_encoding: encoding, asks_decimals: decimals }: SourceQuestion): boolean =>
  encoding !== undefined || decimals !== undefined;

/** Whether the answers cover all that a report asks of its source. */
export const isAnswered = (
  { asks_encoding: encoding, asks_decimals: decimals }: SourceQuestion,
  answers: SourceAnswers,
): boolean =>
  (encoding === undefined || answers.encoding !== undefined) &&
  (decimals === undefined || answers.decimals !== undefined);
