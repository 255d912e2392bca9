import { isList, sameJson, type Json } from '../domain/json.ts';
import type { VerdictKind } from './judging.ts';

/** A verdict as people read it. */
export function verdictTitle(verdict: VerdictKind, value: Json): string {
  if (verdict.kind === 'texts')
    return isList(value)
      ? `${String(value.length)} key ${value.length === 1 ? 'point' : 'points'}`
      : 'no key points';
  const known = verdict.values.find((each) => sameJson(each.value, value));
  return known?.title ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
