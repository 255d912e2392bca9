import { type CanvasRegion, paletteColor } from '../../../canvas/index.ts';
import type { Stage, StageImage } from './stage.ts';

/** Whether a step says something of its images. */
export const hasNotes = (images: readonly StageImage[]): boolean =>
  images.some(({ note }) => note !== undefined);

/**
 * The stage with what the step gives on its images: boxes and points that are looked at. What has the name of one of the
 * stage's own labels has its colour.
 */
export function withNotes(stage: Stage, images: readonly StageImage[]): Stage {
  if (!hasNotes(images)) return stage;
  const own = new Map(stage.labels.map(({ name, color }) => [name, color]));
  const names = [...new Set(images.flatMap(({ note }) => note?.boxes.map(({ label }) => label) ?? []))];
  const others = [...new Set(names.map(thingOf))].filter((thing) => !own.has(thing));
  const colorOf = (name: string): string =>
    own.get(thingOf(name)) ?? paletteColor(stage.labels.length + Math.max(0, others.indexOf(thingOf(name))));
  const given = images.flatMap(({ id, note }) =>
    (note?.boxes ?? []).map((box, place): CanvasRegion => ({
      ...box,
      id: `given ${String(place)} ${id}`,
      imageId: id,
      label: labelOf(box.label),
      note: null,
      locked: true,
    })),
  );
  const isGiven = new Set(given.map(({ id }) => id));
  return {
    ...stage,
    regions: [...stage.regions, ...given],
    labels: [...stage.labels, ...names.map((name) => ({ id: labelOf(name), name, color: colorOf(name) }))],
    points: images.flatMap(({ id, note }) =>
      (note?.points ?? []).map(({ label, x, y }) => ({
        imageId: id,
        x,
        y,
        label,
        color: own.get(label) ?? paletteColor(0),
      })),
    ),
    onSelectionChange: (ids) => {
      stage.onSelectionChange(ids.filter((id) => !isGiven.has(id)));
    },
  };
}

/** "Left eye, expected" and "Left eye, yours" are about one thing. */
const thingOf = (name: string): string => name.split(', ')[0] ?? name;

const labelOf = (name: string): string => `given ${name}`;
