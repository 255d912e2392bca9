import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { writePdf } from '../../renderer/ui/figures/export/pdfDrawing.ts';
import { runsOf } from '../../renderer/ui/figures/export/pdfText.ts';
import { readPdf, type ReadPdf } from '../helpers/pdfReader.ts';
import { present } from '../helpers/present.ts';

const folder = join(import.meta.dirname, '../../node_modules/@expo-google-fonts/arimo');
const fontAt = (path: string) => new Uint8Array(readFileSync(join(folder, path)));
const fonts = {
  regular: fontAt('400Regular/Arimo_400Regular.ttf'),
  bold: fontAt('700Bold/Arimo_700Bold.ttf'),
  italic: fontAt('400Regular_Italic/Arimo_400Regular_Italic.ttf'),
};

/** The file of an SVG of 300 by 150 pixels, and what was drawn as pictures. */
async function drawn(inside: string): Promise<ReadPdf & { readonly pictured: readonly string[] }> {
  const { document } = new JSDOM(
    `<svg width="300" height="150" fill="currentColor" color="#112233" font-size="12" text-anchor="middle"
       aria-label="A plot">${inside}</svg>`,
  ).window;
  const plot = present(document.querySelector('svg'));
  const pictured: string[] = [];
  const png = new Uint8Array(
    await sharp({ create: { width: 4, height: 4, channels: 4, background: '#000000' } })
      .png()
      .toBuffer(),
  );
  const bytes = await writePdf(plot, [200, 100], 2 / 3, fonts, async (text, { fontSize }) => {
    pictured.push(text);
    return { png, width: fontSize * text.length, height: fontSize, ascent: fontSize };
  });
  return { ...readPdf(Buffer.from(bytes)), pictured };
}

it('is a page as large as the plot with lines, areas and text of an embedded font', async () => {
  const pdf = await drawn(`
    <g transform="translate(10,20)"><path d="M0,0L10,10"></path><circle cx="5" cy="5" r="3"></circle></g>
    <rect x="1" y="2" width="3" height="4" fill="none" stroke="#ff0000"></rect>
    <line x1="0" x2="9" y1="5" y2="5" stroke="#0000ff" stroke-dasharray="4 3"></line>
    <rect fill="none" width="9" height="9"></rect>
    <text x="4" y="1em">Łukasz Żółć</text>
    <text transform="translate(4,5) rotate(-90)">Μάρκος</text>
    <text font-weight="600">Анна</text>
    <text font-style="italic">undefined</text>`);
  expect(pdf.size).toEqual([200, 100]);
  expect(pdf.texts).toEqual(['Łukasz Żółć', 'Μάρκος', 'Анна', 'undefined']);
  expect(pdf.fonts.map(({ name }) => name.slice(7))).toEqual(['Arimo-Regular', 'Arimo-Bold', 'Arimo-Italic']);
  expect(pdf.fonts.every(({ embedded }) => embedded)).toBe(true);
  // What has neither area nor line is not drawn.
  expect(pdf.shapes).toBe(4);
  expect(pdf.pictures).toBe(0);
});

it('draws letters that its font lacks as a picture with their text', async () => {
  const pdf = await drawn('<text>Qwen-千问 7B</text><text>שלום (2)</text>');
  expect(pdf.pictured).toEqual(['千问', 'שלום (2)']);
  expect(pdf.texts).toEqual(['Qwen-', '千问', ' 7B', 'שלום (2)']);
  expect(pdf.pictures).toBe(2);
});

it('has each line of a text, and nothing of hints', async () => {
  const pdf = await drawn(
    '<g><title>hint</title><text><tspan>one</tspan><tspan dy="1em">two</tspan></text></g>',
  );
  expect(pdf.texts).toEqual(['one', 'two']);
});

it('fills a bar with the tiles of its pattern', async () => {
  const tiles =
    '<defs><pattern id="dots" width="6" height="6"><circle cx="3" cy="3" r="1"></circle></pattern></defs>';
  const pdf = await drawn(
    `${tiles}<rect x="6" y="6" width="12" height="6" fill="url(#dots)" stroke="#000000"></rect>`,
  );
  // Two dots and the rim.
  expect(pdf.shapes).toBe(3);
  await expect(drawn('<rect width="9" height="9" fill="url(#none)"></rect>')).rejects.toThrow('the fill url');
});

it('is refused for what a PDF cannot be made of', async () => {
  await expect(drawn('<image href="x"></image>')).rejects.toThrow('an element image');
  await expect(drawn('<g transform="skewX(3)"></g>')).rejects.toThrow('transformation skewX');
});

it('keeps letters and their marks together', () => {
  const has = (codePoint: number) => codePoint < 0x300;
  expect(runsOf('abe\u0301c', has)).toEqual([
    { text: 'ab', pictured: false },
    { text: 'e\u0301', pictured: true },
    { text: 'c', pictured: false },
  ]);
});
