import { expect, it } from 'vitest';
import { generic } from '../../shared/benchmarks/generic/index.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';

const question: JsonObject = {
  id: 'q',
  name: 'Bird?',
  kind: 'number',
  required: true,
  minimum: null,
  maximum: null,
};

/** What is wrong with a label set that has these questions about the image, and about the box of a cup. */
const problemsOf = (imageAttributes: Json, attributes: Json = []): string[] => {
  const parsed = generic.vocabulary.parse({
    imageAttributes,
    labels: [{ id: 'cup', name: 'cup', attributes }],
  });
  return parsed.ok ? [] : parsed.problems.map(({ field, message }) => `${field ?? ''}${message}`);
};

it('names the place of a problem in words, and no path', () => {
  expect(problemsOf([question])).toEqual([]);
  expect(problemsOf([{ ...question, minimum: 'low' }])).toEqual([
    expect.stringMatching(/^Question “Bird\?”: the least number must be a number/u),
  ]);
  expect(problemsOf([], [{ ...question, name: 7 }])).toEqual([
    'Question 1 of the label “cup”: the name must be text, not 7.',
  ]);
  expect(problemsOf([{ ...question, name: '' }])).toEqual(['Question 1 has no words yet.']);
  expect(problemsOf('none')).toEqual(['The questions: it must be a list, not text.']);
  for (const told of [...problemsOf([{ id: 1 }]), ...problemsOf([{}]), ...problemsOf(null)])
    expect(told).not.toMatch(/imageAttributes|The field/u);
});
