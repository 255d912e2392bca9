import type { Json } from '../../../../shared/base/json.ts';
import { isAttachment } from './undoAttachment.ts';
import { changesItems } from './undoItems.ts';

/** Kinds whose diff holds each value as it was and as it is. */
const BY_VALUE = new Set(['tags', 'split', 'vocabulary', 'update', 'gold']);

/** How History takes an entry of the log back. */
export type UndoWay = 'items' | 'answers' | 'images' | 'statuses' | 'values';

/**
 * How an entry can be undone; null: not at all. A change of statuses or values keeps its way once it is undone, so that
 * undoing it again says so.
 * @param entry `answers`: it is an import whose added rows are known
 */
export function undoWay(entry: {
  readonly kind: string;
  readonly detail: Json;
  readonly diff: Json;
  readonly answers: boolean;
  readonly isUndone: boolean;
}): UndoWay | null {
  const { kind, detail, diff, answers, isUndone } = entry;
  if (!isUndone) {
    if (changesItems(kind, detail)) return 'items';
    if (answers) return 'answers';
    if (isAttachment(kind, diff)) return 'images';
  }
  if (kind === 'status') return 'statuses';
  return BY_VALUE.has(kind) ? 'values' : null;
}
