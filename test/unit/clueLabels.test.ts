import { describe, expect, it } from 'vitest';
import { usualListener } from '../../electron/hosts/network/publicUrl.ts';
import {
  labelForClue,
  whyNoClue,
  withKindsForBoxes,
} from '../../shared/benchmarks/caughtcheating/clueLabels.ts';
import { answerOfPayload } from '../../shared/benchmarks/caughtcheating/codec.ts';

const blank = answerOfPayload({});
const clue = (id: string, text: string, deterministic: boolean) => ({ id, text, deterministic });
const one = { ...blank, clues: [clue('a', 'A second toothbrush.', true)] };
const several = { ...one, clues: [...one.clues, clue('b', 'Two cups.', false), clue('c', 'A bag.', false)] };

describe('a box from elsewhere', () => {
  it('is of the only clue of its kind, however the kind is spelled; “clue” is the only clue', () => {
    expect(labelForClue(several, {}, 'Deterministic_Clue', {})).toBe('a');
    expect(labelForClue(one, {}, 'clue', {})).toBe('a');
    expect(labelForClue(several, {}, 'clue', {})).toBeNull();
    expect(labelForClue(several, {}, 'clue', { clue: 'A bag.' })).toBe('c');
  });

  it('of a rater who wrote no clue is of its kind', () => {
    const answer = withKindsForBoxes(blank);
    expect(labelForClue(answer, {}, 'deterministic clue', {})).toBe('deterministic clue');
    expect(labelForClue(answer, {}, 'non-deterministic clue', {})).toBe('non-deterministic clue');
    expect(withKindsForBoxes(one)).toBe(one);
  });

  it('that belongs to no clue is refused for one reason', () => {
    expect(whyNoClue(blank, 'clue')).toContain('has no clue');
    expect(whyNoClue(several, 'clue')).toContain('has 3 clues');
    expect(whyNoClue(withKindsForBoxes(blank), 'clue')).toContain('does not say which kind');
    expect(whyNoClue(several, 'person')).toContain('no category of clues');
  });
});

it('a host at an address of this machine listens at the port of the address, else at the usual one', () => {
  expect(usualListener(new URL('http://localhost:7178'))).toBe('127.0.0.1:7178');
  expect(usualListener(new URL('http://localhost'))).toBe('127.0.0.1:7078');
  expect(usualListener(new URL('https://study.example.org:8443'))).toBe('127.0.0.1:7078');
});
