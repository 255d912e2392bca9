import {
  type ItemId,
  type JudgeCallId,
  type JudgingId,
  type PersonId,
  type ResponseId,
  VerdictId,
} from '../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../shared/base/json.ts';
import { z } from 'zod';
import type { CasebookFiles } from '../records/casebook.ts';
import type { VerdictRecomputer } from './recomputeVerdicts.ts';
import { timeOfWriting } from '../records/sharing/hubClock.ts';
import { MARKS_REFUSAL } from '../records/verdicts/verdictDetail.ts';

/** One verdict to be kept. */
export interface NewVerdict {
  /** Left out: a fresh one. Imports give one that follows from the content, so that reading twice adds nothing. */
  readonly id?: VerdictId;
  readonly judge: PersonId;
  readonly item: { readonly id: ItemId; readonly revision: number };
  readonly responseId: ResponseId;
  readonly criterion: string;
  readonly subject: string;
  readonly outcome: 'given' | 'unknown' | 'unparsed';
  /** Null unless it is given. */
  readonly value: Json | null;
  readonly detail: Json | null;
  readonly rationale: string | null;
  readonly source: 'judged' | 'imported' | 'asked';
  readonly judgingId: JudgingId | null;
  readonly callId: JudgeCallId | null;
  readonly activeMilliseconds: number | null;
}

const Row = z.object({
  id: VerdictId,
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value: z.string().nullable(),
  detail: z.string().nullable(),
  refusal: z.int(),
  rationale: z.string().nullable(),
});

/**
 * The only writer of verdicts. A verdict replaces the judge's earlier one on the same thing; one that repeats it, with
 * the same reasons or none, is not written. Expects the caller's transaction; recomputes what follows unless told not
 * to.
 */
export class VerdictWriter {
  readonly #casebook: CasebookFiles;
  readonly #recomputing: VerdictRecomputer;
  readonly #latest;
  readonly #insert;

  constructor(casebook: CasebookFiles, recomputing: VerdictRecomputer) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#recomputing = recomputing;
    this.#latest = database.prepare<[string, string, string, string]>(
      `SELECT j.id, j.outcome, j.value, j.detail, ${MARKS_REFUSAL} AS refusal, j.rationale FROM current_judgment j
     WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
    this.#insert = database.prepare(
      `INSERT INTO judgment (id, person_id, item_id, item_revision, response_id, criterion, subject, outcome, value,
       detail, rationale, source, judging_id, call_id, replaces, active_ms, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /**
   * The verdict's id, null where the judge had said the same already.
   * @param first whether it is known that the judge has not said anything of it yet
   */
  write(
    verdict: NewVerdict,
    recompute: 'recompute' | 'leave' = 'recompute',
    first?: 'first',
  ): VerdictId | null {
    const { judge, item, responseId, criterion, subject, outcome, value } = verdict;
    const raw = first === undefined ? this.#latest.get(responseId, criterion, subject, judge) : undefined;
    const before = raw === undefined ? null : Row.parse(raw);
    if (before !== null && isSaidAlready(verdict, before)) return null;
    const id = verdict.id ?? VerdictId.parse(this.#casebook.ports.newId());
    this.#insert.run(
      id,
      judge,
      item.id,
      item.revision,
      responseId,
      criterion,
      subject,
      outcome,
      value === null ? null : JSON.stringify(value),
      verdict.detail === null ? null : JSON.stringify(verdict.detail),
      verdict.rationale,
      verdict.source,
      verdict.judgingId,
      verdict.callId,
      before?.id ?? null,
      verdict.activeMilliseconds,
      timeOfWriting({ database: this.#casebook.database, ports: this.#casebook.ports }),
    );
    if (recompute === 'recompute') this.#recomputing.recompute(responseId);
    return id;
  }
}

/** Whether a judge's verdict says nothing that their last one did not. */
function isSaidAlready(
  { outcome, value, detail, rationale }: NewVerdict,
  before: z.infer<typeof Row>,
): boolean {
  return (
    before.outcome === outcome &&
    (outcome !== 'given' || isKept(before.value, value)) &&
    // Words of somebody who marks nothing leave passages as they are; a refusal that is no longer marked is none.
    (detail === null ? before.refusal === 0 : isKept(before.detail, detail)) &&
    (rationale === null || rationale === before.rationale)
  );
}

function isKept(text: string | null, value: Json | null): boolean {
  return text !== null && sameJson(Json.parse(JSON.parse(text)), value ?? undefined);
}
