import type { z } from 'zod';
import { Json } from '../../../../shared/base/json.ts';
import { firstIssueInWords } from '../../../../shared/base/issues.ts';
import { readSource } from '../reading/sourceFile.ts';
import type { ReportBuilder } from '../reading/importReport.ts';
import type { Work } from '../../base/work.ts';

/** The lines of a file of JSON Lines in their shape; one that has another is reported with the field that is wrong. */
export async function* parseLines<T>(
  source: string,
  shape: z.ZodType<T>,
  report: ReportBuilder,
  work: Work,
): AsyncGenerator<{ readonly place: string; readonly line: T }, void> {
  const options = {
    signal: work.signal,
    progress: (done: number, total: number) => {
      work.progress('Reading', done, total);
    },
  };
  for await (const element of readSource(source, 'lines', options)) {
    if (!element.ok) {
      report.skip(element.where, null, element.reason);
      continue;
    }
    const place = `line ${String((element.index ?? 0) + 1)}`;
    const value = Json.safeParse(element.value);
    if (!value.success) {
      report.skip(place, null, 'It has a number that is too large.');
      continue;
    }
    const parsed = shape.safeParse(value.data);
    if (parsed.success) {
      yield { place, line: parsed.data };
      continue;
    }
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    report.skip(place, field === '' ? null : field, firstIssueInWords(parsed.error));
  }
}
