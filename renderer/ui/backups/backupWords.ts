import { counted } from '../../../shared/base/counts.ts';
import type { BackupList, KeptBackup } from '../../../shared/contract/casebooks.ts';
import { formatDateTime } from '../text/format.ts';

/** What is known of whether a backup can be restored. */
export const BACKUP_CHECKS: Readonly<Record<KeptBackup['check'], string>> = {
  sound: 'Sound',
  damaged: 'Damaged',
  unchecked: 'Sound when made',
};

const REASONS: Readonly<Record<NonNullable<KeptBackup['reason']>, string>> = {
  daily: 'Once a day',
  import: 'After an import',
  work: 'After changes',
  'before-restore': 'Before a restore',
  'before-schema': 'Before an update',
  'before-correcting-numbers': 'Before a correction',
};

/** Why a backup was made. */
export const backupReason = ({ reason }: KeptBackup): string =>
  reason === null ? 'By hand' : REASONS[reason];

/** What restoring a backup loses. */
export function backupLoss({ check, changesLost, lastChangeAt, madeAt }: KeptBackup): string {
  if (check === 'damaged') return 'Cannot be restored';
  if (changesLost === 0) return 'Nothing';
  const since = formatDateTime(lastChangeAt ?? madeAt);
  if (changesLost === null) return `Everything after ${since}`;
  return `${counted(changesLost, 'change')} after ${since}`;
}

/** A list without what brings back nothing. */
export const restorable = (list: BackupList): BackupList => ({
  ...list,
  backups: list.backups.filter(({ blank }) => !blank),
});
