import type { StepAnswer } from '../../../shared/domain/baseline.ts';
import type { ItemId, PersonId, ResponseId, StudySessionId } from '../../../shared/base/ids.ts';
import type { ResponsePurpose } from '../../../shared/domain/status.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import type { VerdictRecomputer } from './recomputeVerdicts.ts';

/** One answer to be kept. */
export interface NewResponse {
  readonly id: ResponseId;
  readonly studySessionId: StudySessionId | null;
  readonly personId: PersonId;
  readonly purpose: ResponsePurpose;
  /** Null at an attention check. */
  readonly item: { readonly id: ItemId; readonly revision: number } | null;
  readonly condition: string;
  readonly step: string;
  readonly entry: number | null;
  readonly position: number | null;
  readonly question: string;
  readonly answer: StepAnswer;
  readonly correct: boolean | null;
  readonly shownAt: number | null;
  readonly answeredAt: number | null;
  readonly activeMilliseconds: number | null;
  readonly awayMilliseconds: number | null;
  readonly focusLosses: number | null;
  readonly timedOut: boolean;
  readonly resumed: number;
  readonly replaces: ResponseId | null;
  /** The file it was read from. */
  readonly origin: string | null;
}

/**
 * Writes answers, of the edition of the item that holds; the one place that does. Expects the caller's transaction;
 * recomputes the verdicts on them unless told to leave that.
 */
export function createResponseWriter(
  { database, ports }: CasebookFiles,
  recomputing: VerdictRecomputer,
): (response: NewResponse, recompute?: 'recompute' | 'leave') => void {
  const insert = database.prepare(
    `INSERT INTO response (id, session_id, person_id, purpose, item_id, item_revision, condition, step, entry,
       position, question, answer, correct, shown_at, answered_at, active_ms, away_ms, focus_losses, timed_out,
       resumed, replaces, origin, created_at, edition_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
       (SELECT edition_id FROM item WHERE id = ?))`,
  );
  return (response, recompute = 'recompute') => {
    insert.run(
      response.id,
      response.studySessionId,
      response.personId,
      response.purpose,
      response.item?.id ?? null,
      response.item?.revision ?? null,
      response.condition,
      response.step,
      response.entry,
      response.position,
      response.question,
      JSON.stringify(response.answer),
      response.correct === null ? null : Number(response.correct),
      response.shownAt,
      response.answeredAt,
      response.activeMilliseconds,
      response.awayMilliseconds,
      response.focusLosses,
      Number(response.timedOut),
      response.resumed,
      response.replaces,
      response.origin,
      ports.now(),
      response.item?.id ?? null,
    );
    if (recompute === 'leave') return;
    if (response.replaces !== null) recomputing.recompute(response.replaces);
    if (response.purpose === 'main') recomputing.recompute(response.id);
  };
}
