/** How many pixels a PNG has for each of the plot's own. */
const PNG_SCALE = 2;

/** The plot as an SVG file: nothing in it but elements and their attributes. */
export function plotAsSvg(plot: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(plot)], { type: 'image/svg+xml' });
}

/** The plot as a PNG file on white, two pixels for each of its own. Throws where the browser cannot draw it. */
export async function plotAsPng(plot: SVGSVGElement): Promise<Blob> {
  const width = Number(plot.getAttribute('width')) * PNG_SCALE;
  const height = Number(plot.getAttribute('height')) * PNG_SCALE;
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
