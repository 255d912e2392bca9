import type { Casebook } from '../derived/casebook.ts';
import type { Source } from './mergeContext.ts';

/**
 * The name of the person whose package this is, where they are deactivated and it has answers that are not here: they came
 * in afterwards, so they count only where a curator includes them. Null for every other source.
 */
export function lateSenderOf({ origin, database }: Source, into: Casebook): string | null {
  if (origin === null) return null;
  const name = into.database
    .prepare<[string], string>('SELECT name FROM person WHERE id = ? AND set_aside_at IS NOT NULL')
    .pluck()
    .get(origin.personId);
  if (name === undefined) return null;
  const there = database
    .prepare<[], string>(
      "SELECT id FROM annotation WHERE state = 'submitted' UNION ALL SELECT id FROM response",
    )
    .pluck();
  const here = into.database
    .prepare<[string, string], number>(
      'SELECT 1 FROM annotation WHERE id = ? UNION ALL SELECT 1 FROM response WHERE id = ?',
    )
    .pluck();
  for (const id of there.iterate()) if (here.get(id, id) === undefined) return name;
  return null;
}
