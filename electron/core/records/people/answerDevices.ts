import { z } from 'zod';
import type { CasebookDatabase } from '../../db/database.ts';
import { createMetaReader, writeMeta } from '../../db/meta.ts';

/** The setting that keeps what the hub told. It stays in this casebook. */
const KEPT = 'hubAnswerDevices';
const Kept = z.record(z.string(), z.string().nullable());

/** From which computers the answers of open conflicts came, as the hub told. What writes expects the caller's transaction. */
export class AnswerDevices {
  readonly #database: CasebookDatabase;
  readonly #stored;

  constructor(database: CasebookDatabase) {
    this.#database = database;
    this.#stored = createMetaReader(database, KEPT, (value) => Kept.safeParse(value).data ?? {});
  }

  /** The computer that sent an answer; null: the hub does not know it, or was not asked. */
  of(id: string): string | null {
    return this.#stored()?.[id] ?? null;
  }

  /** Whether the hub was asked about an answer. */
  isAsked(id: string): boolean {
    return Object.hasOwn(this.#stored() ?? {}, id);
  }

  /** Keeps these and no others. */
  keep(devices: Readonly<Record<string, string | null>>): void {
    writeMeta(this.#database, KEPT, devices);
  }

  all(): Readonly<Record<string, string | null>> {
    return this.#stored() ?? {};
  }
}
