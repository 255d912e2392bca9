import { describe, expect, it } from 'vitest';
import type { LabelDefinition } from '../../shared/benchmarks/generic/schema.ts';
import { labelsInOrder } from '../../renderer/benchmarks/generic/labelOrder.ts';

const labels = (count: number): readonly LabelDefinition[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), name: `Label ${String(at)}`, attributes: [] }));

const order = (count: number, ...used: readonly string[]): readonly string[] =>
  labelsInOrder(labels(count), new Set(used)).map(({ label }) => label.id);

describe('the labels in the panel', () => {
  it('stay in the order of the label set while each has a digit', () => {
    expect(order(9, '8', '3')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('begin with those of the item’s boxes once they are more, each with its own place', () => {
    expect(order(11, '10', '3')).toEqual(['3', '10', '0', '1', '2', '4', '5', '6', '7', '8', '9']);
    expect(labelsInOrder(labels(11), new Set(['10']))[0]?.place).toBe(10);
  });
});
