import { describe, expect, it } from 'vitest';
import { argus } from '../../shared/benchmarks/argus/index.ts';
import { caughtCheating } from '../../shared/benchmarks/caughtcheating/index.ts';
import { mcsBench } from '../../shared/benchmarks/mcsbench/index.ts';
import { isWordless } from '../../shared/domain/wordless.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const target = (criterion: string) => ({ criterion, subject: '', reference: [], after: null });

describe('an answer without words', () => {
  it('is empty, or nothing but signs', () => {
    for (const words of ['', ' \n', '###@@', '…', '🙂']) expect(isWordless(text(words))).toBe(true);
    for (const words of ['B', '3', '(A)', '是', 'There is no clear evidence.'])
      expect(isWordless(text(words))).toBe(false);
    expect(isWordless({ kind: 'none' })).toBe(false);
  });

  it('needs no judge: it is wrong, and has no key points', () => {
    const exact = (criterion: string, words: string) =>
      caughtCheating.judging?.exact({}, target(criterion), text(words)) ?? null;
    expect(exact('cue_match', '###@@')).toBe('NO');
    expect(exact('false_match', '')).toBe('NO');
    expect(exact('sub_answer', '')).toBe('NO');
    expect(exact('key_points', '###@@')).toEqual([]);
    expect(exact('cue_match', 'A glove.')).toBeNull();
    expect(argus.judging?.exact({}, target('d'), text('###@@'))).toBe(0);
    expect(argus.judging?.exact({}, target('d'), text('A tap.'))).toBeNull();
    expect(mcsBench.judging?.exact(mcsBenchItem(), target('correct'), text('###@@'))).toBe('NO');
  });

  it('is no readable answer, though it counts as wrong', () => {
    const read = (words: string) =>
      mcsBench.metrics?.readable?.(
        {
          payload: mcsBenchItem(),
          condition: '',
          steps: { base: { answer: text(words), verdict: () => 'NO' } },
        },
        'base',
      );
    expect(read('###@@')).toBe(false);
    expect(read('None of these.')).toBe(true);
  });

  it('still chooses an option that is a sign', () => {
    const item = { ...mcsBenchItem(), options: ['<', '>', '=', '+', '-'], answer: 'B' };
    const exact = (words: string) => mcsBench.judging?.exact(item, target('correct'), text(words));
    expect(exact('>')).toBe('YES');
    expect(exact('<')).toBe('NO');
  });
});
