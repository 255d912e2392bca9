import { create, type Font } from 'fontkit';
import { PDFDocument } from 'pdfkit';
import { toBytes } from 'pdfkit/output';
import { runsOf } from './pdfText.ts';
import { INITIAL_STYLE, lengthOf, styleOf, type SvgStyle, transformsOf } from './svgStyle.ts';

/** The faces that plots have, as font files. */
export interface FontFiles {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
  readonly italic: Uint8Array;
}

/** The same, read, registered in the document under these names. */
type Fonts = Readonly<Record<keyof FontFiles, Font>>;

/** Letters as a picture, in the plot's pixels: `ascent` is what of it lies above the line. */
export interface TextPicture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly ascent: number;
}

export type DrawTextPicture = (text: string, style: SvgStyle) => Promise<TextPicture>;

/** What is drawn onto, and with what. */
interface PdfSheet {
  readonly document: PDFDocument;
  readonly fonts: Fonts;
  /** For letters that the fonts lack. */
  readonly drawTextPicture: DrawTextPicture;
}

/**
 * Writes a plot as a PDF file of one page.
 * @param size width and height of the page in points
 * @param scale points to a pixel of the plot
 * @param drawTextPicture draws letters that the fonts lack
 */
export async function writePdf(
  plot: Element,
  size: readonly [number, number],
  scale: number,
  files: FontFiles,
  drawTextPicture: DrawTextPicture,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    size,
    margin: 0,
    font: null,
    pdfVersion: '1.7',
    lang: 'en',
    info: { Title: plot.getAttribute('aria-label') ?? 'Plot', Creator: 'Casebook' },
  });
  // Read for each document: writing one leaves letters in the fonts without what they stand for.
  const fonts: Fonts = {
    regular: create(files.regular),
    bold: create(files.bold),
    italic: create(files.italic),
  };
  for (const [face, font] of Object.entries(fonts)) document.registerFont(face, font);
  const written = toBytes(document);
  document.transform(scale, 0, 0, scale, 0, 0);
  await drawElement({ document, fonts, drawTextPicture }, plot);
  document.end();
  return written;
}

/** Elements that nobody sees. */
const UNSEEN = new Set(['title', 'desc', 'style', 'defs']);

/**
 * Draws an element of a plot and what is in it, as lines, areas and text. Throws for elements and transformations that plots do
 * not have.
 */
async function drawElement(
  sheet: PdfSheet,
  element: Element,
  around: SvgStyle = INITIAL_STYLE,
): Promise<void> {
  if (UNSEEN.has(element.tagName)) return;
  const style = styleOf(element, around);
  const { document } = sheet;
  document.save();
  for (const matrix of transformsOf(element)) document.transform(...matrix);
  if (element.tagName === 'g' || element.tagName === 'svg')
    for (const child of element.children) await drawElement(sheet, child, style);
  else if (element.tagName === 'text') await drawText(sheet, element, style);
  else drawShape(document, element, await withTiles(sheet, element, style));
  document.restore();
}

