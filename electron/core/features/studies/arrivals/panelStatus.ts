import Papa from 'papaparse';
import { z } from 'zod';
import type { PanelStatus } from '../../../../../shared/contract/recruitment.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { ArrivalId, PersonId, StudyId } from '../../../../../shared/base/ids.ts';
import type { ReleasedFor } from '../../../db/tables/remote.ts';
import type { Casebook } from '../../../derived/casebook.ts';

/** The statuses in Prolific's list of submissions that give a place back. */
const RELEASING: Readonly<Record<string, ReleasedFor>> = {
  RETURNED: 'returned',
  'TIMED-OUT': 'timed_out',
  REJECTED: 'rejected',
};
/** Those that change nothing. */
const NEUTRAL = new Set([
  'ACTIVE',
  'APPROVED',
  'AWAITING REVIEW',
  'RESERVED',
  'PARTIALLY APPROVED',
  'SCREENED OUT',
]);

const ID_COLUMNS = new Set(['participant id', 'participant_id', 'prolific_pid', 'id']);
const STATUS_COLUMN = 'status';

/** A line of a panel's list of submissions. */
export interface Submission {
  /** Its number in the file. */
  readonly line: number;
  readonly panelId: string;
  /** As the panel calls it, in capitals. */
  readonly status: string;
}

/** The submissions in a CSV file. Throws `invalid_input` where a column is missing. */
export function submissionsIn(csv: string): readonly Submission[] {
  const { data } = Papa.parse<unknown>(csv.replace(/^\uFEFF/u, ''), { skipEmptyLines: 'greedy' });
  const [head = [], ...lines] = z.array(z.array(z.string())).parse(data);
  const names = head.map((name) => name.trim().toLowerCase());
  const [idAt, statusAt] = [names.findIndex((name) => ID_COLUMNS.has(name)), names.indexOf(STATUS_COLUMN)];
  if (idAt < 0 || statusAt < 0)
    throw new CasebookError(
      'invalid_input',
      'The file needs the columns "Participant id" and "Status".',
      'Nothing was changed. Choose the list of submissions that the panel exports as CSV.',
    );
  return lines.map((line, index) => ({
    line: index + 2,
    panelId: line[idAt]?.trim() ?? '',
    status: line[statusAt]?.trim().toUpperCase() ?? '',
  }));
}

/** Why a status gives a place back; null: it changes nothing; undefined: it is not known. */
export const releaseBy = (status: string): ReleasedFor | null | undefined =>
  RELEASING[status] ?? (NEUTRAL.has(status) ? null : undefined);

/**
 * Follows a panel's list of submissions. People who returned, timed out or were rejected free their places; those who had
 * finished are excluded. The same file again changes nothing. Expects the caller's transaction.
 */
export function followPanel(casebook: Casebook, study: StudyId, csv: string, by: PersonId): PanelStatus {
  const { arrivals } = casebook.records;
  const submissions = submissionsIn(csv);
  const report: PanelStatus = {
    rows: submissions.length,
    released: 0,
    excluded: 0,
    unchanged: 0,
    unknown: [],
  };
  for (const { line, panelId, status } of submissions) {
    const why = releaseBy(status);
    const id = arrivals.identified(study, panelId);
    if (why === undefined) report.unknown.push({ line, reason: `The status "${status}" is not known.` });
    else if (id === null) report.unknown.push({ line, reason: 'Nobody came with this id.' });
    else if (why === null) report.unchanged += 1;
    else report[release(casebook, id, why, `The panel’s status is ${status}.`, by)] += 1;
  }
  return report;
}

function release(
  { ports, derived, records: { arrivals, studySessions } }: Casebook,
  id: ArrivalId,
  why: ReleasedFor,
  reason: string,
  by: PersonId,
): 'released' | 'excluded' | 'unchanged' {
  const arrival = arrivals.find(id);
  if (arrival === undefined || arrival.state === 'over') return 'unchanged';
  const session = arrival.studySessionId === null ? undefined : studySessions.find(arrival.studySessionId);
  arrivals.release(id, why, ports.now());
  if (session?.endedAt == null) {
    if (session !== undefined && session.withdrawnAt === null)
      studySessions.setWithdrawn(session.id, ports.now());
    return 'released';
  }
  derived.exclude(session.id, 'exclusion', reason, by);
  return 'excluded';
}
