import { z } from 'zod';
import type { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { PlannedUnit } from './plan.ts';

const Row = z.object({ outcome: z.enum(['given', 'unknown', 'unparsed']), value: z.string().nullable() });

/** What a judge replied before: its verdict, or that none could be read. */
export type EarlierVerdict =
  { readonly outcome: 'given'; readonly value: Json } | { readonly outcome: 'unparsed' | 'unknown' };

/** Reads a judge's own verdicts. */
export function createEarlierVerdictReader({ database }: Casebook) {
  const find = database.prepare<[string, string, string, string]>(
    `SELECT outcome, value FROM current_judgment
     WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
  );
  return (
    judge: PersonId,
    responseId: ResponseId,
    { criterion, subject }: PlannedUnit,
  ): EarlierVerdict | null => {
    const raw = find.get(responseId, criterion, subject, judge);
    if (raw === undefined) return null;
    const { outcome, value } = Row.parse(raw);
    return outcome === 'given' && value !== null
      ? { outcome, value: Json.parse(JSON.parse(value)) }
      : { outcome: outcome === 'given' ? 'unknown' : outcome };
  };
}

export type EarlierVerdictReader = ReturnType<typeof createEarlierVerdictReader>;
