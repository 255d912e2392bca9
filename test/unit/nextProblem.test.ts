import { expect, it } from 'vitest';
import { brokenRule, nextProblem, type ProblemVisit } from '../../shared/benchmarks/problems.ts';
import { firsts } from '../helpers/present.ts';

const [scene, partner, clue] = firsts(
  ['scene', 'partner', 'clue'].map((field) => brokenRule(field, `The ${field} is missing.`)),
  3,
);
const all = [scene, partner, clue];
const nothing: ProblemVisit = { problems: [], at: null };

it('goes from one problem to the next and from the last to the first', () => {
  expect(nextProblem(all, nothing)).toBe(scene);
  expect(nextProblem(all, { problems: all, at: scene })).toBe(partner);
  expect(nextProblem(all, { problems: all, at: clue })).toBe(scene);
  expect(nextProblem([], { problems: all, at: scene })).toBeNull();
});

it('skips none after the one that was visited is solved, nor after others are', () => {
  expect(nextProblem([partner, clue], { problems: all, at: scene })).toBe(partner);
  expect(nextProblem([scene, clue], { problems: all, at: partner })).toBe(clue);
  expect(nextProblem([clue], { problems: all, at: scene })).toBe(clue);
  expect(nextProblem([scene], { problems: all, at: partner })).toBe(scene);
});
