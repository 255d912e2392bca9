import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Benchmark, ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Json } from '../../../../shared/domain/json.ts';
import { isJsonObject } from '../../../../shared/domain/json.ts';
import { errorCode } from '../../errors.ts';
import type { Layout, SourceElement } from '../../formats/sourceFile.ts';
import { layoutOf, readSource, readSourceNow } from '../../formats/sourceFile.ts';
import type { ReportBuilder } from './importReport.ts';

/** A data file with the folder its paths are relative to. */
export interface DataFile {
  readonly file: string;
  readonly folder: string;
  readonly layout: Layout;
}

/** The file itself, or the first of `names` that a folder holds. Throws `invalid_input` or `not_found`. */
export async function findDataFile(source: string, names: readonly string[]): Promise<DataFile> {
  if ((await stat(source)).isDirectory()) {
    for (const name of names) {
      const file = join(source, name);
      if (await isFile(file)) return { file, folder: source, layout: await layoutOf(file) };
    }
    throw new CasebookError(
      'invalid_input',
      `The folder ${source} holds no ${names.join(' or ')}.`,
      'Choose the data file itself, or the folder that holds it.',
    );
  }
  return { file: source, folder: dirname(source), layout: await layoutOf(source) };
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

/** Reads a data file through once, noting every problem with its item and field. */
export async function scanItems(data: DataFile, options: ScanOptions): Promise<ScannedItems> {
  const { size, mtimeMs } = await stat(data.file);
  const kept: ParsedItem[] | null = size <= KEPT_BYTES ? [] : null;
  const imageNames = new Map<string, string>();
  const check = createItemCheck(options.benchmark, data.layout, options.report);
  let count = 0;
  if (size === 0) options.report.skip(basename(data.file), null, 'The file is empty.');
  else {
    for await (const element of readSource(data.file, data.layout, options)) {
      for (const item of check.read(element)) {
        count += 1;
        kept?.push(item);
        for (const { name } of item.images) if (!imageNames.has(name)) imageNames.set(name, item.externalId);
      }
    }
    if (count === 0 && options.report.skipped() === 0) {
      options.report.skip(basename(data.file), null, 'The file holds no items.');
    }
  }
  return {
    count,
    imageNames,
    items: () => kept ?? again(data, { size, mtimeMs }, options),
  };
}

/** Reads the file a second time, within the transaction; what was a problem the first time is one again. */
function* again(
  data: DataFile,
  before: { readonly size: number; readonly mtimeMs: number },
  { benchmark }: ScanOptions,
): Generator<ParsedItem, void> {
  const now = statSync(data.file);
  if (now.size !== before.size || now.mtimeMs !== before.mtimeMs) {
    throw new CasebookError(
      'conflict',
      'The source was changed while it was being imported.',
      'Nothing was changed. Import it again.',
    );
  }
  const check = createItemCheck(benchmark, data.layout, null);
  for (const element of readSourceNow(data.file, data.layout)) yield* check.read(element);
}

/** Tells items that can be imported from problems; the same sequence of elements always gets the same verdicts. */
function createItemCheck(
  benchmark: Benchmark,
  layout: Layout,
  report: ReportBuilder | null,
): { read(element: SourceElement): readonly ParsedItem[] } {
  const seen = new Map<string, string>();
  let number = 0;
  const readItem = (value: Json, place: string): ParsedItem | null => {
    const parsed = benchmark.parseItem(value);
    if (!parsed.ok) {
      const name = nameOf(value);
      for (const { field, message } of parsed.problems)
        report?.skip(name ?? place, field, name === null ? message : `${message} (${place})`);
      return null;
    }
    const { externalId } = parsed.value;
    const first = seen.get(externalId);
    if (first !== undefined) {
      report?.skip(externalId, null, `It occurs twice: as ${first} and as ${place}.`);
      return null;
    }
    seen.set(externalId, place);
    return parsed.value;
  };
  return {
    read(element) {
      number += 1;
      if (!element.ok) {
        report?.skip(element.where, null, element.reason);
        return [];
      }
      if (element.member !== null) {
        // Once is enough: every member of such a file would say the same.
        if (number === 1)
          report?.skip('the file', null, 'It holds one object where a list of items is expected.');
        return [];
      }
      const place = `${layout === 'lines' ? 'line' : 'item'} ${String((element.index ?? 0) + 1)}`;
      const wrapped = benchmark.unwrap?.(element.value) ?? null;
      const items =
        wrapped === null
          ? [readItem(element.value, place)]
          : wrapped.map((value, at) => readItem(value, `${place}, question ${String(at + 1)}`));
      return items.filter((item) => item !== null);
    },
  };
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
