import { answerInWords, StepAnswer } from '../../../domain/baseline.ts';
import { isJsonObject, isList, type Json, type JsonObject, Json as JsonSchema } from '../../../base/json.ts';
import { parseJson } from '../../../base/jsonText.ts';
import { boxOf, cornersOf } from '../corners.ts';
import { readCell, readLetter, readPlaces } from './answerFile.ts';
import { drawnBoxes, singleAttribute } from './answered.ts';
import type { Query } from './query.ts';

/*
 * Answers to questions as a file of them has them: in the JSON that the prompts ask for, be they of models or of people.
 */

/** A model's answer as it is kept: to the letter where it is a text; null says that there was none. */
export function answerOfModel(said: Json): StepAnswer {
  if (said === null) return { kind: 'none' };
  return { kind: 'text', text: typeof said === 'string' ? said : JSON.stringify(said) };
}

/** A person's answer as the runner keeps it; null where it is none of the kind that the question asks for. */
export function answerOfPerson(query: Query, said: Json): StepAnswer | null {
  if (said === null) return { kind: 'none' };
  if (query.kind === 'matching') {
    const letter = readLetter(said);
    return letter === null ? null : { kind: 'choice', option: letter };
  }
  if (query.kind === 'grid') {
    const cell = readCell(said);
    return cell === null ? null : { kind: 'cell', row: cell[0] + 1, column: cell[1] + 1 };
  }
  const places = readPlaces(said, singleAttribute(query.domain, query.attributes));
  if (places === null || places.unread.length > 0) return null;
  const boxes = [...places.boxes].map(([label, corners]) => ({ label, ...boxOf(corners) }));
  return StepAnswer.safeParse({ kind: 'boxes', boxes }).data ?? null;
}

/** What of a model's answer counts for nothing because it cannot be read, in words; null where all of it can. */
export function unreadable(query: Query, said: Json): string | null {
  if (said === null) return null;
  if (query.kind === 'matching')
    return readLetter(said) === null ? 'The answer names no letter: it counts as wrong.' : null;
  if (query.kind === 'grid')
    return readCell(said) === null ? 'The answer names no cell: it counts as wrong.' : null;
  const places = readPlaces(said, singleAttribute(query.domain, query.attributes));
  if (places === null) return 'The answer has no boxes in the requested form: it counts 0.';
  return places.unread.length === 0
    ? null
    : `Its answer for ${places.unread.join(', ')} is not a box: it counts 0.`;
}

/**
 * An answer as it is written: reading it again gives the same answer. A text that is JSON is written
 * as that where nothing of it is lost. Undefined where it is not known what was answered.
 */
export function answerJson(answer: StepAnswer): Json | undefined {
  switch (answer.kind) {
    case 'text':
      return parsedText(answer.text);
    case 'choice':
      return { final_answer: answer.option };
    case 'cell':
      return { final_answer: `[${String(answer.row - 1)},${String(answer.column - 1)}]` };
    case 'boxes':
      return answer.boxes.length === 0 ? [] : boxesJson(answer);
    case 'none':
      return null;
    case 'unknown':
      return undefined;
    case 'no_evidence':
    case 'yes_no':
    case 'choices':
    case 'matching':
      return answerInWords(answer, null);
  }
}

function boxesJson(answer: Extract<StepAnswer, { readonly kind: 'boxes' }>): JsonObject {
  const labels = [...new Set(answer.boxes.map(({ label }) => label))];
  const boxes = drawnBoxes({ domain: 'CELEB', attributes: labels }, answer);
  return Object.fromEntries(
    labels.flatMap((label): [string, Json][] => {
      const box = boxes.get(label);
      return box === undefined ? [] : [[label, { ...cornersOf(box) }]];
    }),
  );
}

function parsedText(text: string): Json {
  if (!/^[[{]/u.test(text)) return text;
  try {
    const value = JsonSchema.safeParse(parseJson(text));
    const isWhole =
      value.success &&
      (isJsonObject(value.data) || isList(value.data)) &&
      JSON.stringify(value.data) === text;
    return isWhole ? value.data : text;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
