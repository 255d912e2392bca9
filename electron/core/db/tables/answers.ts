import { z } from 'zod';
import { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { JudgingSettings } from '../../../../shared/contract/judging.ts';
import { StoredStudySettings } from '../../../../shared/contract/studies.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import {
  EditionId,
  ExclusionId,
  ItemId,
  JudgeCallId,
  JudgeRunId,
  JudgingId,
  PersonId,
  ResponseId,
  StudyId,
  StudySessionId,
  VerdictDecisionId,
  VerdictId,
} from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import {
  AssignmentState,
  ResponsePurpose,
  StudyState,
  VerdictCause,
  VerdictSource,
  VerdictState,
} from '../../../../shared/domain/status.ts';
import { PlanEntry } from '../../../../shared/domain/study.ts';
import { count, flag, integer, json, jsonOrNull, table, text, time, version, whole } from '../describe.ts';

/* Studies, what people and models answer, and what judges say of that. */

const name = z.string().max(500);

/** How people are asked: a baseline as an exam. */
export const study = table({
  columns: {
    id: text(StudyId),
    title: text(z.string().min(1).max(1000)),
    settings: json(StoredStudySettings),
    state: text(StudyState),
    created_by: text(PersonId, 'person'),
    created_at: integer(time),
    updated_at: integer(time),
  },
  rows: 'editable',
  eyes: 'overseers',
  travels: 'merged',
  packed: { replaced: ['settings', 'created_by'] },
  checked: true,
});

/** The items of a study that has been opened. */
export const study_item = table({
  columns: {
    study_id: text(StudyId, 'study'),
    item_id: text(ItemId, 'item'),
    purpose: text(z.enum(['practice', 'main'])),
    position: integer(count),
  },
  key: ['study_id', 'item_id'],
  rows: 'immutable',
  eyes: 'overseers',
  travels: 'merged',
  partOf: 'study',
});

/** One participant in a study, with everything that will be shown. */
export const session = table({
  columns: {
    id: text(StudySessionId),
    study_id: text(StudyId, 'study'),
    person_id: text(PersonId, 'person'),
    number: integer(count),
    seed: integer(whole),
    plan: json(z.array(PlanEntry)),
    passed: json(z.array(count)),
    created_at: integer(time),
    consented_at: integer(time.nullable()),
    ended_at: integer(time.nullable()),
    withdrawn_at: integer(time.nullable()),
    erased_at: integer(time.nullable()),
    consent_version: text(z.string().nullable()),
  },
  rows: 'editable',
  eyes: 'person',
  travels: 'merged',
  packed: {},
  checked: true,
});

/** What a participant has begun to answer. */
export const session_draft = table({
  columns: {
    session_id: text(StudySessionId, 'session'),
    entry: integer(whole),
    step: text(z.string()),
    answer: jsonOrNull(StepAnswer),
    shown_at: integer(time.nullable()),
    active_ms: integer(count),
    away_ms: integer(count),
    focus_losses: integer(count),
    resumed: integer(count),
    updated_at: integer(time),
    used_ms: integer(count),
    running: integer(flag),
  },
  key: ['session_id', 'entry', 'step'],
  rows: 'editable',
  eyes: 'person',
  travels: 'never',
});

/** Answers of participants and models. */
export const response = table({
  columns: {
    id: text(ResponseId),
    session_id: text(StudySessionId.nullable(), 'session'),
    person_id: text(PersonId, 'person'),
    purpose: text(ResponsePurpose),
    item_id: text(ItemId.nullable(), 'item'),
    item_revision: integer(version.nullable()),
    condition: text(name),
    step: text(name),
    entry: integer(count.nullable()),
    position: integer(count.nullable()),
    question: text(z.string()),
    answer: json(StepAnswer),
    correct: integer(flag.nullable()),
    shown_at: integer(time.nullable()),
    answered_at: integer(time.nullable()),
    active_ms: integer(count.nullable()),
    away_ms: integer(count.nullable()),
    focus_losses: integer(count.nullable()),
    timed_out: integer(flag),
    resumed: integer(count),
    replaces: text(ResponseId.nullable(), 'response'),
    origin: text(z.string().nullable()),
    created_at: integer(time),
    edition_id: text(EditionId.nullable(), 'edition'),
  },
  rows: 'appendOnly',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  packed: {},
  checked: true,
});

/** That a participant, or one answer, is excluded or included again, and why. */
export const exclusion = table({
  columns: {
    id: text(ExclusionId),
    session_id: text(StudySessionId, 'session'),
    response_id: text(ResponseId.nullable(), 'response'),
    kind: text(z.enum(['exclusion', 'inclusion'])),
    reason: text(z.string()),
    person_id: text(PersonId, 'person'),
    created_at: integer(time),
  },
  rows: 'immutable',
  eyes: 'overseers',
  travels: 'united',
  checked: true,
});

