import { array, assert, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeVocabulary } from '../../shared/benchmarks/completeVocabulary.ts';
import { type Json, type JsonObject, sameJson } from '../../shared/base/json.ts';

/** Questions have a title each; there is at least one word. */
const isComplete = ({ questions, words }: JsonObject): boolean =>
  Array.isArray(questions) &&
  questions.every((each: Json) => sameJson(each, null) || JSON.stringify(each).includes('"title":"A')) &&
  Array.isArray(words) &&
  words.length > 0;

const question = (id: string, title: string) => ({ id, title });
const saved = { questions: [question('1', 'A one'), question('2', 'A two')], words: ['a'] };

describe('what is complete of a vocabulary', () => {
  it('is all of it where nothing is missing', () => {
    const changed = { ...saved, words: ['a', 'b'] };
    expect(completeVocabulary(saved, changed, isComplete)).toEqual(changed);
  });

  it('is every question but those that are not complete, and every other part', () => {
    const changed = {
      questions: [question('1', ''), question('2', 'A second'), question('3', ''), question('4', 'A four')],
      words: ['b'],
    };
    expect(completeVocabulary(saved, changed, isComplete)).toEqual({
      questions: [question('1', 'A one'), question('2', 'A second'), question('4', 'A four')],
      words: ['b'],
    });
  });

  it('keeps what is saved of a part that cannot be taken', () => {
    expect(completeVocabulary(saved, { ...saved, words: [] }, isComplete)).toEqual(saved);
  });

  it('takes what was removed beside something incomplete', () => {
    const changed = { ...saved, questions: [question('2', 'A two'), question('3', '')] };
    expect(completeVocabulary(saved, changed, isComplete)).toEqual({
      ...saved,
      questions: [question('2', 'A two')],
    });
  });

  it('can always be saved, and holds every complete new question', () => {
    const Questions = array(
      record({ id: constantFrom('1', '2', '3', '4'), title: constantFrom('', 'A', 'A b') }),
      { maxLength: 5 },
    );
    assert(
      property(Questions, constantFrom<string[]>([], ['a'], ['b']), (questions, words) => {
        const result = completeVocabulary(saved, { questions, words }, isComplete);
        expect(isComplete(result)).toBe(true);
        for (const each of questions) if (each.title !== '') expect(result['questions']).toContainEqual(each);
      }),
    );
  });
});
