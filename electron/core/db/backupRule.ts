/** How far a database had come when it was looked at. */
export interface Reach {
  /** The last entry of its history. */
  readonly sequence: number;
  readonly items: number;
  /** Numbers that annotations, answers and verdicts were given: an import of a thousand is one entry of the history. */
  readonly answers: number;
}

/** As many entries or answers are a few minutes of work: more than anybody likes to do again. */
export const WORTH_A_BACKUP = 10;

/**
 * Whether enough changed since the newest backup to need another.
 * @param last how far the newest backup had come; null where there is none, or none that can be read
 * @param isContinued whether the history goes on from the backup's: not after an older backup was restored
 */
export function isBackupDue(last: Reach | null, now: Reach, isContinued: boolean): boolean {
  if (last === null || !isContinued) return now.sequence > 0 || now.items > 0;
  if (last.items === 0 && now.items > 0) return true;
  const changes = Math.max(now.sequence - last.sequence, now.items - last.items, now.answers - last.answers);
  return changes >= WORTH_A_BACKUP;
}

/** Why a backup was made; it is part of its file's name. */
export type BackupReason =
  'daily' | 'import' | 'work' | 'before-restore' | 'before-correcting-numbers' | `before-schema-${number}`;

const KEPT = 10;

/**
 * The backups to delete after one was made: all but the ten newest, and of those made by one day's work all but the
 * newest, so that one busy day does not push out all earlier days.
 * @param names newest first
 */
export function outdatedBackups(names: readonly string[]): readonly string[] {
  const days = new Set<string>();
  const kept = names.filter((name) => {
    if (!name.endsWith('-work.sqlite')) return true;
    const day = name.slice(0, 10);
    if (days.has(day)) return false;
    days.add(day);
    return true;
  });
  const staying = new Set(kept.slice(0, KEPT));
  return names.filter((name) => !staying.has(name));
}
