import { describe, expect, it } from 'vitest';
import { tooFewImages } from '../../shared/agreement/intervals/fewImages.ts';
import { clusteredDifference } from '../../shared/statistics/pairedShares.ts';

describe('why items are too few', () => {
  it('is that they show the same image, with what to do', () => {
    expect(tooFewImages({ items: 48, images: 1 }, 2, 'An interval and a test take')).toBe(
      'The 48 items show the same image or entity, so they count as one. An interval and a test take at least 2 different ones: add items with other images.',
    );
    expect(tooFewImages({ items: 48, images: 12 }, 30)).toBe(
      'The 48 items show 12 different images or entities; items that share one count as one. An interval takes at least 30 different ones: add items with other images.',
    );
  });

  it('is their number where none share an image', () => {
    expect(tooFewImages({ items: 12, images: 12 }, 30)).toBe(
      'Too few items for an interval: 12; at least 30 are needed.',
    );
  });

  it('is nothing where there are enough images', () => {
    expect(tooFewImages({ items: 48, images: 30 }, 30)).toBeNull();
    expect(tooFewImages({ items: 30, images: 30 }, 30)).toBeNull();
    expect(tooFewImages({ items: 48, images: 29 }, 30)).not.toBeNull();
  });

  it('does not stand in a comparison as a number of items, which it cannot know', () => {
    const answers = Array.from({ length: 48 }, () => ({ unit: 0, person: 0, hits: 1, of: 1 }));
    expect(clusteredDifference(answers, answers)).toEqual({
      defined: false,
      reason: 'It takes answers on two images or more: items that show the same image count as one.',
    });
  });
});
