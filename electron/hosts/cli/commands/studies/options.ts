import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../../../../shared/base/jsonText.ts';
import { asCasebookError } from '../../../../core/base/errors.ts';
import { WrongUsage } from '../../usage.ts';

/** What `casebook study` takes. */
export interface StudyOptions extends RecruitmentOptions {
  readonly count?: string;
  readonly prefix?: string;
  readonly people?: string;
  readonly force: boolean;
  readonly unfinished: boolean;
  readonly names: boolean;
}

/** What it takes about people elsewhere. */
export interface RecruitmentOptions {
  readonly settings?: string;
  readonly preset?: string;
  readonly publicUrl?: string;
  /** Whether links on this computer name it by its number, for browsers that do not find names below `localhost`. */
  readonly plainAddress?: boolean;
}

/** The JSON object in the file of `--settings`; empty without one. */
export async function readSettings(file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  try {
    return z.record(z.string(), z.unknown()).parse(parseJson(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new WrongUsage(`--settings: ${file} is not a JSON object (${error.message}).`);
    throw asCasebookError(error);
  }
}
