import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import Papa from 'papaparse';
import { z } from 'zod';
import { fromCell } from '../../../../shared/base/csv.ts';

/** What one line says; optional columns that the file lacks or leaves empty are null. */
export interface RatingLine {
  readonly line: number;
  readonly item: string;
  readonly rater: string;
  readonly field: string;
  /** Empty: the rater left it open. */
  readonly value: string;
  readonly round: string | null;
  readonly task: string | null;
  readonly submittedAt: string | null;
  readonly status: string | null;
  /** What it says of how the rating came about, as it is there. */
  readonly madeIn: string | null;
  readonly blind: string | null;
  readonly madeWhen: string | null;
}

/** A line of the file, or what is wrong with it. */
export type RatingElement =
  | { readonly ok: true; readonly rating: RatingLine }
  | { readonly ok: false; readonly line: number; readonly field: string | null; readonly reason: string };

export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

interface CsvOptions {
  readonly encoding: CsvEncoding;
  readonly signal: AbortSignal;
  /** Bytes read, of how many. */
  readonly progress: (done: number, total: number) => void;
}

const CHUNK = 1 << 17;
/** A quote that is not closed takes the rest of the file for one cell: beyond this much no cell is a rating. */
const LONGEST_LINE = 4 << 20;
const NEEDED = ['item', 'rater', 'field', 'value'] as const;
const SEPARATORS = [',', ';', '\t'] as const;
/** A first line that tells Excel what separates columns. */
export const SEPARATOR_LINE = /^\uFEFF?"?sep=(?<separator>[^"\r\n])"?(?:\r\n|\n|\r|$)/iu;

/** Of what the parser gives; its own types say nothing. */
const Parsed = z.object({
  data: z.array(z.array(z.string())),
  errors: z.array(z.object({ code: z.string(), row: z.int().optional() })),
  meta: z.object({ cursor: z.int() }),
});

const OPTIONAL = ['round', 'task', 'submitted_at', 'status', 'made_in', 'blind', 'made_when'] as const;
type Column = (typeof NEEDED)[number] | (typeof OPTIONAL)[number];

/**
 * Reads a file of ratings of any size batch by batch: one rating per line, columns `item`, `rater`, `field` and `value`
 * in any order, and others. Separated by commas, semicolons or tabs, or as a first line `sep=;` says; with or without a
 * byte order mark. Lines count from 1, the header included. Reading ends at an error that spoils the rest.
 */
export async function* readRatingsCsv(
  path: string,
  { encoding, signal, progress }: CsvOptions,
): AsyncGenerator<RatingElement[], void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const decoder = new TextDecoder(encoding, { fatal: true });
    const buffer = Buffer.allocUnsafe(CHUNK);
    const lines = new Lines();
    for (let done = 0; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK, done);
      done += bytesRead;
      const ended = bytesRead === 0;
      const text = decode(decoder, buffer.subarray(0, bytesRead), !ended);
      if (text === null) {
        yield [
          ...lines.end(),
          spoilt(lines.at(), `From here on it contains bytes that are not ${encoding.toUpperCase()}.`),
        ];
        return;
      }
      yield ended ? lines.end() : lines.push(text);
      progress(done, size);
      if (ended || lines.spoilt()) return;
    }
  } finally {
    await file.close();
  }
}

class Lines {
  #rest = '';
  #line = 1;
  #isSpoilt = false;
  #layout: { readonly separator: string; readonly newline: '\n' | '\r' } | null = null;
  #columns: ReadonlyMap<Column, number> | null = null;

  push(text: string): RatingElement[] {
    this.#rest += text;
    return this.#cut(false);
  }

  end(): RatingElement[] {
    const elements = this.#cut(true);
    return this.#columns === null && elements.length === 0
      ? this.#fail('The file is empty; its first line must name the columns.')
      : elements;
  }

  /** The line that is read next. */
  at(): number {
    return this.#line;
  }

  spoilt(): boolean {
    return this.#isSpoilt;
  }

  #fail(reason: string): RatingElement[] {
    this.#isSpoilt = true;
    return [spoilt(this.#line, reason)];
  }

  /** Whether there is anything to read; the layout needs a whole line. */
  #hasLine(ended: boolean): boolean {
    return this.#rest !== '' && (this.#layout !== null || ended || /[\r\n]/u.test(this.#rest));
  }

