import { counted } from '../base/counts.ts';
import type { ForeignFormat, ForeignKind, ForeignPart } from './foreignPart.ts';
import type { ForeignShape, ForeignView } from './foreignShape.ts';

/** What people call the formats. */
const FORMAT_NAMES: Readonly<Record<ForeignFormat, string>> = {
  coco: 'COCO',
  yolo: 'YOLO',
  voc: 'Pascal VOC',
  labelstudio: 'Label Studio',
};

const KIND_NAMES: Readonly<Record<ForeignKind, string>> = {
  polygon: 'polygon',
  mask: 'mask',
  keypoints: 'keypoints',
  rotation: 'rotation',
  parts: 'parts',
};

/** "polygon", "polygon and keypoints", "polygon, keypoints and parts". */
function joined(kinds: readonly ForeignKind[]): string {
  const names = kinds.map((kind) => KIND_NAMES[kind]);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** What the mark at a box stands for: "Polygon from COCO"; null where its record has no shape. */
export function carriedTitle({ format, shapes }: ForeignPart, fits: boolean): string | null {
  if (shapes.length === 0) return null;
  const text = joined(shapes);
  const title = `${text.charAt(0).toUpperCase()}${text.slice(1)} from ${FORMAT_NAMES[format]}`;
  return fits ? title : `${title}, no longer fits`;
}

/**
 * What boxes that were moved or resized lose, and how it comes back; null where no record of them has a shape.
 * @param undoable whether the person can undo here
 */
export function unfitText(parts: readonly ForeignPart[], undoable: boolean): string | null {
  const [first, ...others] = parts.filter(({ shapes }) => shapes.length > 0);
  if (first === undefined) return null;
  if (others.length > 0) {
    const undo = undoable ? ' Undo brings them back.' : '';
    return `The shapes of ${counted(others.length + 1, 'box', 'boxes')} no longer fit them. Files get these boxes without shapes.${undo}`;
  }
  const { format, shapes } = first;
  const isSingle = shapes.length === 1 && shapes[0] !== 'keypoints' && shapes[0] !== 'parts';
  const it = isSingle ? 'it' : 'them';
  const fits = isSingle ? 'fits' : 'fit';
  return `The ${joined(shapes)} no longer ${fits} this box. ${FORMAT_NAMES[format]} files get the box without ${it}.${undoable ? ` Undo brings ${it} back.` : ''}`;
}

/** A record in one line, in its source's words: "COCO: polygon of 12 points, score 0.93"; null where it says nothing. */
export function carriedText({ format }: ForeignPart, { shapes, values }: ForeignView): string | null {
  const parts = [...shapes.map(shapeText), ...values.map(({ name, value }) => `${name} ${value}`)];
  return parts.length === 0 ? null : `${FORMAT_NAMES[format]}: ${parts.join(', ')}`;
}

function shapeText(shape: ForeignShape): string {
  switch (shape.kind) {
    case 'polygon':
    case 'mask': {
      const points = shape.rings.reduce((sum, ring) => sum + ring.length, 0);
      const rings = shape.rings.length > 1 ? ` in ${String(shape.rings.length)} outlines` : '';
      return `${shape.kind} of ${counted(points, 'point', 'points')}${rings}`;
    }
    case 'keypoints': {
      const names = shape.points.flatMap(({ name, isVisible }) =>
        name === null ? [] : [isVisible ? name : `${name} (hidden)`],
      );
      const text = counted(shape.points.length, 'keypoint', 'keypoints');
      return names.length === 0 ? text : `${text} (${names.join(', ')})`;
    }
    case 'rotation':
      return `rotated by ${String(Math.round(shape.degrees * 100) / 100)}°`;
    case 'parts': {
      const names = shape.boxes.map(({ name }) => name).join(', ');
      return `${counted(shape.boxes.length, 'part', 'parts')} (${names})`;
    }
  }
}
