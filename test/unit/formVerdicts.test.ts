import { describe, expect, it } from 'vitest';
import { givenVerdict } from '../../renderer/benchmarks/argus/givenVerdict.ts';
import { toggledOperators, toggledRelations } from '../../renderer/benchmarks/mcsbench/toggledTags.ts';
import { RELATIONS } from '../../shared/benchmarks/mcsbench/taxonomy.ts';
import { panelGrid } from '../../renderer/ui/figures/plots/panels.ts';

describe('the verdict on a quintuple', () => {
  const reasons = ['no image is good enough'];
  const none = { image: 'none', reason: '' } as const;
  it.each([
    ['accepts', 'accept', none, false, reasons, 'accept', ''],
    ['is fix where texts are proposed', 'accept', none, true, reasons, 'fix', ''],
    ['gives the reason of discarded images', 'reject', none, false, reasons, 'reject', reasons[0]],
    ['keeps a reason', 'reject', { ...none, reason: 'dull' }, false, reasons, 'reject', 'dull'],
    ['invents no reason', 'reject', none, false, [], 'reject', ''],
    ['says nothing of a chosen image', 'reject', { image: 2, reason: '' }, false, reasons, 'reject', ''],
    ['says nothing of images to fix', 'fix', none, false, reasons, 'fix', ''],
  ] as const)('%s', (_, wanted, answer, isProposal, known, verdict, reason) => {
    expect(givenVerdict(wanted, answer, isProposal, known)).toEqual({ verdict, reason });
  });
});

describe('tags of an item', () => {
  it.each([
    [null, null, 'OP2', ['OP2', null]],
    ['OP2', null, 'OP2', [null, null]],
    ['OP1', 'OP2', 'OP1', ['OP2', null]],
    ['OP1', 'OP2', 'OP3', null],
  ] as const)('operators %s and %s with %s', (operator, secondOperator, id, after) => {
    const toggled = toggledOperators({ operator, secondOperator }, id);
    expect(toggled === null ? null : [toggled.operator, toggled.secondOperator]).toEqual(after);
  });

  it('keep the order of the relations', () => {
    const [first, second] = RELATIONS.map(({ id }) => id);
    if (first === undefined || second === undefined) throw new Error('There are fewer than two relations.');
    expect(toggledRelations([second], first)).toEqual([first, second]);
    expect(toggledRelations([first, second], first)).toEqual([second]);
  });
});

it.each([
  [5, 450, 2, 3, { fx: 0, fy: 2 }],
  [5, 100, 1, 5, { fx: 0, fy: 4 }],
  [1, 900, 1, 1, { fx: 0, fy: 0 }],
  [0, 900, 1, 1, { fx: 0, fy: 0 }],
])('%i panels in %i pixels stand %i across and %i down', (count, width, across, down, last) => {
  const grid = panelGrid(count, width, 200);
  const { fx, fy } = grid.facets(0.1);
  expect([fx.domain.length, fy.domain.length, grid.down]).toEqual([across, down, down]);
  expect(grid.at(Math.max(0, count - 1))).toEqual(last);
});
