import { describe, expect, test } from 'vitest';
import { fieldDifferences } from '../../shared/benchmarks/difference.ts';
import {
  askedAnswers,
  askedQuestions,
  conditionProblems,
  possibleParents,
} from '../../shared/benchmarks/generic/conditions.ts';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import type { AttributeDefinition } from '../../shared/benchmarks/generic/schema.ts';
import { annotate } from '../../shared/benchmarks/generic/task.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { uuid } from '../helpers/healthItems.ts';
import { completeAnswer } from '../../shared/benchmarks/taskParts.ts';

const bird: AttributeDefinition = { id: 'bird', name: 'Bird', kind: 'yesno', required: true };
const species: AttributeDefinition = {
  id: 'species',
  name: 'Species',
  kind: 'choice',
  options: ['gull', 'crow'],
  required: true,
  askedIf: { attribute: 'bird', values: ['yes'] },
};
const ringed: AttributeDefinition = {
  id: 'ringed',
  name: 'Ringed',
  kind: 'yesno',
  required: true,
  askedIf: { attribute: 'species', values: ['gull'] },
};
const QUESTIONS = [bird, species, ringed];
const vocabulary: JsonObject = {
  imageAttributes: QUESTIONS,
  labels: [{ id: 'animal', name: 'Animal', attributes: QUESTIONS }],
};

const idsOf = (answers: JsonObject) => askedQuestions(QUESTIONS, answers).map(({ id }) => id);

describe('a question that depends on another', () => {
  test('is asked while that one is asked itself and has one of the answers', () => {
    expect(idsOf({})).toEqual(['bird']);
    expect(idsOf({ bird: true })).toEqual(['bird', 'species']);
    expect(idsOf({ bird: true, species: 'gull' })).toEqual(['bird', 'species', 'ringed']);
    expect(idsOf({ bird: false, species: 'gull' })).toEqual(['bird']);
  });

  test('may look at any member of several', () => {
    const seen: AttributeDefinition = {
      id: 'seen',
      name: 'Seen',
      kind: 'set',
      options: ['a', 'b'],
      required: false,
    };
    const which = { ...species, askedIf: { attribute: 'seen', values: ['b'] } };
    expect(askedQuestions([seen, which], { seen: ['a', 'b'] })).toHaveLength(2);
    expect(askedQuestions([seen, which], { seen: ['a'] })).toHaveLength(1);
  });

  test('is not required while it is not asked, in images and in boxes', () => {
    const region = {
      type: 'region',
      id: RegionId.parse(uuid(1)),
      imageId: ImageId.parse(uuid(2)),
      label: 'animal',
      x: 0,
      y: 0,
      width: 5,
      height: 5,
      note: '',
      order: 0,
    } as const;
    const messages = (answer: JsonObject, attributes: JsonObject) =>
      annotate
        .check({ payload: {}, answer, vocabulary, regions: [{ ...region, attributes }], images: [] })
        .map(({ message }) => message);
    expect(messages({ bird: false }, { bird: false })).toEqual([]);
    expect(messages({ bird: true }, { bird: false })).toEqual(['"Species" has no answer.']);
    expect(messages({ bird: false }, { bird: true })).toEqual(['"Species" has no answer.']);
  });

  test('is left out of what is submitted, and of gold put together from several answers', () => {
    const answer = { bird: false, species: 'gull', ringed: true, other: 1 };
    expect(annotate.conditions?.withoutUnasked(answer, [], vocabulary).answer).toEqual({
      bird: false,
      other: 1,
    });
    expect(completeAnswer(annotate, {}, { answer, regions: [] }, vocabulary).answer).toEqual({
      bird: false,
      other: 1,
    });
    const whole = { bird: true, species: 'gull', ringed: true };
    expect(askedAnswers(QUESTIONS, whole)).toBe(whole);
  });

  test('is compared only between raters who were asked', () => {
    const rated = (answer: JsonObject) => ({ answer, regions: [], asked: null });
    const differing = (...answers: JsonObject[]) =>
      fieldDifferences(annotate, answers.map(rated), vocabulary, { sameBox: 0.5 }).flatMap(
        ({ field, disagreement }) => (disagreement !== null && disagreement > 0 ? [field] : []),
      );
    expect(differing({ bird: true, species: 'gull', ringed: true }, { bird: false })).toEqual(['bird']);
    expect(differing({ bird: false, species: 'gull' }, { bird: false, species: 'crow' })).toEqual([]);
    expect(differing({ bird: true, species: 'gull', ringed: true }, { bird: true, species: 'crow' })).toEqual(
      ['species'],
    );
  });
});

describe('the conditions of a label set', () => {
  const problems = (questions: readonly AttributeDefinition[]) => conditionProblems(questions);
  test('may form a chain, but no circle', () => {
    expect(problems(QUESTIONS)).toEqual([]);
    const circle = [{ ...bird, askedIf: { attribute: 'ringed', values: ['yes'] } }, species, ringed];
    expect(problems(circle)).toHaveLength(3);
    expect(problems(circle)[0]).toContain('depends on itself');
    expect(askedQuestions(circle, { bird: true, species: 'gull', ringed: true })).toEqual([]);
    expect(possibleParents(QUESTIONS, 'bird')).toEqual([]);
    expect(possibleParents(QUESTIONS, 'species').map(({ id }) => id)).toEqual(['bird']);
    expect(possibleParents(QUESTIONS, 'ringed').map(({ id }) => id)).toEqual(['bird', 'species']);
  });

  test('name a question and answers that there are', () => {
    const asked = (askedIf: { attribute: string; values: string[] }) =>
      problems([bird, { ...species, askedIf }]);
    expect(asked({ attribute: 'cat', values: ['yes'] })[0]).toContain('“cat”, which is not in its list');
    expect(asked({ attribute: 'bird', values: ['maybe'] })[0]).toContain(
      '“maybe”, which is none of its answers',
    );
    const note: AttributeDefinition = { id: 'note', name: 'Note', kind: 'text', required: false };
    expect(problems([note, { ...species, askedIf: { attribute: 'note', values: ['x'] } }])[0]).toContain(
      'not a choice',
    );
  });

  test('are refused in words, with the place of what is wrong', () => {
    const said = (set: JsonObject) => {
      const parsed = generic.vocabulary.parse(set);
      return parsed.ok ? [] : parsed.problems.map(({ field, message }) => [field, message]);
    };
    expect(said(vocabulary)).toEqual([]);
    expect(said({ imageAttributes: [{ ...bird, name: '' }], labels: [] })).toEqual([
      [null, 'Question 1 has no words yet.'],
    ]);
    expect(
      said({ imageAttributes: [], labels: [{ id: 'a', name: 'A', attributes: [{ ...bird, name: '' }] }] }),
    ).toEqual([[null, 'Question 1 of the label “A” has no words yet.']]);
    const keys = { yes: 'b', no: 'b' };
    expect(said({ imageAttributes: [{ ...bird, keys }], labels: [] })).toEqual([
      [null, 'The key B is used for both “yes” of “Bird” and “no” of “Bird”.'],
    ]);
    const one = { ...bird, keys: { yes: 'b' } };
    expect(
      said({ imageAttributes: [one], labels: [{ id: 'a', name: 'A', attributes: [one] }] }),
    ).toHaveLength(1);
  });
});
