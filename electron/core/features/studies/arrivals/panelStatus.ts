import Papa from 'papaparse';
import { z } from 'zod';
import type { PanelStatus } from '../../../../../shared/contract/recruitment.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import type { ReleasedFor } from '../../../db/tables/remote.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { StudyRow } from '../../../records/studies/studyRows.ts';

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

/**
 * Reads a panel's list of submissions. People who returned, timed out or were rejected free their places; those who had
 * finished are excluded. The same file again changes nothing. Expects the caller's transaction.
 */
export function createPanelStatus(
  casebook: Casebook,
): (study: StudyRow, csv: string, by: PersonId) => PanelStatus {
  const { ports, derived } = casebook;
  const { arrivals, studySessions } = casebook.records;
  return (study, csv, by) => {
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
    const status: PanelStatus = { rows: lines.length, released: 0, excluded: 0, unchanged: 0, unknown: [] };
    for (const [index, line] of lines.entries()) {
      const [panelId = '', word = ''] = [line[idAt]?.trim(), line[statusAt]?.trim().toUpperCase()];
      const unknown = (reason: string): void => void status.unknown.push({ line: index + 2, reason });
      const why = RELEASING[word];
      const arrival = arrivals.identified(study.id, panelId);
      if (why === undefined && !NEUTRAL.has(word)) unknown(`The status "${word}" is not known.`);
      else if (arrival === null) unknown('Nobody came with this id.');
      else if (why === undefined) status.unchanged += 1;
      else status[release(arrival, why, word)] += 1;
    }
    return status;

    function release(
      id: NonNullable<ReturnType<typeof arrivals.identified>>,
      why: ReleasedFor,
      word: string,
    ): 'released' | 'excluded' | 'unchanged' {
      const arrival = arrivals.find(id);
      if (arrival === undefined || arrival.state === 'over') return 'unchanged';
      const session =
        arrival.studySessionId === null ? undefined : studySessions.find(arrival.studySessionId);
      arrivals.release(id, why, ports.now());
      if (session?.endedAt == null) {
        if (session !== undefined && session.withdrawnAt === null)
          studySessions.setWithdrawn(session.id, ports.now());
        return 'released';
      }
      derived.exclude(session.id, 'exclusion', `The panel’s status is ${word}.`, by);
      return 'excluded';
    }
  };
}
