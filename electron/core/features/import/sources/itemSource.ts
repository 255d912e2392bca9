import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Benchmark, ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { isJsonObject, type Json } from '../../../../../shared/base/json.ts';
import { errorCode } from '../../../base/errors.ts';
import {
  layoutOf,
  readSource,
  readSourceNow,
  type SourceElement,
  type SourceLayout,
} from '../../../formats/reading/sourceFile.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';

/** A data file with the folder its paths are relative to. */
export interface DataFile {
  readonly file: string;
  readonly folder: string;
  readonly layout: SourceLayout;
}

/**
 * The file itself, or those that a folder holds: of each group of `names` the first that is there. Throws `invalid_input`
 * or `not_found`.
 */
export async function findDataFiles(
  source: string,
  names: readonly (readonly string[])[],
): Promise<readonly DataFile[]> {
  if (!(await stat(source)).isDirectory())
    return [{ file: source, folder: dirname(source), layout: await layoutOf(source) }];
  const found: DataFile[] = [];
  for (const group of names) {
    for (const name of group) {
      const file = join(source, name);
      if (!(await isFile(file))) continue;
      found.push({ file, folder: source, layout: await layoutOf(file) });
      break;
    }
  }
  if (found.length > 0) return found;
  throw new CasebookError(
    'invalid_input',
    `The folder ${source} has no ${names.flat().join(' or ')}.`,
    'Choose the data file itself, or its folder.',
  );
}

/** The items of a data file after a first reading: every problem is in the report, what is left can be imported. */
export interface ScannedItems {
  /** How many there are to import. */
  readonly count: number;
  /** The distinct image names they refer to, each with an item that does. */
  readonly imageNames: ReadonlyMap<string, string>;
  /** The items, in order; again from the file where there were too many to keep. */
  readonly items: () => Iterable<ParsedItem>;
}

interface ScanOptions {
  readonly benchmark: Benchmark;
  readonly report: ReportBuilder;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Up to this many bytes of source are kept in memory once read; a longer file is read again when written. */
const KEPT_BYTES = 48 * 1024 * 1024;

/** Reads data files of one folder through once, in order, noting every problem with its item and field. */
export async function scanItems(files: readonly DataFile[], options: ScanOptions): Promise<ScannedItems> {
  const facts = await Promise.all(files.map(({ file }) => stat(file)));
  const before = facts.map(({ size, mtimeMs }) => ({ size, mtimeMs }));
  const total = before.reduce((sum, { size }) => sum + size, 0);
  const kept: ParsedItem[] | null = total <= KEPT_BYTES ? [] : null;
  const imageNames = new Map<string, string>();
  const check = new ItemCheck(files, options.benchmark, options.report);
  let count = 0;
  for (const [at, { file, layout }] of files.entries()) {
    const [name, counted, skipped] = [basename(file), count, options.report.skipped()];
    if (before[at]?.size === 0) {
      options.report.skip(name, null, 'The file is empty.');
      continue;
    }
    check.begin(name, layout);
    for await (const element of readSource(file, layout, options)) {
      for (const item of check.read(element)) {
        count += 1;
        kept?.push(item);
        for (const image of item.images)
          if (!imageNames.has(image.name)) imageNames.set(image.name, item.externalId);
      }
    }
    if (count === counted && options.report.skipped() === skipped)
      options.report.skip(name, null, 'The file has no items.');
  }
  return { count, imageNames, items: () => kept ?? again(files, before, options) };
}

/** Reads the files a second time, within the transaction; what was a problem the first time is one again. */
function* again(
  files: readonly DataFile[],
  before: readonly { readonly size: number; readonly mtimeMs: number }[],
  { benchmark }: ScanOptions,
): Generator<ParsedItem, void> {
  const check = new ItemCheck(files, benchmark, null);
  for (const [at, { file, layout }] of files.entries()) {
    const now = statSync(file);
    if (now.size !== before[at]?.size || now.mtimeMs !== before[at].mtimeMs) {
      throw new CasebookError(
        'conflict',
        'The source changed during the import.',
        'Nothing was changed. Import it again.',
      );
    }
    check.begin(basename(file), layout);
    for (const element of readSourceNow(file, layout)) yield* check.read(element);
  }
}

/** Tells items that can be imported from problems; the same sequence of elements always gets the same verdicts. */
class ItemCheck {
  readonly #benchmark: Benchmark;
  readonly #report: ReportBuilder | null;
  readonly #hasSeveral: boolean;
  readonly #seen = new Map<string, string>();
  #file = '';
  #unit = 'item';
  #number = 0;

  constructor(files: readonly DataFile[], benchmark: Benchmark, report: ReportBuilder | null) {
    this.#benchmark = benchmark;
    this.#report = report;
    this.#hasSeveral = files.length > 1;
  }

  /** The elements that are read from now on are of this file. */
  begin(file: string, layout: SourceLayout): void {
    this.#file = file;
    this.#unit = layout === 'lines' ? 'line' : 'item';
    this.#number = 0;
  }

  read(element: SourceElement): readonly ParsedItem[] {
    this.#number += 1;
    // Which file it is, where there are several.
    const within = this.#hasSeveral ? `${this.#file}, ` : '';
    if (!element.ok) {
      this.#report?.skip(`${within}${element.where}`, null, element.reason);
      return [];
    }
    if (element.member !== null) {
      const where = this.#hasSeveral ? this.#file : 'the file';
      // Once is enough: every member of such a file would say the same.
      if (this.#number === 1)
        this.#report?.skip(where, null, 'It has one object instead of a list of items.');
      return [];
    }
    const place = `${within}${this.#unit} ${String((element.index ?? 0) + 1)}`;
    const wrapped = this.#benchmark.unwrap?.(element.value) ?? null;
    const items =
      wrapped === null
        ? [this.#readItem(element.value, place)]
        : wrapped.map((value, at) => this.#readItem(value, `${place}, question ${String(at + 1)}`));
    return items.filter((item) => item !== null);
  }

  #readItem(value: Json, place: string): ParsedItem | null {
    const parsed = this.#benchmark.parseItem(value);
    if (!parsed.ok) {
      const name = nameOf(value);
      for (const { field, message } of parsed.problems)
        this.#report?.skip(name ?? place, field, name === null ? message : `${message} (${place})`);
      return null;
    }
    const { externalId } = parsed.value;
    const first = this.#seen.get(externalId);
    if (first !== undefined) {
      this.#report?.skip(externalId, null, `It occurs twice: as ${first} and as ${place}.`);
      return null;
    }
    this.#seen.set(externalId, place);
    return parsed.value;
  }
}

/** A broken item's own name, where it has one. */
function nameOf(value: Json): string | null {
  if (!isJsonObject(value)) return null;
  for (const key of ['data_path', 'id']) {
    const name = Object.hasOwn(value, key) ? value[key] : undefined;
    if (typeof name === 'string' && name !== '') return name;
  }
  return null;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
