import type { ItemId, JudgeCallId, JudgingId, PersonId, ResponseId } from '../../../shared/domain/ids.ts';
import { JudgmentId } from '../../../shared/domain/ids.ts';
import { Json, sameJson } from '../../../shared/domain/json.ts';
import { z } from 'zod';
import type { Casebook } from '../records/casebook.ts';
import { createVerdictSettling } from './recomputeVerdicts.ts';

/** One verdict to be kept. */
export interface NewJudgment {
  /** Left out: a fresh one. Imports give one that follows from the content, so that reading twice adds nothing. */
  readonly id?: JudgmentId;
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
  id: JudgmentId,
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value: z.string().nullable(),
  detail: z.string().nullable(),
  rationale: z.string().nullable(),
});

export interface JudgmentWriter {
  /** The verdict's id, null where the judge had said the same already. */
  write(judgment: NewJudgment, settle?: 'settle' | 'leave'): JudgmentId | null;
}

/**
 * Writes verdicts; the one place that does. A verdict replaces the judge's earlier one on the same thing; one that says
 * the same again, for the same reasons or without any, is not written. Expects the caller's transaction; settles what follows unless told to leave it.
 */
export function createJudgmentWriter(casebook: Casebook): JudgmentWriter {
  const { database, ports } = casebook;
  const settling = createVerdictSettling(casebook);
  const latest = database.prepare<[string, string, string, string]>(
    `SELECT id, outcome, value, detail, rationale FROM current_judgment
     WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  const insert = database.prepare(
    `INSERT INTO judgment (id, person_id, item_id, item_revision, response_id, criterion, subject, outcome, value,
       detail, rationale, source, judging_id, call_id, replaces, active_ms, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    write(judgment, settle = 'settle') {
      const { judge, item, responseId, criterion, subject, outcome, value } = judgment;
      const raw = latest.get(responseId, criterion, subject, judge);
      const before = raw === undefined ? null : Row.parse(raw);
      const same =
        before !== null &&
        before.outcome === outcome &&
        (outcome !== 'given' || isKept(before.value, value)) &&
        (judgment.detail === null || isKept(before.detail, judgment.detail)) &&
        (judgment.rationale === null || judgment.rationale === before.rationale);
      if (same) return null;
      const id = judgment.id ?? JudgmentId.parse(ports.newId());
      insert.run(
        id,
        judge,
        item.id,
        item.revision,
        responseId,
        criterion,
        subject,
        outcome,
        value === null ? null : JSON.stringify(value),
        judgment.detail === null ? null : JSON.stringify(judgment.detail),
        judgment.rationale,
        judgment.source,
        judgment.judgingId,
        judgment.callId,
        before?.id ?? null,
        judgment.activeMilliseconds,
        ports.now(),
      );
      if (settle === 'settle') settling.settle(responseId);
      return id;
    },
  };
}

function isKept(text: string | null, value: Json | null): boolean {
  return text !== null && sameJson(Json.parse(JSON.parse(text)), value ?? undefined);
}
