import { rename } from 'node:fs/promises';
import type { Output } from '../files/outputFolder.ts';
import type { ParquetColumn, ParquetFacts, ParquetFile, ParquetValue } from './parquetFile.ts';
import { createParquetFile } from './parquetFile.ts';

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
  /** A file that holds so many bytes of values is full. */
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
export function createShards(
  output: Output,
  folder: ShardFolder,
  columns: readonly ParquetColumn[],
  metadata: Readonly<Record<string, string>>,
  limits: ShardLimits = SHARD_LIMITS,
): {
  /** Rows come split by split. */
  add(split: string, row: readonly ParquetValue[]): Promise<void>;
  /** Gives the files their names, which tell how many there are. There is always one: of no rows where there are none. */
  end(): Promise<SplitShards[]>;
} {
  const splits = new Map<string, { readonly file: string; readonly facts: ParquetFacts }[]>();
  let open: { readonly split: string; readonly path: string; readonly file: ParquetFile } | null = null;
  let count = 0;

  const close = async (): Promise<void> => {
    if (open === null) return;
    const { split, path, file } = open;
    open = null;
    const facts = await file.end();
    splits.set(split, [...(splits.get(split) ?? []), { file: path, facts }]);
  };
  const begin = async (split: string) => {
    // Under its number alone: how many there will be is not known yet.
    const path = await output.place(`${folder}/${String(count)}.part`);
    count += 1;
    return { split, path, file: createParquetFile(path, columns, metadata) };
  };

  return {
    async add(split, row) {
      if (open !== null && (open.split !== split || isFull(open.file, limits))) await close();
      open ??= await begin(split);
      await open.file.add(row);
    },
    async end() {
      await close();
      if (splits.size === 0) {
        open = await begin('test');
        await close();
      }
      const named: SplitShards[] = [];
      for (const [split, files] of splits) {
        const shards: Shard[] = [];
        for (const [index, { file, facts }] of files.entries()) {
          const path = `${folder}/${split}-${digits(index)}-of-${digits(files.length)}.parquet`;
          await rename(file, await output.place(path));
          shards.push({ path, ...facts });
        }
        named.push({ split, shards });
      }
      return named;
    },
  };
}

const isFull = ({ rows, dataBytes }: ParquetFile, limits: ShardLimits): boolean =>
  rows >= limits.rows || dataBytes >= limits.bytes;
const digits = (count: number): string => String(count).padStart(5, '0');
