import { z } from 'zod';
import { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import {
  ArrivalId,
  PersonId,
  StudyId,
  StudySessionId,
  WebLinkId,
  WebSessionId,
} from '../../../../shared/base/ids.ts';
import { count, integer, json, jsonOrNull, table, text, time } from '../describe.ts';

/* People who are elsewhere: how they come to a study, and which browsers are signed in. All of it is this copy's own. */

const local = { rows: 'editable', eyes: 'overseers', travels: 'never' } as const;

/** Whether somebody who came by a study link takes part. */
export const ArrivalState = z.enum(['deciding', 'declined', 'screened_out', 'admitted', 'over']);
export type ArrivalState = z.infer<typeof ArrivalState>;

/** Why a place went to somebody else. */
export const ReleasedFor = z.enum([
  'silence',
  'withdrawal',
  'attention',
  'returned',
  'timed_out',
  'rejected',
]);
export type ReleasedFor = z.infer<typeof ReleasedFor>;

/** How people come to a study by its link. */
export const recruitment = table({
  columns: {
    study_id: text(StudyId, 'study'),
    settings: json(RecruitmentSettings),
    token: text(z.string()),
    secret: text(z.string()),
    created_at: integer(time),
    updated_at: integer(time),
  },
  key: ['study_id'],
  ...local,
});

/** Everybody who came by a study link. */
export const arrival = table({
  columns: {
    id: text(ArrivalId),
    study_id: text(StudyId, 'study'),
    session_id: text(StudySessionId.nullable(), 'session'),
    place: integer(count.positive().nullable()),
    link_hash: text(z.string().nullable()),
    state: text(ArrivalState),
    consent_version: text(z.string().nullable()),
    screening: jsonOrNull(z.array(count)),
    arrived_at: integer(time),
    last_seen_at: integer(time),
    released_at: integer(time.nullable()),
    released_for: text(ReleasedFor.nullable()),
  },
  ...local,
});

/** Who somebody is for the panel that sent them. */
export const panel_identity = table({
  columns: {
    arrival_id: text(ArrivalId, 'arrival'),
    study_id: text(StudyId, 'study'),
    panel_id: text(z.string()),
    parameters: json(z.record(z.string(), z.string())),
  },
  key: ['arrival_id'],
  ...local,
});

/** Links that sign a browser in. */
export const web_link = table({
  columns: {
    id: text(WebLinkId),
    kind: text(z.enum(['invitation', 'personal'])),
    digest: text(z.string()),
    person_id: text(PersonId, 'person'),
    session_id: text(StudySessionId.nullable(), 'session'),
    created_by: text(PersonId.nullable(), 'person'),
    created_at: integer(time),
    expires_at: integer(time),
    ended_at: integer(time.nullable()),
  },
  ...local,
});

/** Browsers that are signed in. */
export const web_session = table({
  columns: {
    id: text(WebSessionId),
    kind: text(z.enum(['owner', 'invited', 'participant'])),
    digest: text(z.string()),
    person_id: text(PersonId.nullable(), 'person'),
    link_id: text(WebLinkId.nullable(), 'web_link'),
    arrival_id: text(ArrivalId.nullable(), 'arrival'),
    device: text(z.string()),
    created_at: integer(time),
    last_seen_at: integer(time),
    expires_at: integer(time),
    ended_at: integer(time.nullable()),
  },
  ...local,
});
