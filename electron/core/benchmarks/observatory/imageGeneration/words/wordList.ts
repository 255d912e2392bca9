import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { z } from 'zod';
import { CasebookError } from '../../../../../../shared/base/errors.ts';
import { fromCell } from '../../../../../../shared/base/csv.ts';

export interface ListedWord {
  readonly word: string;
  readonly category: string | null;
}

const LONGEST_WORD = 64;
const SEPARATORS = ['\t', ';', ','] as const;

/** Of what the parser gives; its own types say nothing. */
const Parsed = z.object({ data: z.array(z.array(z.string())) });

/**
 * Reads UTF-8 words, one a line, each optionally with its category behind a comma, semicolon or tab. A first line may
 * name the columns `word` and `category` in any order. Repeated words are left out. Throws `invalid_input` with the
 * line for anything that is no word.
 */
export async function readWordList(file: string): Promise<ListedWord[]> {
  return wordsOf(textOf(await readFile(file), file), file);
}

/** The same of a text; `name` is what it is called in messages. */
export function wordsOf(text: string, name: string): ListedWord[] {
  const lines = rowsOf(text);
  const header = lines[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const named = header.includes('word');
  const columns = named ? [header.indexOf('word'), header.indexOf('category')] : [0, 1];
  const [wordAt = 0, categoryAt = 1] = columns;
  const words = new Map<string, ListedWord>();
  for (const [index, cells] of lines.entries()) {
    if ((named && index === 0) || cells.every((cell) => cell.trim() === '')) continue;
    const cell = (at: number): string => fromCell(cells[at] ?? '').trim();
    const word = cell(wordAt);
    const fault = faultOf(word);
    if (fault !== null) throw unusable(`Line ${String(index + 1)} of ${name}: ${fault}`);
    const category = cell(categoryAt);
    if (!words.has(word)) words.set(word, { word, category: category === '' ? null : category });
  }
  if (words.size === 0) throw unusable(`There are no words in ${name}.`);
  return [...words.values()];
}

function rowsOf(text: string): readonly (readonly string[])[] {
  const [head = ''] = text.split(/\r?\n/u, 1);
  const delimiter = SEPARATORS.find((separator) => head.includes(separator)) ?? ',';
  return Parsed.parse(Papa.parse(text, { delimiter })).data;
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw unusable(`${file} contains bytes that are not UTF-8.`);
    throw error;
  }
}

function faultOf(word: string): string | null {
  if (word === '') return 'there is no word.';
  if (word.length > LONGEST_WORD) return `the word is longer than ${String(LONGEST_WORD)} characters.`;
  return /[\p{Cc}\p{Cs}]/u.test(word) ? 'the word contains a control character.' : null;
}

function unusable(message: string): CasebookError {
  return new CasebookError(
    'invalid_input',
    message,
    'Nothing was made. Give one word per line, or a table with the columns word and category.',
  );
}
