import type { StepAnswer } from '../../../domain/baseline.ts';
import type { JsonObject } from '../../../base/json.ts';
import { choiceOf, drawnBoxes, singleAttribute } from './answered.ts';
import { readCell, readPlaces } from './answerFile.ts';
import { Query } from './query.ts';

/** What an answer in the prompts' JSON says, as a participant would have answered it; null where it says none of it. */
export function readWords(payload: JsonObject, words: string): StepAnswer | null {
  const query = Query.safeParse(payload).data;
  if (query === undefined) return null;
  const answer: StepAnswer = { kind: 'text', text: words };
  switch (query.kind) {
    case 'matching': {
      const option = choiceOf(query, answer);
      return option === null ? null : { kind: 'choice', option };
    }
    case 'grid': {
      const cell = readCell(words);
      return cell === null ? null : { kind: 'cell', row: cell[0] + 1, column: cell[1] + 1 };
    }
    case 'localisation': {
      const { domain, attributes } = query;
      if (readPlaces(words, singleAttribute(domain, attributes)) === null) return null;
      const boxes = [...drawnBoxes(query, answer)].map(([label, box]) => ({ label, ...box }));
      // What was not asked for is no answer, as a participant could not have given it.
      return { kind: 'boxes', boxes: boxes.filter(({ label }) => attributes.includes(label)) };
    }
  }
}
