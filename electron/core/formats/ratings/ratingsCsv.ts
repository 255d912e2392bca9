import { basename } from 'node:path';
import type { Work } from '../../base/work.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import {
  CASEBOOK,
  MADE_WHEN_IN_WORDS,
  MadeWhen,
  type ReportedOrigin,
} from '../../../../shared/domain/answerOrigin.ts';
import { HIGHEST_ROUND, LATEST_TIME, Round } from '../../../../shared/base/numbers.ts';
import { AnswersReader, type ExportAnswer } from '../answers/answersReader.ts';
import type { ExportFormat, ExportItemWriter, WriterContext } from '../writing/exportFormat.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import type { Format } from '../format.ts';
import { timeText } from '../writing/timeText.ts';
import { fromCell } from '../../../../shared/base/csv.ts';
import { type ChosenEncoding, encodingOf, whyUnread } from '../reading/csvText.ts';
import type { ReportBuilder } from '../reading/importReport.ts';
import { createLabelsWriter, type LabelLine } from './labelsCsvWriter.ts';
import type { ReadRatings, StagedRating } from './ratingStaging.ts';
import { type CsvEncoding, type RatingLine, readRatingsCsv, SEPARATOR_LINE } from './ratingsCsvReader.ts';

const COLUMNS = ['item', 'rater', 'field', 'value'];

/** Individual ratings, one a line. */
export const ratingsCsv: Format = {
  description: {
    id: 'ratings-csv',
    title: 'Ratings as CSV',
    reads: 'a CSV file with the columns item, rater, field and value, one rating per line',
    writes:
      'one line for each rater’s value: a .csv file, or a folder with labels.csv, gold.csv and the reliability card',
    source: 'file',
    target: 'folder',
    asks: ['origin'],
    anyStatus: true,
  },
  position: 550,
  recognition: {
    order: 320,
    extensions: ['.csv', '.tsv', '.txt'],
    file(head) {
      // What Excel calls Unicode text has a zero in each of these letters; a first line may say what separates columns.
      const [header = ''] = head
        .replaceAll('\0', '')
        .replace(SEPARATOR_LINE, '')
        .toLowerCase()
        .split(/[\r\n]/u, 1);
      return COLUMNS.every((name) => header.includes(name));
    },
  },
  reads: {
    of: 'ratings',
    fileNames: ['labels.csv', 'ratings.csv'],
    read: (_casebook, { source, encoding }) => ratingsOfCsv(source, encoding),
  },
  writes: { of: 'items', format: labelsFormat },
};

/** What the column `status` says of answers that are no ratings of their own. */
const NO_RATINGS: ReadonlySet<string> = new Set(['correction', 'decision']);
const LONGEST_NAME = 200;

/** Ratings of a CSV file, one a line. */
function ratingsOfCsv(path: string, asked: ChosenEncoding | undefined): ReadRatings {
  return async (staging, report, work) => {
    const encoding = await readableEncoding(path, asked, report, work);
    if (encoding === null) return { levels: new Map(), raters: new Map(), items: new Map() };
    let [open, others, undated] = [0, 0, 0];
    const lines = readRatingsCsv(path, {
      encoding,
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
        `${String(undated)} ratings have no time. When they were given is what you say of it (--made-when), else not known.`,
      );
    }
    if (others > 0) {
      report.warn(
        null,
        'status',
        `${String(others)} lines are corrections or decisions, not ratings: left out.`,
      );
    }
    return { levels: new Map(), raters: new Map(), items: new Map() };
  };
}

/** What a file is read in; null where that has to be said, or it is no text, which the report then has. */
async function readableEncoding(
  path: string,
  asked: ChosenEncoding | undefined,
  report: ReportBuilder,
  work: Work,
): Promise<CsvEncoding | null> {
  const found = await encodingOf(path, work.signal);
  switch (found.kind) {
    case 'known':
      return found.encoding;
    case 'binary':
      report.skip(
        basename(path),
        null,
        'It is no text file: it contains zero bytes. In Excel, save it as “CSV UTF-8”.',
      );
      return null;
    case 'unknown': {
      if (asked !== undefined) return asked;
      const { line, preview } = found;
      report.asks.encoding = { line, preview };
      report.skip(`line ${String(line)}`, null, whyUnread(found));
      return null;
    }
  }
}