/** Fills a shape with the tiles that its fill names, where it names any; gives the style of what is still to be drawn. */
async function withTiles(sheet: PdfSheet, element: Element, style: SvgStyle): Promise<SvgStyle> {
  const name = /^url\(#([^)]+)\)$/u.exec(style.fill)?.[1];
  if (name === undefined) return style;
  const pattern = element.closest('svg')?.querySelector(`pattern[id="${name}"]`);
  const [width, height] = [Number(pattern?.getAttribute('width')), Number(pattern?.getAttribute('height'))];
  if (pattern === null || pattern === undefined || element.tagName !== 'rect' || !(width > 0 && height > 0))
    throw new Error(`A plot has the fill ${style.fill}, which a PDF cannot be made of.`);
  const at = (side: string): number => Number(element.getAttribute(side) ?? 0);
  const { document } = sheet;
  document.save();
  outline(document, element);
  document.clip();
  const [left, top] = [Math.floor(at('x') / width) * width, Math.floor(at('y') / height) * height];
  for (let x = left; x < at('x') + at('width'); x += width)
    for (let y = top; y < at('y') + at('height'); y += height) {
      document.save().transform(1, 0, 0, 1, x, y);
      for (const part of pattern.children) await drawElement(sheet, part);
      document.restore();
    }
  document.restore();
  return { ...style, fill: 'none' };
}

function drawShape(document: PDFDocument, element: Element, style: SvgStyle): void {
  const fills = style.fill !== 'none';
  const strokes = style.stroke !== 'none' && style.strokeWidth > 0;
  if (!fills && !strokes) return;
  if (fills) document.fillColor(style.fill, style.fillOpacity * style.opacity);
  if (strokes) prepareStroke(document, style);
  outline(document, element);
  if (fills && strokes) document.fillAndStroke();
  else if (fills) document.fill();
  else document.stroke();
}

function prepareStroke(document: PDFDocument, style: SvgStyle): void {
  document
    .strokeColor(style.stroke, style.strokeOpacity * style.opacity)
    .lineWidth(style.strokeWidth)
    .lineCap(style.lineCap)
    .lineJoin(style.lineJoin);
  if (style.dashes.length === 0) document.undash();
  else document.dash(style.dashes, { phase: 0 });
}

function outline(document: PDFDocument, element: Element): void {
  const at = (name: string): string => element.getAttribute(name) ?? '0';
  switch (element.tagName) {
    case 'path':
      document.path(element.getAttribute('d') ?? '');
      break;
    case 'rect':
      document.path(`M${at('x')},${at('y')}h${at('width')}v${at('height')}h${String(-Number(at('width')))}Z`);
      break;
    case 'line':
      document.path(`M${at('x1')},${at('y1')}L${at('x2')},${at('y2')}`);
      break;
    case 'circle':
      document.circle(Number(at('cx')), Number(at('cy')), Number(at('r')));
      break;
    default:
      throw new Error(`A plot has an element ${element.tagName}, which a PDF cannot be made of.`);
  }
}

/** Each line of a text: the text's own, or one for each `tspan`. */
async function drawText(sheet: PdfSheet, element: Element, style: SvgStyle): Promise<void> {
  const at = (part: Element) => ({
    x: lengthOf(part, 'x', style.fontSize) + lengthOf(part, 'dx', style.fontSize),
    y: lengthOf(part, 'y', style.fontSize) + lengthOf(part, 'dy', style.fontSize),
  });
  if (element.children.length === 0) {
    await drawLine(sheet, element.textContent, at(element), style);
    return;
  }
  let { y } = at(element);
  for (const part of element.children) {
    if (part.tagName !== 'tspan') continue;
    const place = at(part);
    y = part.hasAttribute('y') ? place.y : y + place.y;
    await drawLine(sheet, part.textContent, { x: place.x, y }, styleOf(part, style));
  }
}

async function drawLine(
  { document, fonts, drawTextPicture }: PdfSheet,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  style: SvgStyle,
): Promise<void> {
  const face = faceOf(style);
  document.font(face).fontSize(style.fontSize);
  const runs = await Promise.all(
    runsOf(text, (codePoint) => fonts[face].hasGlyphForCodePoint(codePoint)).map(async (run) => {
      const picture = run.pictured ? await drawTextPicture(run.text, style) : null;
      return { ...run, picture, width: picture?.width ?? document.widthOfString(run.text) };
    }),
  );
  const whole = runs.reduce((sum, { width }) => sum + width, 0);
  let left = x - (style.textAnchor === 'end' ? whole : style.textAnchor === 'middle' ? whole / 2 : 0);
  for (const run of runs) {
    if (run.picture === null) drawLetters(document, run.text, { x: left, y }, style);
    else {
      // The picture can be searched and copied as the text that it shows. Some readers want a letter for that: a space is one.
      const { png, width, height, ascent } = run.picture;
      document.markContent('Span', { actual: run.text });
      document.image(png, left, y - ascent, { width, height });
      drawLetters(document, ' ', { x: left, y }, style);
      document.endMarkedContent();
    }
    left += run.width;
  }
}

function drawLetters(
  document: PDFDocument,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  style: SvgStyle,
): void {
  const options = { lineBreak: false, baseline: 'alphabetic' } as const;
  // A rim lies below the letters.
  if (style.stroke !== 'none') {
    prepareStroke(document, style);
    document.text(text, x, y, { ...options, fill: false, stroke: true });
  }
  if (style.fill === 'none') return;
  document.fillColor(style.fill, style.fillOpacity * style.opacity);
  document.text(text, x, y, options);
}

function faceOf({ fontWeight, fontStyle }: SvgStyle): keyof FontFiles {
  if (fontStyle === 'italic') return 'italic';
  return fontWeight === 'bold' || Number(fontWeight) >= 600 ? 'bold' : 'regular';
}
