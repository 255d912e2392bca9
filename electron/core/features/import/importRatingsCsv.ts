import type { RatingLine } from '../../formats/ratingsCsvReader.ts';
import { readRatingsCsv } from '../../formats/ratingsCsvReader.ts';
import type { ReadRatings } from './importRatings.ts';
import type { StagedRating } from '../../formats/ratingStaging.ts';

/** What the column `status` says of answers that are no ratings of their own. */
const NO_RATINGS: ReadonlySet<string> = new Set(['correction', 'decision']);
const LONGEST_NAME = 200;
const LATEST = Date.UTC(9999, 11, 31);

/** Ratings of a CSV file, one a line. */
export function ratingsOfCsv(path: string): ReadRatings {
  return async (staging, report, work) => {
    let [open, others, undated] = [0, 0, 0];
    const lines = readRatingsCsv(path, {
      signal: work.signal,
      progress: (done, total) => work.progress('Reading', done, total),
    });
    for await (const batch of lines) {
      for (const element of batch) {
        if (!element.ok) {
          report.skip(`line ${String(element.line)}`, element.field, element.reason);
          continue;
        }
        const { rating } = element;
        if (rating.value.trim() === '') open += 1;
        else if (rating.status !== null && NO_RATINGS.has(rating.status.toLowerCase())) others += 1;
        else {
          const staged = stagedOf(rating);
          if ('reason' in staged) report.skip(`line ${String(rating.line)}`, staged.column, staged.reason);
          else {
            staging.add(staged);
            if (staged.submittedAt === null) undated += 1;
          }
        }
      }
    }
    if (open > 0) {
      report.warn(null, 'value', `${String(open)} lines have no value: the rater left the field open.`);
    }
    if (undated > 0) {
      report.warn(
        null,
        'submitted_at',
        `${String(undated)} ratings come without a time: they are dated with that of the import.`,
      );
    }
    if (others > 0) {
      report.warn(
        null,
        'status',
        `${String(others)} lines are corrections or decisions, not ratings of their own: left out.`,
      );
    }
    return { levels: new Map(), raters: new Map(), items: new Map() };
  };
}

/** A line as it is staged, or the column that is wrong and why. */
function stagedOf(line: RatingLine): StagedRating | { column: string; reason: string } {
  for (const column of ['rater', 'field'] as const) {
    if (line[column].length > LONGEST_NAME)
      return { column, reason: `It is longer than ${String(LONGEST_NAME)} characters.` };
  }
  const round = line.round === null ? 1 : Number(line.round);
  if (!Number.isSafeInteger(round) || round < 1) {
    return { column: 'round', reason: `"${line.round ?? ''}" is not a round: they are counted from 1.` };
  }
  const submittedAt = line.submittedAt === null ? null : timeOf(line.submittedAt);
  if (submittedAt === undefined) {
    return {
      column: 'submitted_at',
      reason: `"${line.submittedAt ?? ''}" is not a time such as 2026-01-31T12:00:00Z.`,
    };
  }
  const { line: number, item, rater, task, field, value } = line;
  return { line: number, item, rater, task, field, round, value, submittedAt };
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;

/** An ISO time in UTC milliseconds; without a zone it is UTC, whatever the machine's. Undefined where it is none. */
export function timeOf(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const iso = text.replace(' ', 'T');
  const zoned = iso.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/u.test(iso) ? iso : `${iso}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) || time < 0 || time > LATEST ? undefined : Math.trunc(time);
}