/** A line as it is staged, or the column that is wrong and why. */
function stagedOf(line: RatingLine): StagedRating | { column: string; reason: string } {
  for (const column of ['rater', 'field'] as const) {
    if (line[column].length > LONGEST_NAME)
      return { column, reason: `It is longer than ${String(LONGEST_NAME)} characters.` };
  }
  const round = line.round === null ? 1 : Number(line.round);
  if (!Round.safeParse(round).success) {
    return {
      column: 'round',
      reason: `"${line.round ?? ''}" is not a round: rounds go from 1 to ${String(HIGHEST_ROUND)}.`,
    };
  }
  const submittedAt = line.submittedAt === null ? null : timeOf(line.submittedAt);
  if (submittedAt === undefined) {
    return {
      column: 'submitted_at',
      reason: `"${line.submittedAt ?? ''}" is not a time such as 2026-01-31T12:00:00Z.`,
    };
  }
  const origin = originOf(line);
  if ('reason' in origin) return origin;
  const { line: number, item, rater, task, field, value } = line;
  return { line: number, item, rater, task, field, round, value, submittedAt, origin };
}

const YES_OR_NO: Readonly<Record<string, boolean>> = { yes: true, no: false };

/** What a line says of how its rating came about, or the column that is wrong and why. */
function originOf({
  madeIn,
  blind,
  madeWhen,
}: RatingLine): ReportedOrigin | { column: string; reason: string } {
  const isBlind = blind === null ? undefined : YES_OR_NO[blind.toLowerCase()];
  if (blind !== null && isBlind === undefined)
    return {
      column: 'blind',
      reason: `"${blind}" is neither yes nor no; leave it empty where it is not known.`,
    };
  if (madeWhen !== null && !MadeWhen.safeParse(madeWhen).success)
    return { column: 'made_when', reason: `"${madeWhen}" is not ${MADE_WHEN_IN_WORDS}.` };
  if (madeIn !== null && madeIn.length > LONGEST_NAME)
    return { column: 'made_in', reason: `It is longer than ${String(LONGEST_NAME)} characters.` };
  return {
    ...(madeIn !== null && { madeIn: fromCell(madeIn) }),
    ...(isBlind !== undefined && { blind: isBlind }),
    ...(madeWhen !== null && { madeWhen }),
  };
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;

/** An ISO time in UTC milliseconds; without a zone it is UTC, whatever the machine's. Undefined where it is none. */
export function timeOf(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const iso = text.replace(' ', 'T');
  const zoned = iso.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/u.test(iso) ? iso : `${iso}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) || time < 0 || time > LATEST_TIME ? undefined : Math.trunc(time);
}

/** Individual labels alone; in a folder they are one of the files that lie beside every export. */
function labelsFormat(): ExportFormat {
  return {
    refuse: () => null,
    name: (items) => items.map(({ id, externalId }) => ({ id, externalId, images: [] })),
    imagePath: (name) => name,
    owns: (path) => path === 'labels.csv',
    listsImages: false,
    singleFile: ['.csv'],
    // Agreement is about what raters said, whatever became of the item.
    open: (output, { single, casebook, times, order, isPlain }) =>
      single === null
        ? Promise.resolve({ add: () => Promise.resolve(), end: () => Promise.resolve() })
        : labelWriter(output, casebook, { times, order, isPlain }),
  };
}

/** Where a rater's answer was made, whether blind, and when where no time of its own says so; empty: not known. */
function originCells(
  status: ExportAnswer['status'],
  origin: ExportAnswer['origin'],
): Pick<LabelLine, 'madeIn' | 'blind' | 'madeWhen'> {
  const blind = origin === null ? true : origin.blind;
  return {
    madeIn: origin === null ? CASEBOOK : (origin.madeIn ?? ''),
    // Corrections and decisions are not meant to be.
    blind: status !== 'rating' || blind === undefined ? '' : blind ? 'yes' : 'no',
    madeWhen: origin?.madeWhen ?? '',
  };
}

/** Writes individual labels alone, of items in this order. */
export async function labelWriter(
  output: OutputFolder,
  casebook: Casebook,
  { times, order, isPlain }: Pick<WriterContext, 'times' | 'order' | 'isPlain'>,
): Promise<ExportItemWriter> {
  const reader = new AnswersReader(casebook, order);
  const labels = await createLabelsWriter(await output.text('labels.csv'), isPlain);
  return {
    async add(item: ExportItem) {
      for (const answer of reader.answers(item.id)) {
        const { task, round, version, rater, submittedAt, status, origin } = answer;
        for (const field of reader.fields(task)) {
          if (!isAnswered(answer.asked, field.name)) continue;
          const value = reader.cell(task, field, answer.answer, answer.regions, item);
          if (value === null) continue;
          await labels.add({
            item: item.externalId,
            rater: rater.handle,
            field: field.name,
            value,
            task: task.id,
            round,
            version,
            submittedAt: submittedAt === null ? '' : timeText(submittedAt, times),
            status,
            ...originCells(status, origin),
          });
        }
      }
    },
    end: () => labels.end(),
  };
}
