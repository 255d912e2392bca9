import type { z } from 'zod';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { Addition } from '../../../shared/benchmarks/additions.ts';
import type { FormatDescription, ImportRequest } from '../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { AnswersLayout } from './answers/exportJob.ts';
import type { ReadAnswers } from './answers/intake.ts';
import type { BoxSink, ReadOptions } from './boxes/boxSink.ts';
import type { ExportFormat } from './writing/exportFormat.ts';
import type { ReadRatings } from './ratings/ratingStaging.ts';

/** What an import is asked to do, its defaults filled in. */
export type AskedImport = z.output<typeof ImportRequest>;

/** What a format's files hold when they are imported, and how they are read. */
export type FormatInput =
  | {
      readonly of: 'items';
      /** The benchmark whose items they are. */
      readonly benchmark: string;
      /** The data files of a folder: of each group the first that is there. */
      readonly files: readonly (readonly string[])[];
    }
  | { readonly of: 'images' }
  | {
      readonly of: 'boxes';
      read(source: string, options: ReadOptions, sink: BoxSink): Promise<void>;
    }
  | {
      readonly of: 'ratings';
      /** What such a file is usually called, to say so to somebody who chose a folder. */
      readonly fileNames: readonly string[];
      read(casebook: Casebook, request: AskedImport): ReadRatings;
    }
  | {
      /** Answers of people and models, or verdicts on them. */
      readonly of: 'answers';
      read(casebook: Casebook, request: AskedImport): ReadAnswers;
    }
  | {
      /** More of items that are in the casebook. */
      readonly of: 'additions';
      readonly addition: Addition;
    };

/** What a format writes. */
export type FormatOutput =
  | {
      readonly of: 'items';
      /** The keys of payloads that it names items by; none where it is left out. */
      readonly payloadKeys?: readonly string[];
      format(casebook: Casebook): ExportFormat;
    }
  | ({ readonly of: 'answers' } & AnswersLayout);

/** How a file or folder of a format is told from others. */
export interface Recognition {
  /** The format with the lowest number is asked first: the more a file has to have, the lower. */
  readonly order: number;
  /** Names of files that a folder holds, besides the data files that the format reads. */
  readonly names?: readonly string[];
  /** Whether a folder is of this format where no file's name says so. */
  folder?(path: string, names: readonly string[]): boolean | Promise<boolean>;
  /** The extensions of its files; JSON and JSON Lines where it is left out. */
  readonly extensions?: readonly string[];
  /** Whether a file with one of these extensions begins as a file of this format does. */
  file?(head: string): boolean;
}

/** A format: everything that the casebook knows of it, in one object. */
export interface Format {
  /** As the window and the command line show it. */
  readonly description: FormatDescription;
  /** Its place in the list that people see: the lowest number comes first. */
  readonly position: number;
  /**
   * Whether it has a place for what a benchmark's casebooks hold. Left out: for any benchmark, or for the one whose items
   * it reads or that its description names.
   */
  fits?(benchmark: Benchmark): boolean;
  /** Left out where its files cannot be told from others. */
  readonly recognition?: Recognition;
  /** Left out where it cannot be imported. */
  readonly reads?: FormatInput;
  /** Left out where it cannot be exported. */
  readonly writes?: FormatOutput;
}

/** The extensions of JSON files, as formats have them unless they say otherwise. */
export const JSON_EXTENSIONS: readonly string[] = ['.json', '.jsonl', '.ndjson'];

/**
 * Whether the beginning of a JSON file has all of these keys, at whatever depth. Quotes within a text are escaped, so that
 * what looks like a key is one.
 */
export function hasKeys(head: string, ...keys: readonly string[]): boolean {
  return keys.every((key) => new RegExp(`"${key}"\\s*:`, 'u').test(head));
}

/** Whether a JSON file begins with an object: JSON Lines, unless it is that object alone. */
export const beginsWithObject = (head: string): boolean => /^\uFEFF?\s*\{/u.test(head);

/** Throws `invalid_input` where a format is another benchmark's than the casebook's. */
export function assertBenchmark({ benchmark }: Casebook, { description }: Format): void {
  if (description.benchmark === undefined || description.benchmark === benchmark.id) return;
  throw new CasebookError(
    'invalid_input',
    `This casebook is for ${benchmark.title}; “${description.title}” does not fit it.`,
    'Create a casebook for that benchmark, or choose another format.',
  );
}
