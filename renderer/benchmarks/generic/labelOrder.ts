import type { LabelDefinition } from '../../../shared/benchmarks/generic/schema.ts';

/** A label with its place in the label set, which its digit and its colour go by. */
export interface PlacedLabel {
  readonly label: LabelDefinition;
  readonly place: number;
}

/** As many labels as this are seen at a glance, and stay in the order of the label set. */
const AT_A_GLANCE = 9;

/** Labels in the order in which the panel lists them: of many, those that the item has boxes of come first. */
export function labelsInOrder(
  labels: readonly LabelDefinition[],
  used: ReadonlySet<string>,
): readonly PlacedLabel[] {
  const placed = labels.map((label, place) => ({ label, place }));
  if (labels.length <= AT_A_GLANCE) return placed;
  const isUsed = ({ label }: PlacedLabel): boolean => used.has(label.id);
  return [...placed.filter(isUsed), ...placed.filter((each) => !isUsed(each))];
}
