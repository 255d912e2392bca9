import { expect, it } from 'vitest';
import { areVerdictsHidden, isOpen } from '../../renderer/screens/verdicts/case/offeredVerdicts.ts';

it.each([
  ['disputed', true],
  ['conflict', true],
  ['decided', false],
  ['agreed', false],
  ['single', false],
] as const)('a case that is %s waits for a decision: %s', (state, open) => {
  expect(isOpen({ state })).toBe(open);
});

it.each([
  ['until they are uncovered', 'choice', { uncovered: true }, false],
  ['until the decision', 'choice', {}, true],
  ['never where nobody decides', 'choice', { deciding: false }, false],
  ['never unless that is wanted', 'choice', { hides: false }, false],
  ['never where a list of key points is chosen', 'texts', {}, false],
] as const)('verdicts are hidden %s', (_name, kind, part, hidden) => {
  const now = { hides: true, uncovered: false, deciding: true, ...part };
  expect(areVerdictsHidden({ verdict: { kind } }, now)).toBe(hidden);
});