  /** How cells and lines are told apart; a first line that only says so is taken off. */
  #takeLayout(): ReturnType<typeof layoutOf> {
    const layout = layoutOf(this.#rest);
    if (SEPARATOR_LINE.test(this.#rest)) {
      this.#rest = this.#rest.replace(SEPARATOR_LINE, '');
      this.#line += 1;
    }
    return layout;
  }

  #cut(ended: boolean): RatingElement[] {
    if (this.#isSpoilt || !this.#hasLine(ended)) return [];
    const { separator, newline } = (this.#layout ??= this.#takeLayout());
    const parser = new Papa.Parser({ delimiter: separator, newline });
    const { data, errors, meta } = Parsed.parse(parser.parse(this.#rest, 0, !ended));
    const broken = new Map(errors.map(({ code, row }) => [row ?? 0, code] as const));
    const elements: RatingElement[] = [];
    for (const [index, cells] of data.entries()) {
      const at = this.#line;
      this.#line += 1 + cells.reduce((sum, cell) => sum + newlinesIn(cell), 0);
      cutReturn(cells);
      const error = broken.get(index);
      if (error !== undefined) elements.push(spoilt(at, whyBroken(error)));
      else if (cells.length === 1 && cells[0] === '') continue;
      else if (this.#columns === null) {
        const header = headerOf(cells);
        if (typeof header === 'string') return [...elements, ...this.#fail(header)];
        this.#columns = header;
      } else elements.push(elementOf(cells, this.#columns, at));
    }
    this.#rest = ended ? '' : this.#rest.slice(meta.cursor);
    if (this.#rest.length > LONGEST_LINE)
      return [...elements, ...this.#fail('A quotation mark is opened and not closed within the limit.')];
    return elements;
  }
}

/** Takes the carriage return off that ends a line of some programs. */
function cutReturn(cells: string[]): void {
  const last = cells.at(-1);
  if (last?.endsWith('\r') === true) cells[cells.length - 1] = last.slice(0, -1);
}

const whyBroken = (code: string): string =>
  code === 'MissingQuotes'
    ? 'A quotation mark is opened and never closed.'
    : 'A quoted cell contains a quotation mark; write it twice.';

/** The columns by their names, or what is wrong with them. */
function headerOf(cells: readonly string[]): ReadonlyMap<Column, number> | string {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    return `The first line must name the columns; it lacks ${missing.join(', ')}. Required are item, rater, field and value.`;
  }
  const twice = NEEDED.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) return `The first line names the column ${twice} twice.`;
  const known: readonly Column[] = [...NEEDED, ...OPTIONAL];
  return new Map(known.flatMap((name) => (names.includes(name) ? [[name, names.indexOf(name)]] : [])));
}

function elementOf(
  cells: readonly string[],
  columns: ReadonlyMap<Column, number>,
  line: number,
): RatingElement {
  const cell = (name: Column): string | undefined => {
    const place = columns.get(name);
    return place === undefined ? undefined : cells[place];
  };
  const optional = (name: Column): string | null => {
    const text = cell(name)?.trim() ?? '';
    return text === '' ? null : text;
  };
  for (const name of NEEDED) {
    if (cell(name) === undefined) {
      return { ok: false, line, field: name, reason: 'The line ends before this column.' };
    }
    if (name !== 'value' && cell(name)?.trim() === '') {
      return { ok: false, line, field: name, reason: 'It is empty.' };
    }
  }
  return {
    ok: true,
    rating: {
      line,
      item: fromCell(cell('item') ?? ''),
      rater: fromCell(cell('rater') ?? '').trim(),
      field: fromCell(cell('field') ?? '').trim(),
      value: fromCell(cell('value') ?? ''),
      round: optional('round'),
      task: optional('task'),
      submittedAt: optional('submitted_at'),
      status: optional('status'),
      madeIn: optional('made_in'),
      blind: optional('blind'),
      madeWhen: optional('made_when'),
    },
  };
}

/** How cells and lines are told apart: the separator that gives the header its columns. */
function layoutOf(text: string): { separator: string; newline: '\n' | '\r' } {
  const newline = !text.includes('\n') && text.includes('\r') ? '\r' : '\n';
  const said = SEPARATOR_LINE.exec(text)?.groups?.['separator'];
  if (said !== undefined) return { separator: said, newline };
  const [head = ''] = text.split(newline, 1);
  const columnsBy = (separator: string): number =>
    head.split(separator).filter((name) => (NEEDED as readonly string[]).includes(plainName(name))).length;
  const best = [...SEPARATORS].sort((a, b) => columnsBy(b) - columnsBy(a))[0];
  return { separator: best ?? ',', newline };
}

const plainName = (name: string): string => name.trim().replace(/^"|"$/gu, '').trim().toLowerCase();

function newlinesIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

const spoilt = (line: number, reason: string): RatingElement => ({ ok: false, line, field: null, reason });

/** Null where the bytes are not in the decoder's encoding. A byte order mark goes. */
function decode(decoder: TextDecoder, bytes: Buffer, more: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream: more });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
