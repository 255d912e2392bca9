import { type Box, intersection } from '../base/geometry.ts';

interface PlacedBox extends Box {
  readonly imageId: string;
  readonly label: string;
}

/**
 * What the boxes are called, in the order of `labels`, of which an area on the same image hides a part. A box whose label
 * is not in the list is called by its label.
 */
export function coveredLabels(
  areas: readonly Pick<PlacedBox, 'imageId' | keyof Box>[],
  boxes: readonly PlacedBox[],
  labels: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  const hidden = boxes.filter((box) =>
    areas.some((area) => area.imageId === box.imageId && intersection(area, box) !== null),
  );
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return [...new Set(hidden.map(({ label }) => names.get(label) ?? label))];
}
