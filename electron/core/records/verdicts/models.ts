import { v5 } from 'uuid';
import { z } from 'zod';
import { PersonId } from '../../../../shared/base/ids.ts';
import { canonicalJson, type JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { PersonTable } from '../people/personTable.ts';

/** What makes a model this one and no other: change one part, and it is another respondent, or another judge. */
export interface ModelIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly temperature: number | null;
  /** SHA-256 of its instructions, for a judge; null where they are not known. */
  readonly instructionHash: string | null;
  /** What else it was run with. */
  readonly settings: JsonObject | null;
}

/** Namespace of the ids below (RFC 9562, version 5). */
const MODELS = '7d1f3c52-6f0e-4b57-9a6e-0c9f5b2a4e11';

/** The id of a model, which follows from its identity: the same model is the same person in every casebook. */
export function modelId({ name, version, temperature, instructionHash, settings }: ModelIdentity): PersonId {
  return PersonId.parse(v5(canonicalJson([name, version, temperature, instructionHash, settings]), MODELS));
}

/**
 * The model of this identity, made where there is none; expects the caller's transaction.
 */
export function createModels(
  { database, ports }: CasebookFiles,
  people: PersonTable,
): (identity: ModelIdentity) => PersonId {
  const known = database.prepare<[string], number>('SELECT 1 FROM person WHERE id = ?').pluck();
  const taken = database.prepare<[string], number>('SELECT 1 FROM person WHERE handle = ?').pluck();
  return (identity) => {
    const id = modelId(identity);
    if (known.get(id) !== undefined) return id;
    const handle = freeHandle(identity, (each) => taken.get(each) !== undefined);
    const { instructionHash, ...model } = identity;
    people.insertModel({ ...model, id, handle, instruction_hash: instructionHash }, ports.now());
    return id;
  };
}

/** The name as a handle, with the version, then a number, where another has it. */
function freeHandle({ name, version }: ModelIdentity, isTaken: (handle: string) => boolean): string {
  const plain = z
    .string()
    .parse(name)
    .replaceAll(/[^\p{L}\p{N}._@-]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 48);
  const base = plain === '' ? 'model' : plain;
  const tail = (version ?? '').replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 12);
  const first = tail === '' || base.includes(tail) ? base : `${base}@${tail}`;
  for (const handle of [base, first]) if (!isTaken(handle)) return handle;
  for (let number = 2; ; number += 1) {
    const handle = `${first}-${String(number)}`;
    if (!isTaken(handle)) return handle;
  }
}
