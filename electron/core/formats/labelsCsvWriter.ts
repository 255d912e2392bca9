import type { TextOutput } from '../files/outputFolder.ts';
import { csvLine } from './csvCells.ts';

/** One value of one rater. */
export interface LabelLine {
  readonly item: string;
  readonly rater: string;
  readonly field: string;
  readonly value: string;
  readonly task: string;
  readonly round: number;
  readonly version: number;
  /** A moment or a day, ISO 8601, UTC. */
  readonly submittedAt: string;
  /** `rating`: given without sight of others' answers; `correction` and `decision` were not. */
  readonly status: 'rating' | 'correction' | 'decision';
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

const LABELS = ['item', 'rater', 'field', 'value', 'task', 'round', 'version', 'submitted_at', 'status'];
const GOLD = ['item', 'field', 'value', 'source', 'decided_by', 'cause', 'note'];

/** Writes individual labels line by line, with a header. */
export async function createLabelsWriter(text: TextOutput): Promise<{
  add(label: LabelLine): Promise<void>;
  end(): Promise<void>;
}> {
  await text.write(csvLine(LABELS));
  return {
    add: ({ item, rater, field, value, task, round, version, submittedAt, status }) =>
      text.write(csvLine([item, rater, field, value, task, round, version, submittedAt, status])),
    end: () => text.close(),
  };
}

/** Writes gold line by line, with a header. */
export async function createGoldWriter(text: TextOutput): Promise<{
  add(gold: GoldLine): Promise<void>;
  end(): Promise<void>;
}> {
  await text.write(csvLine(GOLD));
  return {
    add: ({ item, field, value, source, decidedBy, cause, note }) =>
      text.write(csvLine([item, field, value, source, decidedBy, cause, note])),
    end: () => text.close(),
  };
}
