import { PersonId, type StudySessionId } from '../../../shared/base/ids.ts';
import type { CompletionHandoff } from '../../../shared/domain/study.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { StudySession } from '../records/studies/studySessions.ts';
import type { ExclusionWriter } from './exclusions.ts';
import { formerHolders, freePlaces, groupOf } from './places.ts';

const SEEN_EVERY_MS = 10_000;

/** What the actions of somebody who came by a study link mean for their place. Does nothing for other participants. Expects the caller's transaction. */
export class Participation {
  readonly #casebook: RecordedCasebook;
  readonly #exclude: ExclusionWriter;
  readonly #checks;
  readonly #ownerOf;
  readonly #bridged = new Set<string>();

  constructor(casebook: RecordedCasebook, exclude: ExclusionWriter) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#exclude = exclude;
    this.#checks = database.prepare<[string], { failed: number; all: number }>(
      `SELECT coalesce(sum(correct = 0), 0) AS failed, count(correct) AS "all" FROM current_response
     WHERE session_id = ? AND purpose = 'attention'`,
    );
    this.#ownerOf = database.prepare<[string], string>('SELECT created_by FROM study WHERE id = ?').pluck();
  }

  /** Starts the silence anew for people who were there when this program last ran: nobody loses a place by its absence. */
  bridge(studyId: StudySession['studyId']): void {
    if (this.#bridged.has(studyId)) return;
    this.#bridged.add(studyId);
    const settings = this.#casebook.records.arrivals.recruitment(studyId)?.settings;
    const last = this.#casebook.records.arrivals.lastSeen(studyId);
    if (settings === undefined || last === null) return;
    this.#casebook.records.arrivals.bridge(
      studyId,
      last - settings.silenceMinutes * 60_000,
      this.#casebook.ports.now(),
    );
  }

  /**
   * Notes that they are there, at most every ten seconds. Gives whether the study goes on for them: somebody who was silent
   * for so long that their place went to another gets a free one of the same group, where there is one.
   */
  seen({ id, studyId, settings: { conditions }, endedAt, withdrawnAt }: StudySession): boolean {
    const arrival = this.#casebook.records.arrivals.ofSession(id);
    if (arrival === undefined || endedAt !== null || withdrawnAt !== null) return true;
    this.bridge(studyId);
    const now = this.#casebook.ports.now();
    if (arrival.releasedAt === null) {
      if (now - arrival.lastSeenAt >= SEEN_EVERY_MS) this.#casebook.records.arrivals.setSeen(arrival.id, now);
      return true;
    }
    const settings = this.#casebook.records.arrivals.recruitment(studyId)?.settings;
    if (settings === undefined) return true;
    const own = arrival.place ?? 1;
    const holders = this.#casebook.records.arrivals.holders(studyId);
    const free = freePlaces(holders, settings, now);
    const group = groupOf(own, conditions.length);
    const place = free.includes(own) ? own : free.find((each) => groupOf(each, conditions.length) === group);
    if (place === undefined) return false;
    for (const former of formerHolders(holders, place))
      this.#casebook.records.arrivals.release(former, 'silence', now);
    this.#casebook.records.arrivals.reclaim(arrival.id, place, now);
    return true;
  }

  /** They answered everything. If they failed too many attention checks, they are excluded and their place is free. */
  finished(studySession: StudySession): void {
    const arrival = this.#casebook.records.arrivals.ofSession(studySession.id);
    const failed = arrival === undefined ? null : this.#tooManyFailed(studySession);
    if (arrival === undefined || failed === null) return;
    this.#exclude(
      studySession.id,
      'exclusion',
      `Failed ${String(failed.failed)} of ${String(failed.all)} attention checks; the study allows ${String(failed.most)}.`,
      PersonId.parse(this.#ownerOf.get(studySession.studyId)),
    );
    this.#casebook.records.arrivals.release(arrival.id, 'attention', this.#casebook.ports.now());
  }

  /** They left, so their place is free. */
  left(studySessionId: StudySessionId): void {
    const arrival = this.#casebook.records.arrivals.ofSession(studySessionId);
    if (arrival !== undefined)
      this.#casebook.records.arrivals.release(arrival.id, 'withdrawal', this.#casebook.ports.now());
  }

  /** The code and the address that they take back; null: none. */
  outcome(studySession: StudySession): CompletionHandoff | null {
    if (this.#casebook.records.arrivals.ofSession(studySession.id) === undefined) return null;
    const outcomes = this.#casebook.records.arrivals.recruitment(studySession.studyId)?.settings.outcomes;
    return (this.#tooManyFailed(studySession) === null ? outcomes?.complete : outcomes?.attention) ?? null;
  }

  /** How many checks they failed, where that is too many; else null. */
  #tooManyFailed({ id, studyId }: StudySession) {
    const most = this.#casebook.records.arrivals.recruitment(studyId)?.settings.failedChecks ?? null;
    const counted = this.#checks.get(id);
    return most === null || counted === undefined || counted.failed <= most ? null : { ...counted, most };
  }
}
