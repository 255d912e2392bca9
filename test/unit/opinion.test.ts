import { describe, expect, it } from 'vitest';
import { type JudgedUnit, opinionOf } from '../../electron/core/features/verdicts/opinion.ts';
import { PersonId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';

const judges = ['1', '2', '3'].map((end) => PersonId.parse(`01890000-0000-7000-8000-00000000000${end}`));
const given = (values: readonly string[], human = true): JudgedUnit['given'] =>
  values.flatMap((value, at) => {
    const judge = judges[at];
    return judge === undefined ? [] : [{ judge, human, value }];
  });
const unit = (more: Partial<JudgedUnit>): JudgedUnit => ({
  criterion: 'correct',
  given: [],
  exact: null,
  gold: null,
  answer: null,
  cause: null,
  ...more,
});
const placeOf = (value: Json): number => (value === 'YES' ? 0 : value === 'NO' ? 1 : -1);

describe('what was said of one thing that was judged', () => {
  it.each<[string, Partial<JudgedUnit>, number | null]>([
    ['nothing', {}, null],
    ['one person', { given: given(['NO']) }, 1],
    ['people alike', { given: given(['YES', 'YES']) }, 0],
    ['people who differ', { given: given(['YES', 'NO']) }, null],
    ['models alone', { given: given(['YES', 'YES'], false) }, null],
    ['what follows from the answer, before people', { given: given(['YES']), exact: 'NO' }, 1],
  ])('agreed by %s', (_name, more, agreed) => {
    expect(opinionOf(unit(more), placeOf).agreed).toBe(agreed);
  });

  it('keeps people and models apart, each by the place of their verdict', () => {
    const both = [...given(['YES']), ...given(['NO', 'other'], false)];
    const { people, models, gold, lists } = opinionOf(unit({ given: both, gold: 'NO' }), placeOf);
    expect([[...people.values()], [...models.values()], gold, lists]).toEqual([[0], [1, -1], 1, null]);
  });

  it('keeps the lists where key points were listed', () => {
    const { lists } = opinionOf(unit({ given: given(['YES']), answer: 'Yes.', gold: 'YES' }), placeOf);
    expect(lists).toMatchObject({ answer: 'Yes.', people: ['YES'], gold: 'YES', agreed: 'YES' });
  });
});
