import boldUrl from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?url';
import italicUrl from '@expo-google-fonts/arimo/400Regular_Italic/Arimo_400Regular_Italic.ttf?url';
import regularUrl from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?url';
import { type DrawTextPicture, type FontFiles, writePdf } from './pdfDrawing.ts';

/**
 * The plot as a PDF file whose page is as large as the plot on paper, with vector lines and text in an embedded font;
 * letters that it lacks are pictures with their text. Loaded on demand.
 * @param size width and height of the page in points
 * @param scale points to a pixel of the plot
 */
export async function writePlotAsPdf(
  plot: SVGSVGElement,
  size: readonly [number, number],
  scale: number,
): Promise<Blob> {
  const bytes = await writePdf(plot, size, scale, await readFonts(), drawTextPicture);
  return new Blob([bytes], { type: 'application/pdf' });
}

async function readFonts(): Promise<FontFiles> {
  const [regular, bold, italic] = await Promise.all([regularUrl, boldUrl, italicUrl].map(readFont));
  if (regular === undefined || bold === undefined || italic === undefined)
    throw new Error('A plot has three faces.');
  return { regular, bold, italic };
}

async function readFont(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('The font of PDF files was not found. Save the plot as SVG or PNG.');
  return new Uint8Array(await response.arrayBuffer());
}

/** Pixels of a picture to one of the plot: 1200 dots an inch where three pixels are two points. */
const FINE = (1200 / 72) * (2 / 3);

const drawTextPicture: DrawTextPicture = async (text, { fontSize, fontStyle, fontWeight, fill }) => {
  const type = `${fontStyle} ${fontWeight} ${String(fontSize * FINE)}px Arial, sans-serif`;
  const measuring = new OffscreenCanvas(1, 1).getContext('2d');
  if (measuring === null) throw new Error('This window cannot draw the picture.');
  measuring.font = type;
  const {
    width,
    fontBoundingBoxAscent: ascent,
    fontBoundingBoxDescent: descent,
  } = measuring.measureText(text);
  const [columns, rows] = [Math.ceil(width), Math.ceil(ascent + descent)];
  const canvas = new OffscreenCanvas(Math.max(1, columns), Math.max(1, rows));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This window cannot draw the picture.');
  context.font = type;
  context.fillStyle = fill;
  context.fillText(text, 0, ascent);
  const png = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return { png, width: columns / FINE, height: rows / FINE, ascent: ascent / FINE };
};
