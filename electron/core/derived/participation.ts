import type { StudySessionId } from '../../../shared/base/ids.ts';
import type { Outcome } from '../../../shared/domain/study.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { StudySession } from '../records/studySessions.ts';
import type { Exclude } from './exclusions.ts';
import { formerHolders, freePlaces, groupOf } from './places.ts';

/** What the actions of somebody who came by a study link mean for their place. Does nothing for other participants. */
export interface Participation {
  /**
   * Notes that they are there, at most every ten seconds. Gives whether the study goes on for them: somebody who was silent
   * for so long that their place went to another gets a free one of the same group, where there is one.
   */
  seen(studySession: StudySession): boolean;
  /** Starts the silence anew for people who were there when this program last ran: nobody loses a place by its absence. */
  bridge(studyId: StudySession['studyId']): void;
  /** They answered everything. If they failed too many attention checks, they are excluded and their place is free. */
  finished(studySession: StudySession): void;
  /** They left, so their place is free. */
  left(studySessionId: StudySessionId): void;
  /** The code and the address that they take back; null: none. */
  outcome(studySession: StudySession): Outcome | null;
}

const SEEN_EVERY_MS = 10_000;

/** Participation in an open casebook. Expects the caller's transaction. */
export function createParticipation(
  { database, ports, records }: RecordedCasebook,
  exclude: Exclude,
): Participation {
  const { arrivals } = records;
  const checks = database.prepare<[string], { failed: number; all: number }>(
    `SELECT coalesce(sum(correct = 0), 0) AS failed, count(correct) AS "all" FROM current_response
     WHERE session_id = ? AND purpose = 'attention'`,
  );
  const ownerOf = database.prepare<[string], string>('SELECT created_by FROM study WHERE id = ?').pluck();
  const bridged = new Set<string>();

  /** How many checks they failed, where that is too many; else null. */
  const tooManyFailed = ({ id, studyId }: StudySession) => {
    const most = arrivals.recruitment(studyId)?.settings.failedChecks ?? null;
    const counted = checks.get(id);
    return most === null || counted === undefined || counted.failed <= most ? null : { ...counted, most };
  };

  const bridge: Participation['bridge'] = (studyId) => {
    if (bridged.has(studyId)) return;
    bridged.add(studyId);
    const settings = arrivals.recruitment(studyId)?.settings;
    const last = arrivals.lastSeen(studyId);
    if (settings === undefined || last === null) return;
    arrivals.bridge(studyId, last - settings.silenceMinutes * 60_000, ports.now());
  };

  return {
    bridge,
    seen({ id, studyId, settings: { conditions }, endedAt, withdrawnAt }) {
      const arrival = arrivals.ofSession(id);
      if (arrival === undefined || endedAt !== null || withdrawnAt !== null) return true;
      bridge(studyId);
      const now = ports.now();
      if (arrival.releasedAt === null) {
        if (now - arrival.lastSeenAt >= SEEN_EVERY_MS) arrivals.setSeen(arrival.id, now);
        return true;
      }
      const settings = arrivals.recruitment(studyId)?.settings;
      if (settings === undefined) return true;
      const own = arrival.place ?? 1;
      const holders = arrivals.holders(studyId);
      const free = freePlaces(holders, settings, now);
      const group = groupOf(own, conditions.length);
      const place = free.includes(own)
        ? own
        : free.find((each) => groupOf(each, conditions.length) === group);
      if (place === undefined) return false;
      for (const former of formerHolders(holders, place)) arrivals.release(former, 'silence', now);
      arrivals.reclaim(arrival.id, place, now);
      return true;
    },
    finished(studySession) {
      const arrival = arrivals.ofSession(studySession.id);
      const failed = arrival === undefined ? null : tooManyFailed(studySession);
      if (arrival === undefined || failed === null) return;
      exclude(
        studySession.id,
        'exclusion',
        `Failed ${String(failed.failed)} of ${String(failed.all)} attention checks; the study allows ${String(failed.most)}.`,
        PersonId.parse(ownerOf.get(studySession.studyId)),
      );
      arrivals.release(arrival.id, 'attention', ports.now());
    },
    left(studySessionId) {
      const arrival = arrivals.ofSession(studySessionId);
      if (arrival !== undefined) arrivals.release(arrival.id, 'withdrawal', ports.now());
    },
    outcome(studySession) {
      if (arrivals.ofSession(studySession.id) === undefined) return null;
      const outcomes = arrivals.recruitment(studySession.studyId)?.settings.outcomes;
      return (tooManyFailed(studySession) === null ? outcomes?.complete : outcomes?.attention) ?? null;
    },
  };
}
