import { z } from 'zod';
import { isJsonObject, isList, type Json, type JsonObject } from '../../../base/json.ts';
import { parseJson } from '../../../base/jsonText.ts';
import { CornerBox } from '../schema.ts';
import { type CandidateLetter, LETTERS } from './imageMatching.ts';

/*
 * Answers in the JSON that the prompts ask for, as models give them: the object, a list that holds it ("a valid JSON
 * list"), or text that is one of these, alone or in one fenced block. Nothing is searched for in other text.
 */

/** What is asked about an attribute's place: with all boxes of the original given, with one hint, or with none. */
export const GUIDANCE = ['guided', 'semi-guided', 'unguided'] as const;
export type Guidance = (typeof GUIDANCE)[number];

const name = z.string().min(1, 'is empty');
const answer = z.unknown().refine((value) => value !== undefined, 'is missing');

/** A line of a file of answers: to a query set, or boxes on an image of an item. */
export const ChoiceLine = z.looseObject({ set: name, answer });
export type ChoiceLine = z.infer<typeof ChoiceLine>;
export const PlacesLine = z.looseObject({
  item: z.union([name, z.number()]).transform(String),
  /** The image's name, as the item has it. */
  image: name,
  task: z.enum(GUIDANCE),
  /** The attribute whose box was the one hint; null where that was only a corner of it. */
  given: name.nullable().optional(),
  answer,
});
export type PlacesLine = z.infer<typeof PlacesLine>;

/** Boxes as they were answered. */
export interface AnsweredPlaces {
  readonly boxes: ReadonlyMap<string, CornerBox>;
  /** Attributes that were answered with something that is no box. */
  readonly unread: readonly string[];
}

const Letters = z.enum(LETTERS);
const CellAnswer = z.tuple([z.literal([0, 1]), z.literal([0, 1])]);

/** The letter of an answer to image matching; null where it names none. */
export function readLetter(answer: Json): CandidateLetter | null {
  const letter = Letters.safeParse(trimmed(finalAnswer(answer)));
  return letter.success ? letter.data : null;
}

/** The cell of an answer to grid pointing, by row and column; null where it names none. */
export function readCell(answer: Json): readonly [number, number] | null {
  const final = finalAnswer(answer);
  const cell = CellAnswer.safeParse(typeof final === 'string' ? parsedText(final) : final);
  return cell.success ? cell.data : null;
}

/**
 * The boxes of an answer to attribute localisation; null where it is none. An empty list says that nothing was found.
 * `single`: the attribute that a box without a name is of, where only one is asked about.
 */
export function readPlaces(answer: Json, single: string | null): AnsweredPlaces | null {
  const value = typeof answer === 'string' ? parsedText(answer) : answer;
  if (value === null) return null;
  const parts = isList(value) ? value : [value];
  const boxes = new Map<string, CornerBox>();
  const unread = new Set<string>();
  for (const part of parts) {
    if (!isJsonObject(part)) return null;
    const places = namedPlaces(part, single);
    if (places === null) return null;
    for (const [attribute, place] of places) {
      const box = CornerBox.safeParse(place);
      // Said twice, in two ways: which of them is meant is anybody's guess.
      if (box.success && !boxes.has(attribute) && !unread.has(attribute)) boxes.set(attribute, box.data);
      else unread.add(attribute);
    }
  }
  for (const attribute of unread) boxes.delete(attribute);
  return { boxes, unread: [...unread] };
}

function namedPlaces(part: JsonObject, single: string | null): readonly (readonly [string, Json])[] | null {
  const isPlace = ['x1', 'y1', 'x2', 'y2'].some((key) => Object.hasOwn(part, key));
  if (isPlace) return single === null ? null : [[single, part]];
  // Beside the boxes there may be texts, such as a reasoning about all of them.
  return Object.entries(part).filter(([, place]) => typeof place !== 'string');
}

function finalAnswer(answer: Json): Json {
  const value = typeof answer === 'string' ? parsedText(answer) : answer;
  const [only, ...more] = value !== null && isList(value) ? value : [value];
  return only !== undefined && more.length === 0 && isJsonObject(only)
    ? (only['final_answer'] ?? null)
    : null;
}

const FENCED = /```(?:json)?\s([\s\S]*?)```/gu;

/** The JSON that a text is, alone or in its one fenced block; null where it is none. */
function parsedText(text: string): Json {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const blocks = [...text.matchAll(FENCED)];
  return blocks.length === 1 ? (parsed(blocks[0]?.[1] ?? '') ?? null) : null;
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const trimmed = (value: Json): Json => (typeof value === 'string' ? value.trim() : value);
