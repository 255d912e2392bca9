import { describe, expect, it } from 'vitest';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import { sayGoingBack } from '../../shared/domain/goingBack.ts';

describe('what instructions say of going back', () => {
  for (const { title, baseline } of benchmarks) {
    if (baseline === undefined) continue;
    const texts = [
      baseline.texts.instructions,
      ...(baseline.followUps === undefined ? [] : [baseline.followUps.instructions]),
    ];
    for (const text of texts)
      it(`follows the study: ${title}, ${text.slice(0, 20)}`, () => {
        expect(text).toMatch(/You cannot change an answer/u);
        const open = sayGoingBack(text, true);
        expect(open).not.toMatch(/cannot change an answer/u);
        expect(open).toContain('You can go back one question');
        expect(sayGoingBack(open, true)).toBe(open);
        expect(sayGoingBack(open, false)).toMatch(/You cannot change an answer/u);
      });
  }

  it('leaves words of the study’s own alone', () => {
    expect(sayGoingBack('Look closely.', true)).toBe('Look closely.');
    expect(sayGoingBack('Look closely.', false)).toBe('Look closely.');
  });
});
