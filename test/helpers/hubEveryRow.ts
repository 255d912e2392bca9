import { v7 } from 'uuid';
import { SEPARATOR } from '../../electron/core/db/documents.ts';
import type { HubDocument } from '../../shared/hub/protocol.ts';
import { judgeSettings } from './answeredCasebook.ts';
import { answerRow, assignmentRow, document, imageRow, itemRow, type Row } from './hubRows.ts';

const TIME = Date.UTC(2026, 0, 5);

export const personRow = (id: string, roles: readonly string[], handle: string = id): Row => ({
  id,
  handle,
  name: handle,
  kind: 'human',
  roles: JSON.stringify(roles),
  version: null,
  instruction_hash: null,
  temperature: null,
  created_at: TIME,
  settings: null,
  set_aside_at: null,
});

export const sessionRow = (person: string, id: string = v7()): Row => ({
  id,
  study_id: v7(),
  person_id: person,
  number: 1,
  seed: 1,
  plan: '[]',
  passed: '[]',
  created_at: TIME,
  consented_at: null,
  ended_at: null,
  withdrawn_at: null,
  erased_at: null,
  consent_version: null,
});

export const judgingAssignmentRow = (judge: string, position = 0): Row => ({
  judging_id: v7(),
  person_id: judge,
  response_id: v7(),
  criterion: 'cue_match',
  subject: '',
  position,
  state: 'open',
  reason: null,
});

const judgingAssignmentId = (row: Row): string =>
  ['person_id', 'judging_id', 'criterion', 'position'].map((column) => String(row[column])).join(SEPARATOR);

export const judgingAssignment = (row: Row): HubDocument =>
  document('judging_assignment', row, { id: judgingAssignmentId(row) });

/** That an item was deleted. */
const deletion = (item: string, revision = 1): HubDocument =>
  document(
    'deleted_item',
    {
      item_id: item,
      benchmark: 'generic',
      external_id: 'x',
      cause: 'deleted',
      // Another one each time: a hub keeps each state of a row once.
      deleted_at: TIME + Math.floor(Math.random() * 1e9),
      revision,
    },
    { id: item },
  );

const STUDY = {
  items: { filter: {}, sample: null },
  seed: 1,
  order: 'fixed',
  conditions: [''],
  itemsEach: null,
  practice: [],
  attention: { checks: [], every: 1 },
  breakEvery: null,
  timeLimitSeconds: null,
  allowBack: false,
  imageSide: null,
  texts: { consent: 'x', instructions: '', breaks: '', thanks: '' },
};

/** What a row is about: an item, and what somebody was asked for. */
export interface About {
  readonly item: string;
  readonly assignment: string;
  readonly session: string;
  readonly judging: Row;
  /** Of an image that the hub has. */
  readonly sha256: string;
}

/** A new document of each table that says it is from somebody, where such rows say that. */
export function everyDocument(
  person: string,
  about: About,
): Readonly<Record<HubDocument['table'], HubDocument>> {
  const { item, sha256 } = about;
  const id = () => v7();
  const image = imageRow(sha256);
  const unit = { response_id: id(), criterion: 'cue_match', subject: '' };
  const made = { person_id: person, created_at: TIME };
  const fields = { item_id: item, task: 'curate', round: 1 };
  return {
    meta: document('meta', { key: 'settings', value: JSON.stringify({ at: id() }) }, { id: 'settings' }),
    person: document('person', personRow(id(), ['curator'])),
    image: document('image', image, { id: `${String(image['id'])}${SEPARATOR}${item}`, item, sha256 }),
    deleted_item: deletion(item),
    item: document('item', itemRow(id())),
    edition: document('edition', {
      ...made,
      id: id(),
      item_id: item,
      replaces: null,
      number: 2,
      before: '{}',
      payload: '{}',
      reason: '',
      annotation_id: null,
    }),
    guideline: document('guideline', {
      ...made,
      id: id(),
      task: 'curate',
      field: 'kind',
      category: null,
      note: 'x',
      removed_at: null,
      round: 2,
    }),
    assignment: document('assignment', {
      ...assignmentRow(item, person, 'submitted', about.assignment),
      reason: id(),
    }),
    annotation: document('annotation', answerRow(item, person)),
    adjudication: document('adjudication', {
      ...made,
      ...fields,
      id: id(),
      kind: 'reopening',
      annotation_id: null,
      replaces: null,
      fields: '{}',
      cause: null,
      note: '',
    }),
    comment: document('comment', {
      ...made,
      id: id(),
      item_id: item,
      thread_id: null,
      text: 'x',
      resolved: 0,
      removed: 0,
      changed_at: TIME,
    }),
    study: document('study', {
      id: id(),
      title: 'x',
      settings: JSON.stringify(STUDY),
      state: 'draft',
      created_by: person,
      created_at: TIME,
      updated_at: TIME,
    }),
    session: document('session', { ...sessionRow(person, about.session), consent_version: id() }),
    response: document('response', {
      ...made,
      id: id(),
      session_id: about.session,
      purpose: 'main',
      item_id: item,
      item_revision: 1,
      condition: '',
      step: 'x',
      entry: 0,
      position: 0,
      question: '',
      answer: JSON.stringify({ kind: 'text', text: 'x' }),
      correct: null,
      shown_at: null,
      answered_at: null,
      active_ms: null,
      away_ms: null,
      focus_losses: null,
      timed_out: 0,
      resumed: 0,
      replaces: null,
      origin: null,
      edition_id: null,
    }),
    exclusion: document('exclusion', {
      ...made,
      id: id(),
      session_id: about.session,
      response_id: null,
      kind: 'exclusion',
      reason: '',
    }),
    judging: document('judging', {
      id: id(),
      title: 'x',
      settings: JSON.stringify({ criteria: ['cue_match'], judges: [person], overlap: 1, seed: 1 }),
      created_by: person,
      created_at: TIME,
    }),
    judging_assignment: judgingAssignment({
      ...about.judging,
      person_id: person,
      state: 'submitted',
      reason: id(),
    }),
    judge_run: document('judge_run', {
      id: id(),
      person_id: person,
      settings: JSON.stringify(judgeSettings('http://127.0.0.1:1/v1')),
      state: 'done',
      created_by: person,
      created_at: TIME,
      updated_at: TIME,
    }),
    judge_call: document('judge_call', {
      ...unit,
      id: id(),
      run_id: id(),
      attempt: 1,
      request: '{}',
      reply: null,
      outcome: 'failed',
      error: null,
      prompt_tokens: null,
      completion_tokens: null,
      started_at: TIME,
      ended_at: TIME,
    }),
    judgment: document('judgment', {
      ...made,
      ...unit,
      id: id(),
      item_id: item,
      item_revision: 1,
      outcome: 'given',
      value: null,
      detail: null,
      rationale: null,
      source: 'judged',
      judging_id: about.judging['judging_id'] ?? null,
      call_id: null,
      replaces: null,
      active_ms: null,
    }),
    verdict_decision: document('verdict_decision', {
      ...made,
      ...unit,
      id: id(),
      kind: 'reopening',
      value: null,
      judgments: '[]',
      replaces: null,
      cause: null,
      note: '',
      unseen: 0,
    }),
  };
}
