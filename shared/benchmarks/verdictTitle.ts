import { isList, type Json, sameJson } from '../base/json.ts';
import type { RefusalMark, VerdictKind } from './judging.ts';

/** A verdict as people read it. */
export function verdictTitle(verdict: VerdictKind, value: Json): string {
  if (verdict.kind === 'texts')
    return isList(value)
      ? `${String(value.length)} key ${value.length === 1 ? 'point' : 'points'}`
      : 'no key points';
  const known = verdict.values.find((each) => sameJson(each.value, value));
  return known?.title ?? (typeof value === 'string' ? value : JSON.stringify(value));
}

/** What a judge can choose: a verdict, or that the answer is a refusal, which counts as a verdict. */
export interface VerdictChoice {
  readonly value: Json;
  readonly title: string;
  readonly key: string;
  readonly refusal: boolean;
}

/** Everything that a judge can choose by a criterion, the refusal last; nothing where the verdict is no choice. */
export function verdictChoices(verdict: VerdictKind, refusal: RefusalMark | null): readonly VerdictChoice[] {
  if (verdict.kind === 'texts') return [];
  return [
    ...verdict.values.map((value) => ({ ...value, refusal: false })),
    ...(refusal === null ? [] : [{ ...refusal, refusal: true }]),
  ];
}
