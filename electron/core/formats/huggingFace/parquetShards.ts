import { rename } from 'node:fs/promises';
import type { OutputFolder } from '../../files/outputFolder.ts';
import { type ParquetColumn, type ParquetFacts, ParquetFile, type ParquetValue } from './parquetFile.ts';

/** One file of a split. */
export interface Shard extends ParquetFacts {
  /** Relative to the export. */
  readonly path: string;
}

export interface SplitShards {
  readonly split: string;
  readonly shards: readonly Shard[];
}

export interface ShardLimits {
  /** From this number of bytes of values on a file is full. */
  readonly bytes: number;
  readonly rows: number;
}

/** Files that can be fetched, and looked into in a browser, one by one. */
const SHARD_LIMITS: ShardLimits = { bytes: 300_000_000, rows: 100_000 };

/** Where the files of the items lie, and those of the questions that were built from them. */
export type ShardFolder = 'data' | 'questions';

/** The names of the files, `data/test-00000-of-00002.parquet`. */
export const SHARD_PATH = /^(?:data|questions)\/\w+-\d{5,}-of-\d{5,}\.parquet$/u;

/** The parts of a data set in files of bounded size below a folder, one file open at a time. */
export class Shards {
  readonly #output: OutputFolder;
  readonly #folder: ShardFolder;
  readonly #columns: readonly ParquetColumn[];
  readonly #metadata: Readonly<Record<string, string>>;
  readonly #limits;
  readonly #splits = new Map<string, { readonly file: string; readonly facts: ParquetFacts }[]>();
  #open: { readonly split: string; readonly path: string; readonly file: ParquetFile } | null = null;
  #count = 0;

  constructor(
    output: OutputFolder,
    folder: ShardFolder,
    columns: readonly ParquetColumn[],
    metadata: Readonly<Record<string, string>>,
    limits: ShardLimits = SHARD_LIMITS,
  ) {
    this.#output = output;
    this.#folder = folder;
    this.#columns = columns;
    this.#metadata = metadata;
    this.#limits = limits;
  }

  /** Rows come split by split. */
  async add(split: string, row: readonly ParquetValue[]): Promise<void> {
    if (this.#open !== null && (this.#open.split !== split || isFull(this.#open.file, this.#limits)))
      await this.#close();
    this.#open ??= await this.#begin(split);
    await this.#open.file.add(row);
  }

  /** Gives the files their names, which tell how many there are. There is always one: of no rows where there are none. */
  async end(): Promise<SplitShards[]> {
    await this.#close();
    if (this.#splits.size === 0) {
      this.#open = await this.#begin('test');
      await this.#close();
    }
    const named: SplitShards[] = [];
    for (const [split, files] of this.#splits) {
      const shards: Shard[] = [];
      for (const [index, { file, facts }] of files.entries()) {
        const path = `${this.#folder}/${split}-${digits(index)}-of-${digits(files.length)}.parquet`;
        await rename(file, await this.#output.place(path));
        shards.push({ path, ...facts });
      }
      named.push({ split, shards });
    }
    return named;
  }

  async #close(): Promise<void> {
    if (this.#open === null) return;
    const { split, path, file } = this.#open;
    this.#open = null;
    const facts = await file.end();
    this.#splits.set(split, [...(this.#splits.get(split) ?? []), { file: path, facts }]);
  }

  async #begin(split: string) {
    // Under its number alone: how many there will be is not known yet.
    const path = await this.#output.place(`${this.#folder}/${String(this.#count)}.part`);
    this.#count += 1;
    return { split, path, file: new ParquetFile(path, this.#columns, this.#metadata) };
  }
}

const isFull = ({ rows, dataBytes }: ParquetFile, limits: ShardLimits): boolean =>
  rows >= limits.rows || dataBytes >= limits.bytes;
const digits = (count: number): string => String(count).padStart(5, '0');
