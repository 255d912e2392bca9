import { z } from 'zod';
import { ForeignPart } from '../../../../shared/foreign/foreignPart.ts';
import { AdjudicationId, ConflictId, EditionId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json, JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../casebook.ts';
import { rowForm } from '../../db/schema.ts';

/** An answer as one side of a conflict keeps it: the whole row, so that it can still be taken. */
const KeptAnswer = z.object({
  // Those of before there were editions are about the item as it came.
  annotation: rowForm('annotation').extend({
    payload: JsonObject,
    edition_id: EditionId.nullable().default(null),
    asked: z.array(z.string()).nullable().default(null),
    // Those of before sign-offs named their images are to be signed off again.
    signed_off_images: rowForm('annotation').shape.signed_off_images.default(null),
    origin: rowForm('annotation').shape.origin.default(null),
  }),
  regions: z
    .array(
      rowForm('region').extend({
        attributes: JsonObject,
        // Boxes of before had nothing but what is edited.
        foreign_part: ForeignPart.nullable().default(null),
      }),
    )
    .readonly(),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** One side of a conflict, by its kind. */
export const Sides = {
  answer: z.object({ answers: z.array(KeptAnswer).min(1) }),
  item: z.object({
    externalId: z.string(),
    payload: JsonObject,
    imported: z.boolean(),
    images: z.array(z.string().nullable()),
    /** Where it was fixed in two places: the edition. */
    edition: EditionId.optional(),
  }),
  person: z.object({ id: PersonId, handle: z.string(), name: z.string() }),
  decision: z.object({ decisions: z.array(AdjudicationId).min(1) }),
} as const;
export type Kind = keyof typeof Sides;

/** A conflict as it is kept. */
export interface KeptConflict {
  readonly id: ConflictId;
  readonly kind: Kind;
  readonly itemId: ItemId | null;
  readonly item: string | null;
  readonly summary: string;
  readonly ours: Json;
  readonly theirs: Json;
  readonly source: string;
  readonly foundAt: number;
  readonly resolved: boolean;
}

const ConflictRow = z.object({
  id: ConflictId,
  kind: z.enum(['answer', 'item', 'decision', 'person']),
  itemId: ItemId.nullable(),
  item: z.string().nullable(),
  summary: z.string(),
  ours: z.string(),
  theirs: z.string(),
  source: z.string(),
  foundAt: z.int(),
  resolvedAt: z.int().nullable(),
});

/** What merging could not unite, until a person has resolved it. */
export class ConflictStore {
  readonly #ports;
  readonly #open;
  readonly #byId;
  readonly #alike;
  readonly #insert;
  readonly #refresh;
  readonly #resolve;

  constructor({ database, ports }: Pick<CasebookFiles, 'database' | 'ports'>) {
    this.#ports = ports;
    const columns = `SELECT c.id, c.kind, c.item_id AS itemId, i.external_id AS item, c.summary, c.ours, c.theirs, c.source,
    c.found_at AS foundAt, c.settled_at AS resolvedAt FROM merge_conflict c LEFT JOIN item i ON i.id = c.item_id`;
    this.#open = database.prepare(`${columns} WHERE c.settled_at IS NULL ORDER BY c.found_at, c.id`);
    this.#byId = database.prepare<[string]>(`${columns} WHERE c.id = ?`);
    this.#alike = database.prepare<[string, string | null]>(
      `${columns} WHERE c.kind = ? AND c.item_id IS ? ORDER BY c.found_at DESC, c.id DESC`,
    );
    this.#insert = database.prepare<(string | number | null)[]>(
      'INSERT INTO merge_conflict (id, kind, item_id, summary, ours, theirs, source, found_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#refresh = database.prepare<[string, string, string]>(
      'UPDATE merge_conflict SET ours = ?, theirs = ? WHERE id = ? AND settled_at IS NULL',
    );
    this.#resolve = database.prepare<[number, string | null, string, string]>(
      'UPDATE merge_conflict SET settled_at = ?, settled_by = ?, choice = ? WHERE id = ?',
    );
  }

  /** Those that nobody has resolved, oldest first. */
  open(): KeptConflict[] {
    return this.#open.all().map(read);
  }

  find(id: ConflictId): KeptConflict | undefined {
    const raw = this.#byId.get(id);
    return raw === undefined ? undefined : read(raw);
  }

  /**
   * Notes a conflict, in the caller's transaction. One that is known, resolved or not, is not noted again; an open one
   * in which the other side has gone on since is brought up to date.
   */
  note({
    kind,
    itemId,
    summary,
    ours,
    theirs,
    source,
    same,
    decided,
    isKnown = false,
  }: {
    readonly kind: Kind;
    readonly itemId: ItemId | null;
    readonly summary: string;
    readonly ours: Json;
    readonly theirs: Json;
    readonly source: string;
    /** Whether an earlier one is about the same thing. */
    readonly same: (earlier: KeptConflict) => boolean;
    /** Whether an earlier one that was resolved has resolved this one; left out: where the other side is the same. */
    readonly decided?: (earlier: KeptConflict) => boolean;
    /** Whether this is about one that waits already, and no new one. */
    readonly isKnown?: boolean;
  }): 'new' | 'open' | 'resolved' {
    const earlier = this.#alike.all(kind, itemId).map(read).filter(same);
    const waiting = earlier.find(({ resolved }) => !resolved);
    if (waiting !== undefined) {
      if (!sameJson(waiting.theirs, theirs) || !sameJson(waiting.ours, ours))
        this.#refresh.run(JSON.stringify(ours), JSON.stringify(theirs), waiting.id);
      return 'open';
    }
    if (isKnown || earlier.some(decided ?? ((each) => sameJson(each.theirs, theirs)))) return 'resolved';
    this.#insert.run(
      this.#ports.newId(),
      kind,
      itemId,
      summary,
      JSON.stringify(ours),
      JSON.stringify(theirs),
      source,
      this.#ports.now(),
    );
    return 'new';
  }

  resolved(id: ConflictId, choice: 'ours' | 'theirs', by: PersonId | null): void {
    this.#resolve.run(this.#ports.now(), by, choice, id);
  }
}

function read(raw: unknown): KeptConflict {
  const { resolvedAt, ours, theirs, ...row } = ConflictRow.parse(raw);
  return { ...row, resolved: resolvedAt !== null, ours: parsed(ours), theirs: parsed(theirs) };
}

/** Which conflicts of answers have one of these on the other side. */
export function aboutOneOf(answers: readonly KeptAnswer[]): (earlier: KeptConflict) => boolean {
  const ids = new Set(answers.map(({ annotation }) => annotation.id));
  return ({ theirs }) => Sides.answer.parse(theirs).answers.some(({ annotation }) => ids.has(annotation.id));
}

const parsed = (text: string): Json => Json.parse(JSON.parse(text));
