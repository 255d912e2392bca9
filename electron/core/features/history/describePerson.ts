import type { Json } from '../../../../shared/base/json.ts';
import { isJsonObject, isList } from '../../../../shared/base/json.ts';

/**
 * What became of a person or a judge, in one line: "Deactivated bo", "Changed the name and roles of bo".
 * @param updated what the log holds of the change: per field what it was and is; null where the person is new
 */
export function personSummary(updated: Json, handle: string): string {
  if (!isJsonObject(updated)) return `Added ${handle}`;
  const became = (field: string): Json => {
    const pair = updated[field] ?? null;
    return isList(pair) ? (pair[1] ?? null) : null;
  };
  const [deactivated, setAside] = [became('deactivated'), became('set aside')];
  if (deactivated !== null) return `${deactivated === 'yes' ? 'Deactivated' : 'Reactivated'} ${handle}`;
  if (setAside !== null)
    return setAside === 'yes'
      ? `Set the verdicts of ${handle} aside`
      : `Counted the verdicts of ${handle} again`;
  const fields = Object.keys(updated);
  return fields.length === 0 ? `Changed ${handle}` : `Changed the ${fields.join(' and ')} of ${handle}`;
}
