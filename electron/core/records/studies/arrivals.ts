import { z } from 'zod';
import { RecruitmentSettings } from '../../../../shared/contract/recruitment.ts';
import { ArrivalId, StudyId, StudySessionId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { ArrivalState, ReleasedFor } from '../../db/tables/remote.ts';

const ArrivalRow = z.object({
  id: ArrivalId,
  studyId: StudyId,
  studySessionId: StudySessionId.nullable(),
  place: z.int().nullable(),
  linkHash: z.string().nullable(),
  state: ArrivalState,
  consentVersion: z.string().nullable(),
  screening: z.string().nullable(),
  arrivedAt: z.int(),
  lastSeenAt: z.int(),
  releasedAt: z.int().nullable(),
  releasedFor: ReleasedFor.nullable(),
});

/** Somebody who came by a study link. */
export interface Arrival extends Omit<z.infer<typeof ArrivalRow>, 'screening'> {
  /** The options chosen at screening, by their place from 0; null: not answered. */
  readonly screening: readonly number[] | null;
}

const RecruitmentRow = z.object({
  studyId: StudyId,
  settings: z.string(),
  token: z.string(),
  secret: z.string(),
});

/** How people come to a study. */
export interface RecruitmentRecord extends Omit<z.infer<typeof RecruitmentRow>, 'settings'> {
  readonly settings: RecruitmentSettings;
}

const HolderRow = z.object({
  studySessionId: StudySessionId,
  place: z.int(),
  /** Null: they were enrolled by a curator and came by no study link. */
  arrivalId: ArrivalId.nullable(),
  lastSeenAt: z.int().nullable(),
  releasedAt: z.int().nullable(),
  takenAt: z.int(),
  answered: z.int(),
  ended: z.int(),
  withdrawn: z.int(),
  excluded: z.int(),
});

/** A participant with the place of the study's plan that is, or was, theirs. */
export interface PlaceHolder extends Omit<
  z.infer<typeof HolderRow>,
  'answered' | 'ended' | 'withdrawn' | 'excluded'
> {
  /** Whether they have answered or drafted anything. */
  readonly answered: boolean;
  readonly ended: boolean;
  readonly withdrawn: boolean;
  readonly excluded: boolean;
}

const PanelIdentity = z.object({
  arrivalId: ArrivalId,
  panelId: z.string(),
});

/** Rows of people who came by a study link, of how they come, and of who they are for the panel. */
export class ArrivalRows {
  readonly #byId;
  readonly #bySession;
  readonly #byStudy;
  readonly #byHash;
  readonly #insert;
  readonly #setConsent;
  readonly #setScreening;
  readonly #setAdmitted;
  readonly #setSeen;
  readonly #release;
  readonly #reclaim;
  readonly #bridge;
  readonly #lastSeen;
  readonly #holders;
  readonly #recruitmentOf;
  readonly #recruitmentBy;
  readonly #putRecruitment;
  readonly #putIdentity;
  readonly #identity;
  readonly #identities;
  readonly #forget;
  readonly #forgetHashes;

  constructor(database: CasebookDatabase) {
    const columns = `SELECT id, study_id AS studyId, session_id AS studySessionId, place, link_hash AS linkHash, state,
    consent_version AS consentVersion, screening, arrived_at AS arrivedAt, last_seen_at AS lastSeenAt,
    released_at AS releasedAt, released_for AS releasedFor FROM arrival`;
    this.#byId = database.prepare<[string]>(`${columns} WHERE id = ?`);
    this.#bySession = database.prepare<[string]>(`${columns} WHERE session_id = ?`);
    this.#byStudy = database.prepare<[string]>(`${columns} WHERE study_id = ? ORDER BY arrived_at, id`);
    this.#byHash = database.prepare<[string, string]>(`${columns} WHERE study_id = ? AND link_hash = ?`);
    this.#insert = database.prepare<[string, string, string | null, number, number]>(
      `INSERT INTO arrival (id, study_id, link_hash, state, arrived_at, last_seen_at) VALUES (?, ?, ?, 'deciding', ?, ?)`,
    );
    this.#setConsent = database.prepare<[string, string | null, string]>(
      'UPDATE arrival SET state = ?, consent_version = ? WHERE id = ?',
    );
    this.#setScreening = database.prepare<[string, string, string]>(
      'UPDATE arrival SET screening = ?, state = ? WHERE id = ?',
    );
    this.#setAdmitted = database.prepare<[string, number, number, string]>(
      "UPDATE arrival SET state = 'admitted', session_id = ?, place = ?, last_seen_at = ? WHERE id = ?",
    );
    this.#setSeen = database.prepare<[number, string]>('UPDATE arrival SET last_seen_at = ? WHERE id = ?');
    this.#release = database.prepare<[number, string, string, string]>(
      'UPDATE arrival SET released_at = ?, released_for = ?, state = ? WHERE id = ?',
    );
    this.#reclaim = database.prepare<[number, number, string]>(
      'UPDATE arrival SET released_at = NULL, released_for = NULL, place = ?, last_seen_at = ? WHERE id = ?',
    );
    this.#bridge = database.prepare<[number, string, number]>(
      `UPDATE arrival SET last_seen_at = ? WHERE study_id = ? AND state = 'admitted' AND released_at IS NULL
       AND last_seen_at >= ?`,
    );
    this.#lastSeen = database
      .prepare<[string], number | null>('SELECT max(last_seen_at) FROM arrival WHERE study_id = ?')
      .pluck();
    this.#holders = database.prepare<[string]>(
      `SELECT s.id AS studySessionId, coalesce(a.place, s.number) AS place, a.id AS arrivalId,
       a.last_seen_at AS lastSeenAt, a.released_at AS releasedAt, s.created_at AS takenAt,
       (EXISTS (SELECT 1 FROM response r WHERE r.session_id = s.id)
         OR EXISTS (SELECT 1 FROM session_draft d WHERE d.session_id = s.id)) AS answered, s.ended_at IS NOT NULL AS ended,
       s.withdrawn_at IS NOT NULL AS withdrawn,
       coalesce((SELECT x.kind FROM exclusion x WHERE x.session_id = s.id AND x.response_id IS NULL
         ORDER BY x.created_at DESC, x.id DESC LIMIT 1), 'inclusion') = 'exclusion' AS excluded
     FROM session s LEFT JOIN arrival a ON a.session_id = s.id WHERE s.study_id = ? AND s.number > 0 ORDER BY s.number`,
    );
    const recruitments = `SELECT study_id AS studyId, settings, token, secret FROM recruitment`;
    this.#recruitmentOf = database.prepare<[string]>(`${recruitments} WHERE study_id = ?`);
    this.#recruitmentBy = database.prepare<[string]>(`${recruitments} WHERE token = ?`);
    this.#putRecruitment = database.prepare<[string, string, string, string, number, number]>(
      `INSERT INTO recruitment (study_id, settings, token, secret, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (study_id) DO UPDATE SET settings = excluded.settings, token = excluded.token,
       updated_at = excluded.updated_at`,
    );
    this.#putIdentity = database.prepare<[string, string, string, string]>(
      'INSERT INTO panel_identity (arrival_id, study_id, panel_id, parameters) VALUES (?, ?, ?, ?)',
    );
    this.#identity = database.prepare<[string, string]>(
      'SELECT arrival_id AS arrivalId, panel_id AS panelId FROM panel_identity WHERE study_id = ? AND panel_id = ?',
    );
    this.#identities = database
      .prepare<[string], number>('SELECT count(*) FROM panel_identity WHERE study_id = ?')
      .pluck();
    this.#forget = database.prepare<[string]>('DELETE FROM panel_identity WHERE study_id = ?');
    this.#forgetHashes = database.prepare<[string]>('UPDATE arrival SET link_hash = NULL WHERE study_id = ?');
  }

  find(id: ArrivalId) {
    return toArrival(this.#byId.get(id));
  }

  /** Who came by a study link and has this study session. */
  ofSession(id: StudySessionId) {
    return toArrival(this.#bySession.get(id));
  }

  /** In the order of their arrival. */
  ofStudy(id: StudyId): Arrival[] {
    return this.#byStudy.all(id).flatMap((raw) => toArrival(raw) ?? []);
  }

  byLink(study: StudyId, linkHash: string) {
    return toArrival(this.#byHash.get(study, linkHash));
  }

  insert(id: ArrivalId, study: StudyId, linkHash: string | null, now: number) {
    return void this.#insert.run(id, study, linkHash, now, now);
  }

  setConsent(id: ArrivalId, state: 'deciding' | 'declined', version: string | null) {
    return void this.#setConsent.run(state, version, id);
  }

  setScreening(id: ArrivalId, answers: readonly number[], state: 'deciding' | 'screened_out') {
    return void this.#setScreening.run(JSON.stringify(answers), state, id);
  }

  setAdmitted(id: ArrivalId, studySessionId: StudySessionId, place: number, now: number) {
    return void this.#setAdmitted.run(studySessionId, place, now, id);
  }

  setSeen(id: ArrivalId, now: number) {
    return void this.#setSeen.run(now, id);
  }

  /** Gives their place free; but for silence, for good. */
  release(id: ArrivalId, why: ReleasedFor, now: number) {
    return void this.#release.run(
      now,
      why,
      why === 'silence' || why === 'attention' ? 'admitted' : 'over',
      id,
    );
  }

  reclaim(id: ArrivalId, place: number, now: number) {
    return void this.#reclaim.run(place, now, id);
  }

  /** When anybody of the study was last seen; null: nobody came. */
  lastSeen(study: StudyId) {
    return this.#lastSeen.get(study) ?? null;
  }

  /** Counts people who were there at `since` or later as seen now. */
  bridge(study: StudyId, since: number, now: number) {
    return void this.#bridge.run(now, study, since);
  }

  /** Everybody who takes or took part, by their numbers. */
  holders(study: StudyId): PlaceHolder[] {
    return this.#holders.all(study).map((raw) => {
      const { answered, ended, withdrawn, excluded, ...row } = HolderRow.parse(raw);
      return {
        ...row,
        answered: answered === 1,
        ended: ended === 1,
        withdrawn: withdrawn === 1,
        excluded: excluded === 1,
      };
    });
  }

  recruitment(study: StudyId) {
    return toRecruitment(this.#recruitmentOf.get(study));
  }

  recruitmentCalled(token: string) {
    return toRecruitment(this.#recruitmentBy.get(token));
  }

  putRecruitment({ studyId, settings, token, secret }: RecruitmentRecord, now: number) {
    return void this.#putRecruitment.run(studyId, JSON.stringify(settings), token, secret, now, now);
  }

  keepIdentity(
    arrival: ArrivalId,
    study: StudyId,
    panelId: string,
    parameters: Readonly<Record<string, string>>,
  ) {
    return void this.#putIdentity.run(arrival, study, panelId, JSON.stringify(parameters));
  }

  /** Who came with an id of the panel's. */
  identified(study: StudyId, panelId: string): ArrivalId | null {
    const raw = this.#identity.get(study, panelId);
    return raw === undefined ? null : PanelIdentity.parse(raw).arrivalId;
  }

  identities(study: StudyId) {
    return this.#identities.get(study) ?? 0;
  }

  /** Deletes the panel's ids and what was made of them; gives how many there were. */
  forgetIdentities(study: StudyId): number {
    this.#forgetHashes.run(study);
    return this.#forget.run(study).changes;
  }
}

function toArrival(raw: unknown): Arrival | undefined {
  if (raw === undefined) return undefined;
  const { screening, ...row } = ArrivalRow.parse(raw);
  return {
    ...row,
    screening: screening === null ? null : z.array(z.int()).parse(JSON.parse(screening)),
  };
}

function toRecruitment(raw: unknown): RecruitmentRecord | undefined {
  if (raw === undefined) return undefined;
  const { settings, ...row } = RecruitmentRow.parse(raw);
  return { ...row, settings: RecruitmentSettings.parse(JSON.parse(settings)) };
}
