import type { Verdict } from '../../shared/contract/judging.ts';
import { isList, sameJson, type Json } from '../../shared/domain/json.ts';
import { counted } from './format.ts';

/** A verdict as people read it. */
export function verdictTitle(verdict: Verdict, value: Json): string {
  if (verdict.kind === 'texts') return isList(value) ? counted(value.length, 'key point') : 'no key points';
  const known = verdict.values.find((each) => sameJson(each.value, value));
  return known?.title ?? (typeof value === 'string' ? value : JSON.stringify(value));
}

/** The texts of a list of texts; nothing where it is something else. */
export function textsOf(value: Json | null): readonly string[] {
  return isList(value) ? value.filter((each) => typeof each === 'string') : [];
}
