import { describe, expect, it } from 'vitest';
import { stepsOfPart, withFollowUps } from '../../shared/domain/followUps.ts';

const instructions = { with_item: 'One by one.', second_pass: 'Then again.' };

describe('questions that follow up on the first', () => {
  it('are all but the first', () => {
    expect(stepsOfPart(['a', 'b', 'c'], 'first')).toEqual(['a']);
    expect(stepsOfPart(['a', 'b', 'c'], 'later')).toEqual(['b', 'c']);
    expect(stepsOfPart(['a', 'b', 'c'], undefined)).toEqual(['a', 'b', 'c']);
    expect(stepsOfPart([], 'first')).toEqual([]);
  });

  it('change the instructions with them, both ways, and leave the study’s own alone', () => {
    const before = { texts: { instructions: 'One by one.', thanks: 'Thanks.' } };
    const after = withFollowUps(before, 'second_pass', instructions);
    expect(after).toEqual({
      followUps: 'second_pass',
      texts: { instructions: 'Then again.', thanks: 'Thanks.' },
    });
    expect(withFollowUps(after, 'with_item', instructions).texts).toEqual(before.texts);
    const own = { texts: { instructions: 'My own.' } };
    expect(withFollowUps(own, 'second_pass', instructions).texts.instructions).toBe('My own.');
  });
});
