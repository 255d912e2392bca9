import type { Box } from '../base/geometry.ts';
import type { ForeignPoint, ForeignShape, ForeignValue, ForeignView } from './foreignShape.ts';
import { childOf, childrenOf, numberIn, readXml, textOf, type XmlElement } from './xmlText.ts';

const EDGES = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
/** Elements that are shown as the box and its label, or as shapes. */
const SHOWN = new Set(['name', 'bndbox', 'part', 'polygon', 'robndbox', 'note']);

/** What an object of Pascal VOC shows beside its box. */
export function viewVoc(source: string): ForeignView {
  const object = readXml(source);
  if (object === null) return { shapes: [], values: [] };
  const shapes: ForeignShape[] = [];
  const rings = childrenOf(object, 'polygon')
    .map((polygon) => pointsOf(source, polygon))
    .filter((ring) => ring.length >= 3);
  if (rings.length > 0) shapes.push({ kind: 'polygon', rings });
  const turned = childOf(object, 'robndbox');
  const rotated = turned === undefined ? null : rotatedBox(source, turned);
  if (rotated !== null) {
    shapes.push({
      kind: 'rotation',
      rings: [cornersOf(rotated)],
      degrees: (rotated.angle * 180) / Math.PI,
    });
  }
  const boxes = childrenOf(object, 'part').flatMap((part) => {
    const edges = childOf(part, 'bndbox');
    const box = edges === undefined ? null : edgesBox(source, edges);
    const name = childOf(part, 'name');
    return box === null ? [] : [{ ...box, name: name === undefined ? '' : textOf(source, name) }];
  });
  if (boxes.length > 0) shapes.push({ kind: 'parts', boxes });
  const values = object.children
    .filter(({ name }) => !SHOWN.has(name))
    .flatMap((child) => valuesOf(source, child, ''));
  return { shapes, values };
}

/** The box between edges that count from 1 and belong to it; null where they are no edges. */
function edgesBox(xml: string, element: XmlElement): Box | null {
  const [left, top, right, bottom] = EDGES.map((edge) => numberIn(xml, childOf(element, edge)));
  if (left == null || top == null || right == null || bottom == null) return null;
  if (right < left || bottom < top) return null;
  return { x: left - 1, y: top - 1, width: right - left + 1, height: bottom - top + 1 };
}

/** A box that is turned about its centre, by an angle in radians, clockwise. */
interface RotatedBox {
  readonly centre: ForeignPoint;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/** What a `robndbox` says, as roLabelImg writes it; null where it says no box. */
function rotatedBox(xml: string, element: XmlElement): RotatedBox | null {
  const [x, y, width, height, angle] = ['cx', 'cy', 'w', 'h', 'angle'].map((part) =>
    numberIn(xml, childOf(element, part)),
  );
  if (x == null || y == null || width == null || height == null || angle == null) return null;
  return width > 0 && height > 0 ? { centre: [x, y], width, height, angle } : null;
}

/** The four corners of a box that is turned, in order. */
function cornersOf({ centre: [x, y], width, height, angle }: RotatedBox): ForeignPoint[] {
  const [across, down] = [width / 2, height / 2];
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const corners: readonly ForeignPoint[] = [
    [-across, -down],
    [across, -down],
    [across, down],
    [-across, down],
  ];
  return corners.map(([dx, dy]) => [x + dx * cosine - dy * sine, y + dx * sine + dy * cosine]);
}

/** Points as `x1`, `y1`, `x2` … or as `pt` elements with `x` and `y`. */
function pointsOf(xml: string, polygon: XmlElement): ForeignPoint[] {
  const pairs = childrenOf(polygon, 'pt').map((point) => [childOf(point, 'x'), childOf(point, 'y')]);
  const byName = new Map(polygon.children.map((child) => [child.name, child]));
  for (let at = 1; byName.has(`x${String(at)}`); at += 1)
    pairs.push([byName.get(`x${String(at)}`), byName.get(`y${String(at)}`)]);
  return pairs.flatMap(([across, down]): ForeignPoint[] => {
    const x = numberIn(xml, across);
    const y = numberIn(xml, down);
    return x === null || y === null ? [] : [[x, y]];
  });
}

/**
 * The box of an object, as its `bndbox` says, or around its polygon or its turned box where it has none; or why it has none, in
 * words. Edges count from 1 and belong to the box.
 */
export function vocBox(source: string): Box | string {
  const object = readXml(source);
  const element = object === null ? undefined : childOf(object, 'bndbox');
  if (element === undefined) return shapesBox(source) ?? 'It has no box (bndbox).';
  const edges: number[] = [];
  for (const edge of EDGES) {
    const said = childOf(element, edge);
    const value = numberIn(source, said);
    if (said === undefined) return `${edge} is missing.`;
    if (value === null) return `${edge} is not a number.`;
    edges.push(value);
  }
  const [left = 0, top = 0, right = 0, bottom = 0] = edges;
  if (right < left) return 'xmax is smaller than xmin.';
  if (bottom < top) return 'ymax is smaller than ymin.';
  return { x: left - 1, y: top - 1, width: right - left + 1, height: bottom - top + 1 };
}

/** The upright box around the shapes of an object; null where it has none. */
function shapesBox(source: string): Box | null {
  const points = viewVoc(source).shapes.flatMap((shape) =>
    shape.kind === 'polygon' || shape.kind === 'rotation' ? shape.rings.flat() : [],
  );
  const across = points.map(([x]) => x);
  const down = points.map(([, y]) => y);
  if (points.length === 0) return null;
  const x = across.reduce((least, each) => Math.min(least, each));
  const y = down.reduce((least, each) => Math.min(least, each));
  const width = across.reduce((most, each) => Math.max(most, each)) - x;
  const height = down.reduce((most, each) => Math.max(most, each)) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** What an element and those within it say, each under its path; of CVAT's attributes each under its own name. */
function valuesOf(xml: string, element: XmlElement, path: string): ForeignValue[] {
  if (element.name === 'attribute' && element.children.length > 0) {
    const [name, value] = ['name', 'value'].map((each) => {
      const child = childOf(element, each);
      return child === undefined ? '' : textOf(xml, child);
    });
    return name === undefined || value === undefined || name === '' ? [] : [{ name, value }];
  }
  const name = path === '' ? element.name : `${path}.${element.name}`;
  if (element.children.length > 0)
    return element.children.flatMap((child) =>
      valuesOf(xml, child, element.name === 'attributes' ? '' : name),
    );
  const value = textOf(xml, element);
  // Casebook's own attributes are shown as such.
  return value === '' || (name === 'attributes' && value.startsWith('{')) ? [] : [{ name, value }];
}
