import { inflateSync } from 'node:zlib';
import { present } from './present.ts';

/** What a test wants to know of a PDF file of one page. */
export interface ReadPdf {
  /** Width and height of the page in points. */
  readonly size: readonly [number, number];
  /** Every piece of text as a reader copies it, in the order of the page; of pictured letters what they stand for. */
  readonly texts: readonly string[];
  /** Fonts by name, and whether their letters are in the file. */
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean }[];
  readonly pictures: number;
  /** Lines and areas that are drawn. */
  readonly shapes: number;
}

interface Part {
  readonly head: string;
  readonly stream: string;
}

/** Reads a PDF file with a plain table of objects, independently of the library that wrote it. Throws for others. */
export function readPdf(bytes: Buffer): ReadPdf {
  const parts = partsOf(bytes.toString('latin1'));
  const page = present([...parts.values()].find(({ head }) => /\/Type \/Page\b(?!s)/u.test(head)));
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/u.exec(page.head) ?? [];
  const at = (number: string | undefined): Part => present(parts.get(number ?? ''));
  const referred = (head: string, key: string): Part =>
    at(new RegExp(`/${key} \\[?(\\d+) 0 R`, 'u').exec(head)?.[1]);
  const resources = referred(page.head, 'Resources').head;
  const content = referred(page.head, 'Contents').stream;
  const used = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/gu)].map(([, id = '', number]) => {
    const font = at(number);
    const descriptor = referred(referred(font.head, 'DescendantFonts').head, 'FontDescriptor').head;
    return {
      id,
      name: /\/BaseFont \/(\S+)/u.exec(font.head)?.[1] ?? '',
      embedded: referred(descriptor, 'FontFile2').stream.length > 0,
      letters: lettersOf(referred(font.head, 'ToUnicode').stream),
    };
  });
  return {
    size: [Number(width), Number(height)],
    texts: textsOf(content, new Map(used.map(({ id, letters }) => [id, letters]))),
    fonts: used.map(({ name, embedded }) => ({ name, embedded })),
    pictures: [...content.matchAll(/\/I\d+ Do/gu)].length,
    shapes: [...content.matchAll(/^(?:f|S|B)$/gmu)].length,
  };
}

function partsOf(text: string): ReadonlyMap<string, Part> {
  return new Map(
    [...text.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj/gmu)].map(([, number = '', body = '']) => {
      const [head = '', ...rest] = body.split('\nstream\n');
      const packed = Buffer.from(rest.join('\nstream\n').replace(/\nendstream$/u, ''), 'latin1');
      const stream = head.includes('/FlateDecode') && !head.includes('/Image') ? inflateSync(packed) : packed;
      return [number, { head, stream: stream.toString('latin1') }];
    }),
  );
}

/** What each code of a font stands for, by the font's own table. */
function lettersOf(table: string): ReadonlyMap<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gu))
    for (const [place, [, code = '']] of [...list.matchAll(/<([\da-f]*)>/gu)].entries())
      letters.set(Number.parseInt(first, 16) + place, utf16(Buffer.from(code, 'hex')));
  return letters;
}

const utf16 = (bytes: Buffer): string => Buffer.from(bytes).swap16().toString('utf16le');

function textsOf(
  content: string,
  fonts: ReadonlyMap<string, ReadonlyMap<number, string>>,
): readonly string[] {
  const texts: string[] = [];
  let font: ReadonlyMap<number, string> = new Map();
  let isActual = false;
  const pieces = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/ActualText \(([^]*?)\)\n>> BDC|^(EMC)$/gmu;
  for (const [, chosen, written, actual, end] of content.matchAll(pieces)) {
    if (chosen !== undefined) font = fonts.get(chosen) ?? new Map<number, string>();
    else if (actual !== undefined) {
      const bytes = Buffer.from(actual.replaceAll(/\\([\\()])/gu, '$1'), 'latin1');
      texts.push(bytes[0] === 0xfe ? utf16(bytes.subarray(2)) : bytes.toString('latin1'));
      isActual = true;
    } else if (end !== undefined) isActual = false;
    else if (written !== undefined && !isActual)
      texts.push(
        [...written.matchAll(/<([\da-f]+)>/gu)]
          .flatMap(([, codes = '']) => codes.match(/.{4}/gu) ?? [])
          .map((code) => font.get(Number.parseInt(code, 16)) ?? '\ufffd')
          .join(''),
      );
  }
  return texts;
}
