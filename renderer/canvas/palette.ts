/**
 * Colours that stay apart for every common kind of colour blindness: Okabe and Ito, "Color Universal Design"
 * (2008), without its black, with two greys that differ in lightness. Those after them repeat none of them: no 24 colours
 * stay apart for every eye, and a box has its label's name beside it.
 */
export const PALETTE = [
  '#e69f00', // orange
  '#56b4e9', // sky blue
  '#009e73', // bluish green
  '#f0e442', // yellow
  '#0072b2', // blue
  '#d55e00', // vermillion
  '#cc79a7', // reddish purple
  '#bbbbbb', // light grey
  '#6e6e6e', // dark grey
  '#aa4499', // purple
  '#e0457b', // raspberry
  '#999933', // olive
  '#ff9da7', // pink
  '#9c755f', // brown
  '#8a5cff', // violet
  '#c5e86c', // lime
  '#ff33cc', // magenta
  '#00e5ff', // cyan
  '#ffc99e', // peach
  '#d0a0ff', // lavender
  '#2e7d32', // dark green
  '#b5403a', // brick
  '#a5b4fc', // periwinkle
  '#9be8d8', // mint
] as const;

/** The colour of a box whose label is not known. */
export const UNKNOWN_COLOR = '#bbbbbb';

/** The palette's colour for the label at a position; past the end it begins again. */
export function paletteColor(position: number): string {
  return PALETTE[((position % PALETTE.length) + PALETTE.length) % PALETTE.length] ?? UNKNOWN_COLOR;
}

/** Relative luminance of `#rrggbb` in [0, 1] (WCAG 2.2); 0.5 where the text is no such colour. */
export function luminance(color: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) return 0.5;
  const [red, green, blue] = [match[1], match[2], match[3]].map((part) => {
    const value = Number.parseInt(part ?? '0', 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrastRatio(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

/** Black or white, whichever is easier to read on the colour. */
export function inkOn(color: string): string {
  return contrastRatio(color, '#000000') >= contrastRatio(color, '#ffffff') ? '#000000' : '#ffffff';
}

/** Darker than this, a colour is lost on dark images unless its rim is light. All of the palette is lighter. */
const DARK = 0.1;

/** The rim around a stroke, dark around all but the darkest colours: line or rim is visible on any image. */
export function haloFor(color: string): string {
  return luminance(color) > DARK ? 'rgba(0, 0, 0, 0.75)' : 'rgba(255, 255, 255, 0.85)';
}
