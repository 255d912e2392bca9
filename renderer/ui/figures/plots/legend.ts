import { FONT_SIZE, type PlotLook } from './look.ts';

/** What a mark of a plot stands for. */
export interface LegendEntry {
  /** As the mark is drawn: a band is a wide, pale line, an outline an area that is not filled. */
  readonly mark: 'line' | 'band' | 'dashes' | 'dot' | 'area' | 'outline' | 'tick';
  readonly color: string;
  readonly words: string;
  /** The letter in a dot. */
  readonly letter?: string;
}

const ROW_HEIGHT = 18;
const SYMBOL = 20;
/** Between a symbol and its words, and between one entry and the next. */
const GAPS = { words: 6, entries: 18 } as const;
const SIDE = 8;
const SVG = 'http://www.w3.org/2000/svg';

interface KeptLegend {
  readonly entries: readonly LegendEntry[];
  readonly look: PlotLook;
}

/** The legend of each plot that has one, for a picture of its own. */
const kept = new WeakMap<SVGSVGElement, KeptLegend>();

export function keepLegend(plot: SVGSVGElement, entries: readonly LegendEntry[], look: PlotLook): void {
  kept.set(plot, { entries, look });
}

/** Makes a plot taller and puts its legend below it. */
export function legendBelow(plot: SVGSVGElement, entries: readonly LegendEntry[], look: PlotLook): void {
  const [width, height] = [Number(plot.getAttribute('width')), Number(plot.getAttribute('height'))];
  const legend = drawnLegend(entries, look, width);
  legend.group.setAttribute('transform', `translate(0,${String(height)})`);
  plot.append(legend.group);
  setSize(plot, width, height + legend.height);
}

/** The legend of a plot as a picture as wide as the plot; null where it needs none. */
export function legendOf(plot: SVGSVGElement): SVGSVGElement | null {
  const own = kept.get(plot);
  if (own === undefined) return null;
  const width = Number(plot.getAttribute('width'));
  const legend = drawnLegend(own.entries, own.look, width);
  const picture = element('svg', {
    fill: 'currentColor',
    color: own.look.ink,
    'font-family': own.look.fontFamily,
    'font-size': FONT_SIZE,
    role: 'img',
    'aria-label': `Legend of ${plot.getAttribute('aria-label') ?? 'a plot'}`,
  });
  picture.append(legend.group);
  setSize(picture, width, legend.height);
  return picture;
}

function setSize(picture: SVGSVGElement, width: number, height: number): void {
  picture.setAttribute('width', String(width));
  picture.setAttribute('height', String(height));
  picture.setAttribute('viewBox', `0 0 ${String(width)} ${String(height)}`);
}

/** The entries in rows, as many in each as there is room for. */
function drawnLegend(
  entries: readonly LegendEntry[],
  look: PlotLook,
  width: number,
): { readonly group: SVGGElement; readonly height: number } {
  const group = element('g', { 'text-anchor': 'start' });
  let [left, row] = [SIDE, 0];
  for (const entry of entries) {
    const room = SYMBOL + GAPS.words + entry.words.length * 6.3;
    if (left > SIDE && left + room > width - SIDE) [left, row] = [SIDE, row + 1];
    const middle = row * ROW_HEIGHT + ROW_HEIGHT / 2;
    group.append(...symbolOf(entry, left, middle, look));
    group.append(
      element(
        'text',
        { x: left + SYMBOL + GAPS.words, y: middle, dy: '0.32em', fill: look.ink },
        entry.words,
      ),
    );
    left += room + GAPS.entries;
  }
  return { group, height: (row + 1) * ROW_HEIGHT + 4 };
}

function symbolOf(
  { mark, color, letter }: LegendEntry,
  left: number,
  middle: number,
  look: PlotLook,
): readonly SVGElement[] {
  const line = { x1: left, x2: left + SYMBOL, y1: middle, y2: middle, stroke: color };
  const area = { x: left + 4, y: middle - 5, width: SYMBOL - 8, height: 10 };
  switch (mark) {
    case 'line':
      return [element('line', { ...line, 'stroke-width': 1.5 })];
    case 'band':
      return [element('line', { ...line, 'stroke-width': 9, 'stroke-opacity': 0.3 })];
    case 'dashes':
      return [element('line', { ...line, 'stroke-width': 1.25, 'stroke-dasharray': '4 3' })];
    case 'tick':
      return [
        element('line', {
          ...line,
          x1: left + SYMBOL / 2,
          x2: left + SYMBOL / 2,
          y1: middle - 5,
          y2: middle + 5,
        }),
      ];
    case 'area':
      return [element('rect', { ...area, fill: color })];
    case 'outline':
      return [
        element('rect', {
          ...area,
          fill: color,
          'fill-opacity': 0.25,
          stroke: color,
          'stroke-width': 0.75,
        }),
      ];
    case 'dot': {
      const place = { cx: left + SYMBOL / 2, cy: middle };
      if (letter === undefined) return [element('circle', { ...place, r: 4, fill: color })];
      return [
        element('circle', { ...place, r: 8, fill: color }),
        element(
          'text',
          {
            x: place.cx,
            y: middle,
            dy: '0.32em',
            'text-anchor': 'middle',
            'font-size': 11,
            'font-weight': 600,
            fill: look.surface,
          },
          letter,
        ),
      ];
    }
  }
}

function element<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
  text = '',
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  if (text !== '') made.textContent = text;
  return made;
}
