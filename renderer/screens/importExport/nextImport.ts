import type { ImportReport } from '../../../shared/contract/importExport.ts';
import { asksOfSource, type SourceQuestion } from './sourceAnswers.ts';

/** What can be imported after a report: the source with answers about it, all of it, what of it is readable, or nothing. */
export type NextImport = 'answered' | 'all' | 'readable' | 'none';

/** What a report that wrote nothing leaves to import. */
export function nextImport(
  report: SourceQuestion &
    Pick<ImportReport, 'applied' | 'readable'> & { readonly fields: readonly unknown[] },
): NextImport {
  if (report.applied) return 'none';
  if (asksOfSource(report) || report.fields.length > 0) return 'answered';
  if (report.readable === undefined) return 'all';
  return report.readable > 0 ? 'readable' : 'none';
}
