import { isJsonObject, isList, type Json, type JsonObject, sameJson } from '../../base/json.ts';
import type { ParsedItem } from '../benchmark.ts';
import { withChanges } from '../keyOrder.ts';
import { type AskedParts, withParts } from '../parts.ts';
import { acceptObject, type ParseResult } from '../problems.ts';
import { ArgusAnswer, ArgusPayload, KEY_ORDER, LogicCheck, SourceItem } from './schema.ts';

/**
 * Reads one object of the data file. The payload is the object itself: nothing is dropped or reordered. Its images are
 * its candidates in their order, each once, and the chosen one.
 */
export function parseItem(value: Json): ParseResult<ParsedItem> {
  const accepted = acceptObject(SourceItem, value);
  if (!accepted.ok) return accepted;
  const { id } = SourceItem.parse(accepted.value);
  const roles = imageRoles(accepted.value);
  return {
    ok: true,
    value: {
      externalId: String(id),
      payload: accepted.value,
      images: imageNames(accepted.value).map((name, position) => ({
        role: roles[position] ?? 'image',
        name,
      })),
    },
  };
}

/** The names of an item's images in their order: the candidates, and the chosen one where it is none of them. */
export function imageNames(payload: JsonObject): readonly string[] {
  const { image, candidates } = ArgusPayload.parse(payload);
  return [...new Set([...(candidates ?? []), ...(isName(image) ? [image] : [])])];
}

/** What each of {@link imageNames} is: the chosen one, or a candidate. */
export function imageRoles(payload: JsonObject): readonly ('image' | 'candidate')[] {
  const { image } = ArgusPayload.parse(payload);
  return imageNames(payload).map((name) => (name === image ? 'image' : 'candidate'));
}

/**
 * The payload with the names of its images, in their order, replaced. A single name where there are several images
 * is the chosen one's: only that was brought in.
 */
export function withImageNames(payload: JsonObject, names: readonly string[]): JsonObject {
  const { image, candidates } = ArgusPayload.parse(payload);
  const known = imageNames(payload);
  const onlyChosen = isName(image) && names.length === 1 ? names[0] : undefined;
  const renamed = (name: string): string =>
    onlyChosen !== undefined && known.length > 1
      ? name === image
        ? onlyChosen
        : name
      : (names[known.indexOf(name)] ?? name);
  return {
    ...payload,
    ...(isName(image) && { image: renamed(image) }),
    ...(candidates !== undefined && candidates !== null && { candidates: candidates.map(renamed) }),
    ...(payload['logic_check'] !== undefined && {
      logic_check: withRenamedChecks(payload['logic_check'], (name) =>
        known.includes(name) ? renamed(name) : name,
      ),
    }),
  };
}

function withRenamedChecks(checks: Json, renamed: (name: string) => string): Json {
  if (!isList(checks)) return checks;
  return checks.map((check) => {
    const parsed = LogicCheck.safeParse(check);
    if (!parsed.success || parsed.data.image === undefined || !isJsonObject(check)) return check;
    return { ...check, image: renamed(parsed.data.image) };
  });
}

/** What models said of an item's images and texts; what is no such thing is left out. */
export function logicChecksOf(payload: JsonObject): readonly LogicCheck[] {
  const checks = payload['logic_check'] ?? null;
  if (!isList(checks)) return [];
  return checks.flatMap((check) => {
    const parsed = LogicCheck.safeParse(check);
    return parsed.success ? [parsed.data] : [];
  });
}

const isName = (image: string | null | undefined): image is string => (image ?? '') !== '';

/** The texts of an item by their fields, in the order of reading, with the keys that hold them. */
export const TEXTS = [
  { field: 'prohibition', key: 'item', title: 'Prohibition' },
  { field: 'scenario', key: 'scenario', title: 'Scenario' },
  { field: 'trap', key: 'trap', title: 'Trap' },
  { field: 'basicQuestion', key: 'basic_question', title: 'Basic question' },
  { field: 'deceptiveQuestion', key: 'deceptive_question', title: 'Deceptive question' },
  { field: 'standardAnswer', key: 'answer', title: 'Standard answer' },
] as const;

/** The answer that a payload amounts to: its texts and its chosen image, without a verdict. */
export function answerOfPayload(payload: JsonObject): ArgusAnswer {
  const source = ArgusPayload.parse(payload);
  return {
    verdict: null,
    reason: '',
    logical: null,
    natural: null,
    isolated: null,
    pressure: null,
    image: chosenNumber(payload),
    logicCheckSeen: false,
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

/** The number of the chosen image among candidates; null where none is chosen, or there was nothing to choose from. */
function chosenNumber(payload: JsonObject): number | null {
  const { image, candidates } = ArgusPayload.parse(payload);
  if (!isName(image) || (candidates ?? []).length === 0) return null;
  return imageNames(payload).indexOf(image) + 1;
}

/**
 * The payload with where the item belongs and its chosen image written into it, and texts only where it has none: a text
 * that is there is changed by a fix alone. What the answer leaves as it is stays to the letter.
 */
export function payloadWithAnswer(
  payload: JsonObject,
  answer: JsonObject,
  asked: AskedParts = null,
): JsonObject {
  const now = ArgusAnswer.parse(withParts(answerOfPayload(payload), answer, asked));
  const before = answerOfPayload(payload);
  const changes: Record<string, Json | undefined> = {};
  for (const field of ['domain', 'topic'] as const) {
    if (!sameJson(now[field], before[field])) changes[field] = now[field] ?? undefined;
  }
  for (const { field, key } of TEXTS) {
    if (before[field].trim() === '' && now[field] !== before[field]) changes[key] = now[field];
  }
  if (typeof now.image === 'number' && now.image !== before.image && hasCandidates(payload)) {
    const chosen = imageNames(payload)[now.image - 1];
    if (chosen !== undefined) changes['image'] = chosen;
  }
  return Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER);
}

const hasCandidates = (payload: JsonObject): boolean =>
  (ArgusPayload.parse(payload).candidates ?? []).length > 0;
