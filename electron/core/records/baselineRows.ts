import { z } from 'zod';
import { JudgeRunSettings } from '../../../shared/contract/judgeRuns.ts';
import { JudgingSettings } from '../../../shared/contract/judgments.ts';
import { StudySettings } from '../../../shared/contract/studies.ts';
import { StepAnswer } from '../../../shared/domain/baseline.ts';
import {
  EditionId,
  ExclusionId,
  ItemId,
  JudgeCallId,
  JudgeRunId,
  JudgingId,
  JudgmentId,
  PersonId,
  ResponseId,
  SittingId,
  StudyId,
  VerdictDecisionId,
} from '../../../shared/domain/ids.ts';
import { Json } from '../../../shared/domain/json.ts';
import { AssignmentState, ResponsePurpose, StudyState, VerdictCause } from '../../../shared/domain/status.ts';
import { PlanEntry } from '../../../shared/domain/study.ts';
import { json, time } from './columns.ts';

/* The tables of baselines, answers and verdicts, row by row as zod knows them. */

const flag = z.int().min(0).max(1);
const milliseconds = z.int().nonnegative();
const name = z.string().max(500);

export const StudyRow = z.object({
  id: StudyId,
  title: z.string().min(1).max(1000),
  settings: json(StudySettings),
  state: StudyState,
  created_by: PersonId,
  created_at: time,
  updated_at: time,
});
export type StudyRow = z.infer<typeof StudyRow>;

export const StudyItemRow = z.object({
  study_id: StudyId,
  item_id: ItemId,
  purpose: z.enum(['practice', 'main']),
  position: z.int().nonnegative(),
});
export type StudyItemRow = z.infer<typeof StudyItemRow>;

export const SessionRow = z.object({
  id: SittingId,
  study_id: StudyId,
  person_id: PersonId,
  number: z.int().nonnegative(),
  seed: z.int(),
  plan: json(z.array(PlanEntry)),
  passed: json(z.array(z.int().nonnegative())),
  created_at: time,
  consented_at: time.nullable(),
  ended_at: time.nullable(),
  withdrawn_at: time.nullable(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const ResponseRow = z.object({
  id: ResponseId,
  session_id: SittingId.nullable(),
  person_id: PersonId,
  purpose: ResponsePurpose,
  item_id: ItemId.nullable(),
  item_revision: z.int().positive().nullable(),
  edition_id: EditionId.nullable(),
  condition: name,
  step: name,
  entry: z.int().nonnegative().nullable(),
  position: z.int().nonnegative().nullable(),
  question: z.string(),
  answer: json(StepAnswer),
  correct: flag.nullable(),
  shown_at: time.nullable(),
  answered_at: time.nullable(),
  active_ms: milliseconds.nullable(),
  away_ms: milliseconds.nullable(),
  focus_losses: z.int().nonnegative().nullable(),
  timed_out: flag,
  resumed: z.int().nonnegative(),
  replaces: ResponseId.nullable(),
  origin: z.string().nullable(),
  created_at: time,
});
export type ResponseRow = z.infer<typeof ResponseRow>;

export const ExclusionRow = z.object({
  id: ExclusionId,
  session_id: SittingId,
  response_id: ResponseId.nullable(),
  kind: z.enum(['exclusion', 'inclusion']),
  reason: z.string(),
  person_id: PersonId,
  created_at: time,
});

export const JudgingRow = z.object({
  id: JudgingId,
  title: z.string().min(1).max(1000),
  settings: json(JudgingSettings),
  created_by: PersonId,
  created_at: time,
});

export const JudgingAssignmentRow = z.object({
  judging_id: JudgingId,
  person_id: PersonId,
  response_id: ResponseId,
  criterion: name,
  subject: name,
  position: z.int().nonnegative(),
  state: AssignmentState,
  reason: z.string().nullable(),
});
export type JudgingAssignmentRow = z.infer<typeof JudgingAssignmentRow>;

export const JudgeRunRow = z.object({
  id: JudgeRunId,
  person_id: PersonId,
  settings: json(JudgeRunSettings),
  state: z.enum(['running', 'stopped', 'done']),
  created_by: PersonId,
  created_at: time,
  updated_at: time,
});
export type JudgeRunRow = z.infer<typeof JudgeRunRow>;

export const JudgeCallRow = z.object({
  id: JudgeCallId,
  run_id: JudgeRunId,
  response_id: ResponseId,
  criterion: name,
  subject: name,
  attempt: z.int().positive(),
  request: json(Json),
  reply: z.string().nullable(),
  outcome: z.enum(['decided', 'unparsed', 'failed']),
  error: z.string().nullable(),
  prompt_tokens: z.int().nonnegative().nullable(),
  completion_tokens: z.int().nonnegative().nullable(),
  started_at: time,
  ended_at: time,
});

export const JudgmentRow = z.object({
  id: JudgmentId,
  person_id: PersonId,
  item_id: ItemId,
  item_revision: z.int().positive(),
  response_id: ResponseId.nullable(),
  criterion: name,
  subject: name,
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value: json(Json).nullable(),
  detail: json(Json).nullable(),
  rationale: z.string().nullable(),
  source: z.enum(['judged', 'imported', 'asked']),
  judging_id: JudgingId.nullable(),
  call_id: JudgeCallId.nullable(),
  replaces: JudgmentId.nullable(),
  active_ms: milliseconds.nullable(),
  created_at: time,
});

export const VerdictDecisionRow = z.object({
  id: VerdictDecisionId,
  response_id: ResponseId,
  criterion: name,
  subject: name,
  kind: z.enum(['decision', 'reopening']),
  value: json(Json).nullable(),
  judgments: json(z.array(JudgmentId)),
  replaces: VerdictDecisionId.nullable(),
  cause: VerdictCause.nullable(),
  note: z.string(),
  person_id: PersonId,
  created_at: time,
});
export type VerdictDecisionRow = z.infer<typeof VerdictDecisionRow>;
