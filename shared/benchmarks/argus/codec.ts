import type { Json, JsonObject } from '../../domain/json.ts';
import { sameJson } from '../../domain/json.ts';
import type { Parsed, ParsedItem } from '../benchmark.ts';
import { withChanges } from '../keyOrder.ts';
import { acceptObject } from '../problems.ts';
import { Answer, KEY_ORDER, Payload, SourceItem } from './schema.ts';

/**
 * Reads one object of the data file. The payload is the object itself: nothing is dropped or reordered. Its images are
 * the chosen one, or the candidates as long as none is chosen.
 */
export function parseItem(value: Json): Parsed<ParsedItem> {
  const accepted = acceptObject(SourceItem, value);
  if (!accepted.ok) return accepted;
  const { id, image, candidates } = SourceItem.parse(accepted.value);
  return {
    ok: true,
    value: {
      externalId: String(id),
      payload: accepted.value,
      images: isName(image)
        ? [{ role: 'image', name: image }]
        : [...new Set(candidates ?? [])].map((name) => ({ role: 'candidate', name })),
    },
  };
}

/** The payload with the names of its images, in their order, replaced. */
export function withImageNames(payload: JsonObject, names: readonly string[]): JsonObject {
  const { image, candidates } = Payload.parse(payload);
  if (isName(image)) return { ...payload, image: names[0] ?? image };
  if (candidates === undefined || candidates === null) return payload;
  const distinct = [...new Set(candidates)];
  const renamed = candidates.map((name) => names[distinct.indexOf(name)] ?? name);
  return { ...payload, candidates: renamed };
}

const isName = (image: string | null | undefined): image is string => (image ?? '') !== '';

const FIELD_KEYS = {
  domain: 'domain',
  topic: 'topic',
  prohibition: 'item',
  scenario: 'scenario',
  trap: 'trap',
  basicQuestion: 'basic_question',
  deceptiveQuestion: 'deceptive_question',
  standardAnswer: 'answer',
} as const;

/** The answer that a payload amounts to: its texts, without a verdict. */
export function answerOfPayload(payload: JsonObject): Answer {
  const source = Payload.parse(payload);
  return {
    verdict: null,
    reason: '',
    domain: source.domain ?? null,
    topic: source.topic ?? '',
    prohibition: source.item ?? '',
    scenario: source.scenario ?? '',
    trap: source.trap ?? '',
    basicQuestion: source.basic_question ?? '',
    deceptiveQuestion: source.deceptive_question ?? '',
    standardAnswer: source.answer ?? '',
  };
}

/** The payload with the texts of an answer written into it; what the answer leaves as it is stays to the letter. */
export function payloadWithAnswer(payload: JsonObject, answer: JsonObject): JsonObject {
  const now = Answer.parse(answer);
  const before = answerOfPayload(payload);
  const changes: Record<string, Json | undefined> = {};
  for (const field of Object.keys(FIELD_KEYS)) {
    if (!isField(field) || sameJson(now[field], before[field])) continue;
    changes[FIELD_KEYS[field]] = now[field] ?? undefined;
  }
  return Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER);
}

const isField = (name: string): name is keyof typeof FIELD_KEYS => Object.hasOwn(FIELD_KEYS, name);
