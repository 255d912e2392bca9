/*
 * What the app uses of two libraries that bring no types.
 */

declare module 'fontkit' {
  export interface Font {
    readonly layout: (text: string) => object;
    /** Whether the font draws a character. */
    readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  }
  /** Throws where the bytes are no font. */
  export function create(bytes: Uint8Array): Font;
}

declare module 'pdfkit' {
  import type { Font } from 'fontkit';

  export interface TextOptions {
    readonly lineBreak: false;
    readonly baseline: 'alphabetic';
    readonly fill?: boolean;
    readonly stroke?: boolean;
  }

  /** A document of one page; lengths are in points, y grows downwards. */
  export class PDFDocument {
    constructor(options: {
      readonly size: readonly [number, number];
      readonly margin: number;
      /** None of the fonts that every reader has: they lack most letters. */
      readonly font: null;
      readonly pdfVersion: '1.7';
      readonly lang: string;
      readonly info: Readonly<Record<string, string>>;
    });
    save(): this;
    restore(): this;
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this;
    lineWidth(width: number): this;
    lineCap(cap: string): this;
    lineJoin(join: string): this;
    dash(lengths: readonly number[], options: { readonly phase: number }): this;
    undash(): this;
    fillColor(color: string, opacity: number): this;
    strokeColor(color: string, opacity: number): this;
    path(data: string): this;
    circle(x: number, y: number, radius: number): this;
    /** Draws on only within the outline. */
    clip(): this;
    fill(): this;
    stroke(): this;
    fillAndStroke(): this;
    registerFont(name: string, font: Font): this;
    /** Writes on in a font that is registered under this name. */
    font(name: string): this;
    fontSize(size: number): this;
    widthOfString(text: string): number;
    text(text: string, x: number, y: number, options: TextOptions): this;
    image(
      bytes: Uint8Array,
      x: number,
      y: number,
      size: { readonly width: number; readonly height: number },
    ): this;
    /** Marks what is drawn next as text that reads `actual`. */
    markContent(tag: 'Span', options: { readonly actual: string }): this;
    endMarkedContent(): this;
    end(): void;
  }
}

declare module 'pdfkit/output' {
  import type { PDFDocument } from 'pdfkit';

  /** The whole file, once the document has ended. */
  export function toBytes(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>>;
}
