import { describe, expect, it } from 'vitest';
import { reasonOfBlindness, requireNotBlind } from '../../electron/core/access/blindness.ts';
import { ItemId } from '../../shared/base/ids.ts';

const item = ItemId.parse('0199a000-0000-7000-8000-000000000001');
const open = { isBlind: () => false, hidesGold: () => false };
const rater = { isBlind: () => true, hidesGold: () => false };
/** A reviewer who adjudicates, too, at an item between whose raters nobody has decided. */
const adjudicator = { isBlind: () => true, hidesGold: () => true };

describe('why an item is blind', () => {
  it('is what the person has yet to do', () => {
    expect(reasonOfBlindness(open, item)).toBeNull();
    expect(reasonOfBlindness(rater, item)).toBe('unanswered');
    expect(reasonOfBlindness(adjudicator, item)).toBe('undecided');
  });

  it('is told, with what hides it', () => {
    expect(() => requireNotBlind(open, item, 'others’ boxes')).not.toThrow();
    expect(() => requireNotBlind(rater, item, 'others’ boxes')).toThrow(
      'You have not answered this item yet: others’ boxes stay hidden until you have.',
    );
    expect(() => requireNotBlind(adjudicator, item, 'others’ boxes')).toThrow(
      'This item is undecided, and you are one of those who decide it: others’ boxes stay hidden until it is decided.',
    );
  });
});
