import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import type { NamedJudge, NamedModel } from '../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ModelIdentity } from '../../records/verdicts/models.ts';
import type { Party } from './incoming.ts';

const LARGEST_INSTRUCTIONS = 1024 * 1024;

/** A model as named for an import. */
export function identityOf(
  { version, temperature, settings }: NamedModel,
  name: string,
  instructionHash: string | null = null,
): ModelIdentity {
  return {
    name,
    version: version ?? null,
    temperature: temperature ?? null,
    instructionHash,
    settings: settings ?? null,
  };
}

/** A file's name without its ending: what a source is called that does not say whose it is. */
export function nameOfFile(source: string): string {
  return basename(source, extname(source)).trim().slice(0, 200) || 'model';
}

/** The judge as named for an import. Throws `invalid_input` where none is, or where its instructions are no text file. */
export async function namedJudge(judge: NamedJudge): Promise<Party> {
  if (judge.name === undefined)
    throw new CasebookError(
      'invalid_input',
      'The source does not say which LLM judged.',
      'Nothing was changed. Name the judge (--judge NAME), with its version if known.',
    );
  return { kind: 'model', identity: identityOf(judge, judge.name, await hashOfInstructions(judge)) };
}

/** SHA-256 of the instructions of a judge, null where they are not known. */
export async function hashOfInstructions({ instructions }: NamedJudge): Promise<string | null> {
  if (instructions === undefined) return null;
  const { size } = await stat(instructions);
  if (size > LARGEST_INSTRUCTIONS)
    throw new CasebookError(
      'invalid_input',
      `${instructions} is larger than 1 MiB: a judge’s instructions are a short text.`,
      'Nothing was changed. Choose the file with the instructions.',
    );
  return createHash('sha256')
    .update(await readFile(instructions))
    .digest('hex');
}

const Row = z.object({
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
  temperature: z.number().nullable(),
  instructionHash: z.string().nullable(),
  settings: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : JsonObject.parse(JSON.parse(text)))),
});

/**
 * Finds the respondent that is meant where a source gives but a name.
 */
export class Respondents {
  readonly #named;
  readonly #person;
  readonly #known = new Map<string, Party | 'several' | null>();

  constructor(casebook: Casebook) {
    const { database } = casebook;
    this.#named = database.prepare<[string, string]>(
      `SELECT handle, name, kind, version, temperature, instruction_hash AS instructionHash, settings FROM person p
     WHERE (handle = ? OR (kind = 'model' AND name = ?))
       AND EXISTS (SELECT 1 FROM response WHERE person_id = p.id AND purpose = 'main')`,
    );
    this.#person = database
      .prepare<[string], number>("SELECT 1 FROM person WHERE handle = ? AND kind = 'human'")
      .pluck();
  }

  /**
   * Who has answered under this name or handle. `several`: it could be more than one; null: nobody.
   */
  called(name: string): Party | 'several' | null {
    const before = this.#known.get(name);
    if (before !== undefined) return before;
    const found = this.#lookUp(name);
    this.#known.set(name, found);
    return found;
  }

  /** Whether a person has this handle. */
  isPerson(handle: string): boolean {
    return this.#person.get(handle) !== undefined;
  }

  #lookUp(name: string): Party | 'several' | null {
    const rows = this.#named.all(name, name).map((raw) => Row.parse(raw));
    const plain = rows.filter(
      (row) =>
        row.kind === 'model' &&
        row.name === name &&
        row.version === null &&
        row.temperature === null &&
        row.settings === null,
    );
    const chosen = rows.length === 1 ? rows : plain;
    const [only] = chosen;
    if (only === undefined) return rows.length === 0 ? null : 'several';
    if (chosen.length > 1) return 'several';
    if (only.kind === 'human') return { kind: 'human', handle: only.handle };
    const { version, temperature, instructionHash, settings } = only;
    return { kind: 'model', identity: { name: only.name, version, temperature, instructionHash, settings } };
  }
}
