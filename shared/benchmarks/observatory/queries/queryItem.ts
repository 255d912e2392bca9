import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { ComposedImage, ParsedItem } from '../../benchmark.ts';
import { acceptObject, brokenRule, type ParseResult, type Problem } from '../../problems.ts';
import { Domain } from '../schema.ts';
import { LETTERS } from './imageMatching.ts';
import { Query, type QueryKind } from './query.ts';

const Kinded = z.looseObject({ kind: z.enum(['matching', 'grid', 'localisation']) });

/** The kind of question that a payload is; null where it is an entity. */
export function queryKind(payload: Json): QueryKind | null {
  const parsed = isJsonObject(payload) ? Kinded.safeParse(payload) : null;
  return parsed?.success === true ? parsed.data.kind : null;
}

/** Whether an item is a question, not an entity. */
export const isQuery = (payload: Json): boolean => queryKind(payload) !== null;

/** The item of the entity that a question asks about; null where the payload is none, or does not say. */
export function entityItemOf(payload: JsonObject): string | null {
  const { item } = payload;
  return isQuery(payload) && typeof item === 'string' ? item : null;
}

const Collage = z.looseObject({
  kind: z.literal('grid'),
  cells: z.array(z.looseObject({ item: z.string(), image: z.string() }).nullable().catch(null)),
});

/** The images in the cells of a collage, as far as the line names them; nothing else is put together from others. */
export function composedOf(payload: JsonObject, position: number): readonly ComposedImage[] {
  const parsed = position === 0 ? Collage.safeParse(payload) : null;
  if (parsed?.success !== true) return [];
  return parsed.data.cells.flatMap((cell) => (cell === null ? [] : [{ item: cell.item, image: cell.image }]));
}

/** Reads one line of a file of questions. The payload is the object itself: nothing is dropped or reordered. */
export function parseQueryItem(value: Json): ParseResult<ParsedItem> {
  const accepted = acceptObject(Query, value);
  if (!accepted.ok) return accepted;
  const query = Query.parse(accepted.value);
  const problems = contradictions(query);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    value: { externalId: query.id, payload: accepted.value, images: queryImages(query) },
  };
}

/** The images of a question by their positions: what a step points at, and answers are on, hangs on them. */
function queryImages(query: Query): ParsedItem['images'] {
  switch (query.kind) {
    case 'matching':
      return [
        { role: 'support', name: query.support.image },
        ...LETTERS.map((letter) => ({ role: 'option', name: query.candidates[letter].image })),
      ];
    case 'grid':
      return [
        { role: 'collage', name: query.collage },
        { role: 'support', name: query.support.image },
      ];
    case 'localisation':
      return [
        { role: 'query', name: query.image },
        { role: 'support', name: query.support.image },
      ];
  }
}

/** The payload with the names of its images, by their positions, replaced; to the letter where they are the same. */
export function withQueryImageNames(payload: JsonObject, names: readonly string[]): JsonObject {
  const [first, second] = names;
  switch (queryKind(payload)) {
    case 'matching': {
      const candidates = payload['candidates'] ?? null;
      return {
        ...payload,
        support: shown(payload['support'], first),
        candidates: isJsonObject(candidates)
          ? Object.fromEntries(
              Object.entries(candidates).map(([letter, candidate]) => {
                const at = LETTERS.findIndex((each) => each === letter);
                return [letter, at === -1 ? candidate : shown(candidate, names[at + 1])];
              }),
            )
          : candidates,
      };
    }
    case 'grid':
      return {
        ...payload,
        ...(first !== undefined && { collage: first }),
        support: shown(payload['support'], second),
      };
    case 'localisation':
      return {
        ...payload,
        ...(first !== undefined && { image: first }),
        support: shown(payload['support'], second),
      };
    case null:
      return payload;
  }
}

function shown(value: Json | undefined, name: string | undefined): Json {
  const object = value ?? null;
  return isJsonObject(object) && name !== undefined ? { ...object, image: name } : object;
}

/** A question as the person who has yet to answer may see it: nothing of who is shown, how it was made, or the answer. */
export function queryStimulus(payload: JsonObject): JsonObject {
  const domain = Domain.safeParse(payload['domain']);
  return { kind: queryKind(payload), ...(domain.success && { domain: domain.data }) };
}

type LocalisationQuestion = Extract<Query, { readonly kind: 'localisation' }>;

/** What a line says that cannot all be true, by field. */
function contradictions(query: Query): readonly Problem[] {
  return query.kind === 'localisation' ? [...wronglyAsked(query), ...wronglyGiven(query)] : [];
}

function wronglyAsked({ attributes, boxes }: LocalisationQuestion): readonly Problem[] {
  return attributes.flatMap((attribute, index) => {
    const field = `attributes.${String(index)}`;
    return [
      ...(attributes.indexOf(attribute) === index
        ? []
        : [brokenRule(field, `“${attribute}” is asked for twice`)]),
      ...(boxes === undefined || Object.hasOwn(boxes, attribute)
        ? []
        : [brokenRule(field, `“${attribute}” is asked for, but has no box in "boxes"`)]),
    ];
  });
}

function wronglyGiven({
  given,
  hint,
  guidance,
  given_corner: corner = null,
}: LocalisationQuestion): readonly Problem[] {
  const problems: Problem[] = [];
  if (guidance === 'semi-guided' && hint !== null && !Object.hasOwn(given, hint))
    problems.push(brokenRule('given', `holds no box of the hint “${hint}”`));
  if (guidance === 'semi-guided' && hint === null && corner === null)
    problems.push(brokenRule('given_corner', 'is missing, where the hint is a corner'));
  if (guidance === 'unguided' && (Object.keys(given).length > 0 || corner !== null))
    problems.push(brokenRule('given', 'holds boxes or a corner, where nothing is given'));
  return problems;
}
