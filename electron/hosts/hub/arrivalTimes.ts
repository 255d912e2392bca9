import { isInFuture } from '../../../shared/domain/clock.ts';
import type { DocumentContent } from '../../core/db/documents.ts';

/**
 * A document's time of change if its device's clock is ahead: nothing changed after it arrived, so a future time
 * becomes the time of arrival. An answer whose time only it knows keeps it, with the time of arrival beside it. Null if
 * every time is possible.
 */
export function withoutFuture(content: DocumentContent, arrivedAt: number): DocumentContent | null {
  const { row, values } = content;
  const { submitted_at: submitted } = row;
  const changedAt = content.changedAt ?? (typeof submitted === 'number' ? submitted : undefined);
  const isLate = changedAt !== undefined && isInFuture(changedAt, arrivedAt);
  const lateValues = Object.values(values ?? {}).some(({ at }) => isInFuture(at, arrivedAt));
  if (!isLate && !lateValues) return null;
  return {
    ...content,
    ...(isLate && { changedAt: arrivedAt }),
    ...(values !== undefined && {
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          isInFuture(value.at, arrivedAt) ? { ...value, at: arrivedAt } : value,
        ]),
      ),
    }),
  };
}
