import { describe, expect, it } from 'vitest';
import { type AnswersFound, statusAfterAnswers } from '../../electron/core/derived/statusAfterAnswers.ts';
import { AnnotationId } from '../../shared/base/ids.ts';

const gold = {
  source: 'unanimous',
  annotationId: AnnotationId.parse('01890000-0000-7000-8000-000000000001'),
} as const;
const base = { source: 'base', annotationId: null } as const;
const none = { source: 'none', annotationId: null } as const;
const found = (more: Partial<AnswersFound>): AnswersFound => ({
  status: 'in_review',
  hadGold: true,
  gold,
  hasOtherGold: false,
  raters: 'unanimous',
  haveRatersMoved: false,
  wasBarred: false,
  isBarred: false,
  ...more,
});

describe('the status of an item after its answers changed', () => {
  it.each<[string, Partial<AnswersFound>, string]>([
    ['the same gold: as it was', { status: 'accepted' }, 'accepted'],
    ['the same gold, also of a rejected item', { status: 'rejected' }, 'rejected'],
    ['another gold: what follows from it', { status: 'accepted', hasOtherGold: true }, 'by gold'],
    ['accepted and barred now', { status: 'accepted', isBarred: true }, 'in_review'],
    ['in review and no longer barred', { wasBarred: true }, 'by gold'],
    ['in review and barred as before', { wasBarred: true, isBarred: true }, 'in_review'],
    ['rejected and no longer barred', { status: 'rejected', wasBarred: true }, 'rejected'],
    ['gold lost', { status: 'accepted', gold: base }, 'in_review'],
    ['gold lost to a dispute', { status: 'rejected', gold: none, raters: 'disputed' }, 'in_review'],
    [
      'a new dispute without gold before',
      { status: 'draft', hadGold: false, gold: none, raters: 'disputed', haveRatersMoved: true },
      'in_review',
    ],
    [
      'an old dispute without gold',
      { status: 'draft', hadGold: false, gold: none, raters: 'disputed' },
      'draft',
    ],
    [
      'a first rating that does not count alone',
      { status: 'draft', hadGold: false, gold: base, raters: 'single', haveRatersMoved: true },
      'in_review',
    ],
    [
      'a rejected item in dispute',
      { status: 'rejected', hadGold: false, gold: none, raters: 'disputed', haveRatersMoved: true },
      'rejected',
    ],
    [
      'raters who are waited for',
      { status: 'draft', hadGold: false, gold: base, raters: 'waiting', haveRatersMoved: true },
      'draft',
    ],
  ])('%s', (_name, more, expected) => {
    const status = statusAfterAnswers(found(more), (id) => {
      expect(id).toBe(gold.annotationId);
      return 'draft';
    });
    expect(status).toBe(expected === 'by gold' ? 'draft' : expected);
  });
});
