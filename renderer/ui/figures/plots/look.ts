/** The colours and the type of a plot: the window’s own, or those of a page of paper. */
export interface PlotLook {
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly accent: string;
  /** What the plot stands on: the colour of words on the accent. */
  readonly surface: string;
  readonly fontFamily: string;
  /** Whether the plot has its legend below it, or leaves it to a picture of its own. */
  readonly legend: 'inside' | 'apart';
}

/** Follows the theme: the colours are the stylesheet’s variables. */
export const screenLook: PlotLook = {
  ink: 'var(--mantine-color-text)',
  faint: 'var(--mantine-color-dimmed)',
  grid: 'var(--casebook-border)',
  accent: 'var(--casebook-accent)',
  surface: 'var(--casebook-surface)',
  fontFamily: 'inherit',
  legend: 'inside',
};

/** For files: dark on light, whatever the theme, in type that every system has. */
export const paperLook: PlotLook = {
  ink: '#1b1f24',
  faint: '#57606a',
  grid: '#dde1e6',
  accent: '#2457b8',
  surface: '#ffffff',
  fontFamily: 'Helvetica, Arial, "Liberation Sans", sans-serif',
  legend: 'inside',
};

/**
 * Colours of curves and respondents, on screens of either theme and on paper: each has a contrast of at least 3 : 1 there
 * (WCAG 2.2, 1.4.11), neighbours far apart.
 */
export const SERIES_COLORS = [
  '#2f6fd0', // blue
  '#c8590a', // vermillion
  '#12805c', // green
  '#b0468f', // purple
  '#8a7000', // olive
  '#0f8599', // teal
  '#d0384e', // red
  '#8059d6', // violet
  '#9c6240', // brown
  '#717880', // grey
] as const;

/** The colour of the series at a place; past the last it begins again. */
export function seriesColor(place: number): string {
  return SERIES_COLORS[place % SERIES_COLORS.length] ?? SERIES_COLORS[0];
}

/** Size of the type in a plot, in pixels. */
export const FONT_SIZE = 12;

/** Room for the longest of some names at the left of a plot, in pixels. */
export function nameRoom(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => shortName(name).length));
  return Math.round(longest * 6.6 + 16);
}

const LONGEST_NAME = 32;

/** A name as a plot has room for it. */
export function shortName(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
