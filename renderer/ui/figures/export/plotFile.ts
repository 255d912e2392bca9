/** How wide a plot leaves: one column of a two-column paper, or both. */
export const PLOT_WIDTHS = ['column', 'page'] as const;
export type PlotWidth = (typeof PLOT_WIDTHS)[number];

/** A pixel of a plot on paper: its type of 12 pixels has eight points there. */
const POINTS_PER_PIXEL = 2 / 3;

/** The same in a plot's own pixels: 8.4 and 17.4 cm. */
export const PLOT_PIXELS: Readonly<Record<PlotWidth, number>> = { column: 357, page: 740 };

/** As journals ask for line art, in dots per inch. */
const RESOLUTION = 600;

/** The plot as an SVG file of its size on paper: nothing in it but elements and their attributes. */
export function plotAsSvg(plot: SVGSVGElement): Blob {
  const [width, height] = sizeOf(plot);
  const sized = plot.cloneNode(true);
  if (!(sized instanceof SVGSVGElement)) throw new TypeError('The copy of a plot is a plot.');
  sized.setAttribute('width', `${String(width * POINTS_PER_PIXEL)}pt`);
  sized.setAttribute('height', `${String(height * POINTS_PER_PIXEL)}pt`);
  return new Blob([new XMLSerializer().serializeToString(sized)], { type: 'image/svg+xml' });
}

/** The plot as a PDF file, its page as large as the plot on paper. */
export async function plotAsPdf(plot: SVGSVGElement): Promise<Blob> {
  const [width, height] = sizeOf(plot);
  // The library and its fonts are larger than most screens, so they are loaded with the first PDF.
  const { writePlotAsPdf } = await import('./plotPdf.ts');
  return writePlotAsPdf(plot, [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL], POINTS_PER_PIXEL);
}

/** The plot as a PNG file on white, 600 dots an inch. Throws where the browser cannot draw it. */
export async function plotAsPng(plot: SVGSVGElement): Promise<Blob> {
  const [width, height] = sizeOf(plot).map((side) => Math.round((side * POINTS_PER_PIXEL * RESOLUTION) / 72));
  if (width === undefined || height === undefined) throw new Error('A plot has two sides.');
  const address = URL.createObjectURL(plotAsSvg(plot));
  try {
    const picture = new Image(width, height);
    picture.src = address;
    await picture.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This window cannot draw the picture.');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Width and height in the plot's own pixels. */
const sizeOf = (plot: SVGSVGElement): readonly [number, number] => [
  Number(plot.getAttribute('width')),
  Number(plot.getAttribute('height')),
];
