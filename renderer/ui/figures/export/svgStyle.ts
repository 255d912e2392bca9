/** How an element of a plot is painted: what it says itself, else what the elements around it say. */
export interface SvgStyle {
  readonly color: string;
  readonly fill: string;
  readonly fillOpacity: number;
  readonly stroke: string;
  readonly strokeOpacity: number;
  readonly strokeWidth: number;
  readonly dashes: readonly number[];
  readonly lineCap: string;
  readonly lineJoin: string;
  /** Of the elements around it as well. */
  readonly opacity: number;
  /** In pixels. */
  readonly fontSize: number;
  readonly fontWeight: string;
  readonly fontStyle: string;
  readonly textAnchor: string;
}

/** As SVG begins. */
export const INITIAL_STYLE: SvgStyle = {
  color: '#000000',
  fill: '#000000',
  fillOpacity: 1,
  stroke: 'none',
  strokeOpacity: 1,
  strokeWidth: 1,
  dashes: [],
  lineCap: 'butt',
  lineJoin: 'miter',
  opacity: 1,
  fontSize: 16,
  fontWeight: '400',
  fontStyle: 'normal',
  textAnchor: 'start',
};

/** The style of an element within elements of another style. */
export function styleOf(element: Element, around: SvgStyle): SvgStyle {
  const text = (name: string, inherited: string): string => element.getAttribute(name) ?? inherited;
  const number = (name: string, inherited: number): number => {
    const value = element.getAttribute(name);
    return value === null ? inherited : Number.parseFloat(value);
  };
  const color = text('color', around.color);
  const paint = (name: string, inherited: string): string => {
    const value = text(name, inherited);
    return value === 'currentColor' ? color : value;
  };
  const dashes = element.getAttribute('stroke-dasharray');
  return {
    color,
    fill: paint('fill', around.fill),
    fillOpacity: number('fill-opacity', around.fillOpacity),
    stroke: paint('stroke', around.stroke),
    strokeOpacity: number('stroke-opacity', around.strokeOpacity),
    strokeWidth: number('stroke-width', around.strokeWidth),
    dashes: dashes === null ? around.dashes : (dashes.match(/[\d.]+/gu) ?? []).map(Number),
    lineCap: text('stroke-linecap', around.lineCap),
    lineJoin: text('stroke-linejoin', around.lineJoin),
    opacity: around.opacity * number('opacity', 1),
    fontSize: number('font-size', around.fontSize),
    fontWeight: text('font-weight', around.fontWeight),
    fontStyle: text('font-style', around.fontStyle),
    textAnchor: text('text-anchor', around.textAnchor),
  };
}

/** The matrix of one step of a `transform`: `translate(1,2)`. Throws for what no plot has. */
function matrixOf(name: string, values: readonly number[]): Matrix {
  const [first = 0, second = 0] = values;
  if (name === 'translate') return [1, 0, 0, 1, first, second];
  if (name === 'scale') return [first, 0, 0, values.length > 1 ? second : first, 0, 0];
  if (name === 'rotate' && values.length === 1) {
    const [cosine, sine] = [Math.cos((first * Math.PI) / 180), Math.sin((first * Math.PI) / 180)];
    return [cosine, sine, -sine, cosine, 0, 0];
  }
  throw new Error(`A plot has the transformation ${name}, which a PDF cannot be made of.`);
}

export type Matrix = readonly [number, number, number, number, number, number];

/** The steps of an element's `transform`, outermost first. */
export function transformsOf(element: Element): readonly Matrix[] {
  const text = element.getAttribute('transform') ?? '';
  return [...text.matchAll(/(\w+)\(([^)]*)\)/gu)].map(([, name = '', values = '']) =>
    matrixOf(name, values.split(/[\s,]+/u).map(Number)),
  );
}

/** An attribute that is a length, in pixels: a number, or a multiple of the type's size. */
export function lengthOf(element: Element, name: string, fontSize: number): number {
  const text = element.getAttribute(name);
  if (text === null) return 0;
  return Number.parseFloat(text) * (text.endsWith('em') ? fontSize : 1);
}
