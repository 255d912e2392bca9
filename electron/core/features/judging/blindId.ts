import { hash } from 'node:crypto';
import { ResponseId } from '../../../../shared/base/ids.ts';
import type { Pile } from '../../records/verdicts/judgingAssignments.ts';

/*
 * What an answer is called on a judge's side. Real ids tell: one made in a study session holds the time, one of a file
 * follows from the file, and the two kinds look different. This one holds the judge's own order and nothing else.
 */

const DIGITS = 12;

/** The name of the thing at a place of a judge's pile: a UUID of version 8. */
export function blindId(pile: Pile, place: number): ResponseId {
  return ResponseId.parse(`${prefixOf(pile)}-${place.toString(16).padStart(DIGITS, '0')}`);
}

/** The place that such a name stands for; null where it is none of this pile. */
export function placeOf(pile: Pile, id: ResponseId): number | null {
  const at = id.lastIndexOf('-');
  return id.slice(0, at) === prefixOf(pile) ? Number.parseInt(id.slice(at + 1), 16) : null;
}

function prefixOf({ judging, criterion, judge }: Pile): string {
  const digits = hash('sha256', `${judging} ${judge} ${criterion}`, 'hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(12, 15)}-8${digits.slice(15, 18)}`;
}
