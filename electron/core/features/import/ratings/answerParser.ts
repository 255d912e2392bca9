import type { Task } from '../../../../../shared/benchmarks/task.ts';
import type { Json } from '../../../../../shared/base/json.ts';
import type { StagedRatingAnswer } from '../../../formats/ratings/ratingStaging.ts';
import { type BoxCell, readValue } from '../../../formats/ratings/ratingValues.ts';
import type { FieldPlans } from './ratingFields.ts';

/** What a rater says in one task. */
export interface ParsedRating {
  readonly task: Task;
  readonly values: Record<string, Json>;
  readonly boxes: readonly BoxCell[] | null;
  /** The fields that there are lines for. */
  readonly fields: readonly string[];
}

/** Names what is wrong with an answer, and in which field. */
export type Skip = (field: string | null, reason: string) => void;

/** How many different answers are remembered: raters of a few choices say the same thing many times. */
const MOST_KEPT = 10_000;
/** Longer ones are not: they have boxes with masks, which nobody draws twice. */
const LONGEST_KEPT = 10_000;

/** Reads what staged values say, task by task; the same values give the same object. */
export class AnswerParser {
  readonly #fields: FieldPlans;
  readonly #kept = new Map<string, readonly ParsedRating[]>();

  constructor(fields: FieldPlans) {
    this.#fields = fields;
  }

  parse(answer: StagedRatingAnswer, skip: Skip): readonly ParsedRating[] {
    const key = answer.values.map(({ field, value }) => `${String(field)} ${value}`).join('\n');
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    let isSound = true;
    const parsed = parseAnswer(this.#fields, answer, (field, reason) => {
      isSound = false;
      skip(field, reason);
    });
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    if (isSound && key.length <= LONGEST_KEPT) this.#kept.set(key, parsed);
    return parsed;
  }
}

function parseAnswer(fields: FieldPlans, answer: StagedRatingAnswer, skip: Skip): ParsedRating[] {
  const parsed = new Map<
    string,
    Omit<ParsedRating, 'fields'> & { boxes: ParsedRating['boxes']; readonly fields: string[] }
  >();
  const first = new Map<number, { value: string; line: number }>();
  for (const { field: number, value: cell, line } of answer.values) {
    const plan = fields.plans.get(number);
    if (plan === undefined) continue;
    const { task, field } = plan;
    const before = first.get(number);
    if (before !== undefined) {
      if (before.value !== cell) {
        skip(
          field.name,
          `${place(line)} contradicts ${place(before.line)} on the same item, rater and field.`,
        );
      }
      continue;
    }
    first.set(number, { value: cell, line });
    const value = readValue(task, field, cell);
    if (value.kind === 'wrong') {
      skip(field.name, `${place(line)}: ${value.reason}`);
      continue;
    }
    const entry = parsed.get(task.id) ?? { task, values: {}, boxes: null, fields: [] };
    parsed.set(task.id, entry);
    entry.fields.push(field.name);
    if (value.kind === 'boxes') entry.boxes = value.boxes;
    else entry.values[field.name] = value.value;
  }
  return [...parsed.values()];
}

const place = (line: number): string => `line ${String(line)}`;
