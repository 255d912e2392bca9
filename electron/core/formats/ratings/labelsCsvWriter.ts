import type { TextOutput } from '../../files/outputFolder.ts';
import { csvLine, csvLines } from '../../../../shared/base/csv.ts';

/** One value of one rater. */
export interface LabelLine {
  readonly item: string;
  readonly rater: string;
  readonly field: string;
  readonly value: string;
  readonly task: string;
  readonly round: number;
  readonly version: number;
  /** A moment or a day, ISO 8601, UTC; empty: not known. */
  readonly submittedAt: string;
  /** `rating`: what a rater said; `correction` and `decision` came after, in sight of what there was. */
  readonly status: 'rating' | 'correction' | 'decision';
  /** In which program or place it was made; empty: not known. */
  readonly madeIn: string;
  /** Whether a rating was given without sight of others' answers; empty: not known, and of what is no rating. */
  readonly blind: 'yes' | 'no' | '';
  /** What the person who imported it said of when it was given. */
  readonly madeWhen: string;
}

/** A value that counts as right, with where it is from. */
export interface GoldLine {
  readonly item: string;
  readonly field: string;
  readonly value: string;
  readonly source: string;
  readonly decidedBy: string;
  readonly cause: string;
  readonly note: string;
}

const LABELS = [
  'item',
  'rater',
  'field',
  'value',
  'task',
  'round',
  'version',
  'submitted_at',
  'status',
  'made_in',
  'blind',
  'made_when',
];
const GOLD = ['item', 'field', 'value', 'source', 'decided_by', 'cause', 'note'];

/** How many lines are formatted at a time. */
const LINES = 500;

/** Writes lines with a header, some at a time. */
async function createLines<T>(
  text: TextOutput,
  isPlain: boolean,
  header: readonly string[],
  cells: (line: T) => readonly (string | number)[],
): Promise<{ add(line: T): Promise<void>; end(): Promise<void> }> {
  await text.write(csvLine(header));
  let waiting: (readonly (string | number)[])[] = [];
  const flush = async (): Promise<void> => {
    const lines = csvLines(waiting, isPlain);
    waiting = [];
    await text.write(lines);
  };
  return {
    async add(line) {
      waiting.push(cells(line));
      if (waiting.length >= LINES) await flush();
    },
    async end() {
      await flush();
      await text.close();
    },
  };
}

/** Writes individual labels, a line each, with a header; cells as they are, or harmless to spreadsheets. */
export const createLabelsWriter = (
  text: TextOutput,
  isPlain: boolean,
): Promise<{ add(label: LabelLine): Promise<void>; end(): Promise<void> }> =>
  createLines(
    text,
    isPlain,
    LABELS,
    ({ item, rater, field, value, task, round, version, submittedAt, status, ...made }) => [
      item,
      rater,
      field,
      value,
      task,
      round,
      version,
      submittedAt,
      status,
      made.madeIn,
      made.blind,
      made.madeWhen,
    ],
  );

/** Writes gold, a line each, with a header. */
export const createGoldWriter = (
  text: TextOutput,
  isPlain: boolean,
): Promise<{ add(gold: GoldLine): Promise<void>; end(): Promise<void> }> =>
  createLines(text, isPlain, GOLD, ({ item, field, value, source, decidedBy, cause, note }) => [
    item,
    field,
    value,
    source,
    decidedBy,
    cause,
    note,
  ]);