/** Answers that people are asked to judge. */
export const judging = table({
  columns: {
    id: text(JudgingId),
    title: text(z.string().min(1).max(1000)),
    settings: json(JudgingSettings),
    created_by: text(PersonId, 'person'),
    created_at: integer(time),
  },
  rows: 'immutable',
  eyes: 'overseers',
  travels: 'united',
  checked: true,
});

/** Who is asked for a verdict on what. */
export const judging_assignment = table({
  columns: {
    judging_id: text(JudgingId, 'judging'),
    person_id: text(PersonId, 'person'),
    response_id: text(ResponseId, 'response'),
    criterion: text(name),
    subject: text(name),
    position: integer(count),
    state: text(AssignmentState),
    reason: text(z.string().nullable()),
  },
  key: ['person_id', 'judging_id', 'criterion', 'position'],
  rows: 'editable',
  eyes: 'person',
  travels: 'merged',
});

/** An LLM judge that runs, or ran: what it was asked with. */
export const judge_run = table({
  columns: {
    id: text(JudgeRunId),
    person_id: text(PersonId, 'person'),
    settings: json(JudgeRunSettings),
    state: text(z.enum(['running', 'stopped', 'done'])),
    created_by: text(PersonId, 'person'),
    created_at: integer(time),
    updated_at: integer(time),
  },
  rows: 'editable',
  eyes: 'overseers',
  travels: 'merged',
  checked: true,
});

/** Every request to an LLM judge, with its reply. */
export const judge_call = table({
  columns: {
    id: text(JudgeCallId),
    run_id: text(JudgeRunId, 'judge_run'),
    response_id: text(ResponseId, 'response'),
    criterion: text(name),
    subject: text(name),
    attempt: integer(version),
    request: json(Json),
    reply: text(z.string().nullable()),
    outcome: text(z.enum(['decided', 'unparsed', 'failed'])),
    error: text(z.string().nullable()),
    prompt_tokens: integer(count.nullable()),
    completion_tokens: integer(count.nullable()),
    started_at: integer(time),
    ended_at: integer(time),
  },
  rows: 'immutable',
  eyes: 'afterOwnAnswer',
  travels: 'united',
  checked: true,
});

/** Verdicts, one judge's on one thing each. */
export const judgment = table({
  columns: {
    id: text(VerdictId),
    person_id: text(PersonId, 'person'),
    item_id: text(ItemId, 'item'),
    item_revision: integer(version),
    response_id: text(ResponseId.nullable(), 'response'),
    criterion: text(name),
    subject: text(name),
    outcome: text(z.enum(['given', 'unknown', 'unparsed'])),
    value: jsonOrNull(Json),
    detail: jsonOrNull(Json),
    rationale: text(z.string().nullable()),
    source: text(z.enum(['judged', 'imported', 'asked'])),
    judging_id: text(JudgingId.nullable(), 'judging'),
    call_id: text(JudgeCallId.nullable(), 'judge_call'),
    replaces: text(VerdictId.nullable(), 'judgment'),
    active_ms: integer(count.nullable()),
    created_at: integer(time),
  },
  rows: 'appendOnly',
  eyes: 'afterOwnAnswer',
  travels: 'united',
  checked: true,
});

/** Decisions between judges who differ, and that one was taken back. */
export const verdict_decision = table({
  columns: {
    id: text(VerdictDecisionId),
    response_id: text(ResponseId, 'response'),
    criterion: text(name),
    subject: text(name),
    kind: text(z.enum(['decision', 'reopening'])),
    value: jsonOrNull(Json),
    judgments: json(z.array(VerdictId)),
    replaces: text(VerdictDecisionId.nullable(), 'verdict_decision'),
    cause: text(VerdictCause.nullable()),
    note: text(z.string()),
    person_id: text(PersonId, 'person'),
    created_at: integer(time),
    unseen: integer(flag),
  },
  rows: 'appendOnly',
  eyes: 'afterOwnAnswer',
  travels: 'merged',
  checked: true,
});

/** The verdict in force on each thing to be judged. */
export const verdict_state = table({
  columns: {
    response_id: text(ResponseId, 'response'),
    criterion: text(z.string()),
    subject: text(z.string()),
    item_id: text(ItemId, 'item'),
    state: text(VerdictState),
    value: jsonOrNull(Json),
    source: text(VerdictSource.nullable()),
    judges: integer(count),
    human_human: integer(flag),
    human_model: integer(flag),
    model_model: integer(flag),
    since: integer(time),
  },
  key: ['response_id', 'criterion', 'subject'],
  rows: 'derived',
  eyes: 'afterOwnAnswer',
  travels: 'never',
  checked: true,
});
