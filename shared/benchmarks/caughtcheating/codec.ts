import { type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { ParsedItem } from '../benchmark.ts';
import { withChanges } from '../keyOrder.ts';
import { type AskedParts, isAnswered, withParts } from '../parts.ts';
import { acceptObject, type ParseResult } from '../problems.ts';
import {
  CaughtCheatingAnswer,
  CaughtCheatingPayload,
  type Clue,
  CLUED_KEYS,
  type DecomposedQuestion,
  KEY_ORDER,
  Partner,
  SourceItem,
} from './schema.ts';
import { isKind } from './kinds.ts';

/** Reads one object of `data_info.json`. The payload is the object itself: nothing is dropped or reordered. */
export function parseItem(value: Json): ParseResult<ParsedItem> {
  const accepted = acceptObject(SourceItem, value);
  if (!accepted.ok) return accepted;
  const { data_path: path } = SourceItem.parse(accepted.value);
  return {
    ok: true,
    value: { externalId: path, payload: accepted.value, images: [{ role: 'photo', name: path }] },
  };
}

/** The Desk's answer that a payload amounts to. Clues and questions are in the payload's order. */
export function answerOfPayload(payload: JsonObject): CaughtCheatingAnswer {
  const source = CaughtCheatingPayload.parse(payload);
  const partner = Partner.safeParse(source.target_partner);
  const deterministic: Clue[] =
    source.detm_cue === undefined ? [] : [{ id: 'clue-1', text: source.detm_cue, deterministic: true }];
  const others = (source.non_detm_cue ?? []).map((text, index) => ({
    id: `clue-${String(index + 2)}`,
    text,
    deterministic: false,
  }));
  return {
    triage: null,
    discardReason: '',
    label: source.label ?? null,
    scene: source.scene ?? null,
    partner: partner.success ? partner.data : null,
    scenario: '',
    claim: source.main_ins ?? '',
    clues: [...deterministic, ...others],
    perception: pairs(source.p_sub_ins, source.p_sub_ans),
    reasoning: pairs(source.r_sub_ins, source.r_sub_ans),
    noPersonalInformation: false,
  };
}

/** The fields of an answer that the data set has keys for; the others are the Desk's own. */
const DATA_FIELDS = ['label', 'scene', 'partner', 'claim', 'clues', 'perception', 'reasoning'] as const;

/**
 * The payload with an answer written into it. Keys whose meaning the answer leaves as it is keep their value
 * to the letter, new keys go to their place in the data set's order, unknown keys stay where they are.
 */
export function payloadWithAnswer(
  payload: JsonObject,
  answer: JsonObject,
  askedFor: AskedParts = null,
): JsonObject {
  const before = answerOfPayload(payload);
  const asked = withoutKinds(answer, askedFor);
  const now = withWrittenClues(CaughtCheatingAnswer.parse(withParts(before, answer, asked)));
  // A draft that lacks a list the data set has stays as it came until somebody edits it.
  if (DATA_FIELDS.every((field) => sameJson(now[field], before[field]))) return payload;
  const values: Record<string, Json | undefined> = {};
  const put = (field: keyof CaughtCheatingAnswer, write: () => void): void => {
    if (!sameJson(now[field], before[field])) write();
  };
  put('label', () => (values['label'] = now.label ?? undefined));
  put('scene', () => (values['scene'] = now.scene ?? undefined));
  put('partner', () => (values['target_partner'] = now.partner ?? undefined));
  put('claim', () => (values['main_ins'] = now.claim));
  const clueTexts = (deterministic: boolean, answerNow: CaughtCheatingAnswer): string[] =>
    answerNow.clues.filter((clue) => clue.deterministic === deterministic).map((clue) => clue.text);
  if (now.label === true) {
    if (!sameJson(clueTexts(true, now), clueTexts(true, before)))
      values['detm_cue'] = clueTexts(true, now)[0];
    const lacks = (field: string, key: string): boolean =>
      isAnswered(asked, field) && !Object.hasOwn(payload, key);
    if (!sameJson(clueTexts(false, now), clueTexts(false, before)) || lacks('clues', 'non_detm_cue')) {
      values['non_detm_cue'] = clueTexts(false, now);
    }
    for (const [field, prefix] of [
      ['perception', 'p_sub'],
      ['reasoning', 'r_sub'],
    ] as const) {
      if (sameJson(now[field], before[field]) && !lacks(field, `${prefix}_ins`)) continue;
      values[`${prefix}_ins`] = now[field].map((each) => each.question);
      values[`${prefix}_ans`] = now[field].map((each) => each.answer);
    }
  } else if (before.label === true) {
    // What nobody was asked for is not thrown away with the label.
    for (const [field, keys] of Object.entries(CLUED_KEYS))
      if (isAnswered(asked, field)) for (const key of keys) values[key] = undefined;
  }
  return withChanges(payload, values, KEY_ORDER);
}

/** The parts that are written: clues that only stand for their kind say nothing of texts. */
function withoutKinds(answer: JsonObject, asked: AskedParts): AskedParts {
  const { clues } = CaughtCheatingAnswer.pick({ clues: true }).parse({ clues: answer['clues'] ?? [] });
  if (clues.length === 0 || !clues.every(isKind)) return asked;
  return (asked ?? Object.keys(answer)).filter((part) => part !== 'clues');
}

function withWrittenClues(now: CaughtCheatingAnswer): CaughtCheatingAnswer {
  return now.clues.some(isKind) ? { ...now, clues: now.clues.filter((clue) => !isKind(clue)) } : now;
}

function pairs(questions: readonly string[] = [], answers: readonly string[] = []): DecomposedQuestion[] {
  const length = Math.max(questions.length, answers.length);
  return Array.from({ length }, (_, index) => ({
    question: questions[index] ?? '',
    answer: answers[index] ?? '',
  }));
}

/** An item's object with its key `data_path` set, first where it is new. */
export function withDataPath(payload: JsonObject, dataPath: string): JsonObject {
  return withChanges(payload, { data_path: dataPath }, KEY_ORDER);
}
