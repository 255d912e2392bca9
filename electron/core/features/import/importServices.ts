import { stat } from 'node:fs/promises';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { Formats } from '../../formats/catalogue.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { People } from '../../records/people/people.ts';
import type { IntakeImages } from './intake/imageIntake.ts';

/** What every kind of import works with. */
export interface ImportServices {
  readonly formats: Formats;
  readonly casebook: Casebook;
  readonly images: IntakeImages;
  readonly people: People;
  /** Does something in one go while nobody else writes: what it finds is so until it has written. */
  readonly alone: <T>(work: () => T) => Promise<T>;
  /** Writes step by step, in one transaction or, where others work beside it, in many short ones. */
  readonly write: <T>(steps: Generator<void, T>) => Promise<T>;
}

/** Throws `invalid_input` if a folder was chosen for a format of single files. */
export async function assertFile(source: string, hint: string): Promise<void> {
  if ((await stat(source)).isDirectory())
    throw new CasebookError('invalid_input', `${source} is a folder.`, hint);
}
