import { z } from 'zod';
import type { JudgeCall } from '../../../../shared/contract/judgeRuns.ts';
import { type JudgeCallId, type JudgeRunId, ResponseId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { PlannedUnit } from './plan.ts';

type Outcome = JudgeCall['outcome'];

/** One request with what came of it. */
export interface NewCall {
  readonly id: JudgeCallId;
  readonly runId: JudgeRunId;
  readonly responseId: ResponseId;
  readonly unit: PlannedUnit;
  readonly attempt: number;
  /** JSON; `null` where nothing was asked. */
  readonly request: string;
  readonly reply: string | null;
  readonly outcome: Outcome;
  readonly error: string | null;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null };
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What a run has come to. */
export interface RunCounts {
  decided: number;
  unparsed: number;
  failed: number;
  calls: number;
  tokens: { prompt: number; completion: number };
}

const Row = z.object({
  response_id: ResponseId,
  criterion: z.string(),
  subject: z.string(),
  attempt: z.int(),
  outcome: z.enum(['decided', 'unparsed', 'failed']),
  request: z.string(),
  reply: z.string().nullable(),
  error: z.string().nullable(),
  started_at: z.int(),
  ended_at: z.int(),
});

const Last = z.object({ attempt: z.int(), outcome: Row.shape.outcome, error: z.string().nullable() });

const Sums = z.object({ calls: z.int(), prompt: z.int(), completion: z.int() });
const Outcomes = z.array(z.object({ outcome: Row.shape.outcome, units: z.int() }));

/** The requests of runs and their replies. */
export class Calls {
  readonly #insert;
  readonly #last;
  readonly #sums;
  readonly #outcomes;
  readonly #count;
  readonly #page;

  constructor(casebook: Casebook) {
    const { database } = casebook;
    this.#insert = database.prepare(
      `INSERT INTO judge_call (id, run_id, response_id, criterion, subject, attempt, request, reply, outcome, error,
       prompt_tokens, completion_tokens, started_at, ended_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#last = database.prepare<[string, string, string, string]>(
      `SELECT attempt, outcome, error FROM judge_call
     WHERE run_id = ? AND response_id = ? AND criterion = ? AND subject = ? ORDER BY attempt DESC LIMIT 1`,
    );
    this.#sums = database.prepare<[string]>(
      `SELECT count(*) AS calls, coalesce(sum(prompt_tokens), 0) AS prompt,
       coalesce(sum(completion_tokens), 0) AS completion
     FROM judge_call WHERE run_id = ? AND request <> 'null'`,
    );
    this.#outcomes = database.prepare<[string]>(
      `SELECT outcome, count(*) AS units FROM (
       -- SQLite takes the other columns from the row of the greatest attempt.
       SELECT outcome, max(attempt) FROM judge_call WHERE run_id = ? GROUP BY response_id, criterion, subject
     ) GROUP BY outcome`,
    );
    const among = '(SELECT value FROM json_each(?))';
    this.#count = database
      .prepare<[string, string], number>(
        `SELECT count(*) FROM judge_call WHERE run_id = ? AND outcome IN ${among}`,
      )
      .pluck();
    this.#page = database.prepare<[string, string, number, number]>(
      `SELECT response_id, criterion, subject, attempt, outcome, request, reply, error, started_at, ended_at
     FROM judge_call WHERE run_id = ? AND outcome IN ${among}
     ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?`,
    );
  }

  /** Expects the caller's transaction. */
  write(call: NewCall): void {
    this.#insert.run(
      call.id,
      call.runId,
      call.responseId,
      call.unit.criterion,
      call.unit.subject,
      call.attempt,
      call.request,
      call.reply,
      call.outcome,
      call.error,
      call.tokens.prompt,
      call.tokens.completion,
      call.startedAt,
      call.endedAt,
    );
  }

  /** The last attempt at one thing, null where there was none. */
  last(
    runId: JudgeRunId,
    responseId: ResponseId,
    { criterion, subject }: PlannedUnit,
  ): z.infer<typeof Last> | null {
    const raw = this.#last.get(runId, responseId, criterion, subject);
    return raw === undefined ? null : Last.parse(raw);
  }

  /** By what the last attempt at each thing came to. */
  tally(runId: JudgeRunId): RunCounts {
    const { calls, prompt, completion } = Sums.parse(this.#sums.get(runId));
    const by = Object.fromEntries(
      Outcomes.parse(this.#outcomes.all(runId)).map(({ outcome, units }) => [outcome, units]),
    );
    return {
      decided: by['decided'] ?? 0,
      unparsed: by['unparsed'] ?? 0,
      failed: by['failed'] ?? 0,
      calls,
      tokens: { prompt, completion },
    };
  }

  /** Newest first. */
  list(
    runId: JudgeRunId,
    chosen: readonly Outcome[],
    offset: number,
    limit: number,
  ): { total: number; rows: JudgeCall[] } {
    const outcomesAsked = JSON.stringify(chosen);
    return {
      total: this.#count.get(runId, outcomesAsked) ?? 0,
      rows: this.#page.all(runId, outcomesAsked, limit, offset).map((raw) => {
        const { response_id, started_at, ended_at, ...row } = Row.parse(raw);
        return {
          ...row,
          response: response_id,
          at: started_at,
          milliseconds: Math.max(0, ended_at - started_at),
        };
      }),
    };
  }
}
