/** A picture of plain shapes, drawn when a sample is made. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Shapes on a background, in a picture of this size in pixels. */
export function picture(width: number, height: number, shapes: readonly string[]): Picture {
  const size = `width="${String(width)}" height="${String(height)}"`;
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes.join('')}</svg>`, width, height };
}

type Attributes = Readonly<Record<string, string | number>>;

const shape = (name: string, attributes: Attributes): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${String(value)}"`)
    .join(' ')}/>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  shape('rect', { x, y, width, height, fill, rx: radius });

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string): string =>
  shape('ellipse', { cx, cy, rx, ry, fill });

export const disc = (cx: number, cy: number, radius: number, fill: string): string =>
  oval(cx, cy, radius, radius, fill);

/** A closed shape along a path. */
export const area = (d: string, fill: string): string => shape('path', { d, fill });

/** A line along a path. */
export const stroke = (d: string, color: string, width: number): string =>
  shape('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });

/** Shapes moved, turned (degrees) and scaled together, about the point they are moved to. */
export const placed = (
  shapes: readonly string[],
  { x, y, scale = 1, turn = 0 }: { x: number; y: number; scale?: number; turn?: number },
): string =>
  `<g transform="translate(${String(x)} ${String(y)}) rotate(${String(turn)}) scale(${String(scale)})">${shapes.join('')}</g>`;

/** A wall above a floor, or a sky above the ground. */
export const backdrop = (
  width: number,
  height: number,
  above: string,
  below: string,
  horizon = 0.7,
): string[] => [
  rect(0, 0, width, height, above),
  rect(0, Math.round(height * horizon), width, Math.round(height * (1 - horizon)) + 1, below),
];
