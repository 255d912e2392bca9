import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { HistoryEvent } from '../../../../shared/contract/history.ts';
import { type EventId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { Json, JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { createBlindNames } from '../../access/blindRow.ts';
import type { Work } from '../../base/work.ts';
import { asSet, IN_SET, inSets } from '../../db/sets.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';
import { changesOf, mergeBursts, type Names } from './describe.ts';
import { isDerived, summaryOf } from './sentences.ts';
import { AnswersUndo } from './undoAnswers.ts';
import { undoAttachment } from './undoAttachment.ts';
import { EventRow, PARTS, readEntry, SELECT } from './entryRows.ts';
import { ItemsUndo } from './undoItems.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { visibleEvents, withoutBlind } from './visibility.ts';

export interface HistoryQuery {
  readonly itemId?: ItemId | undefined;
  readonly personId?: PersonId | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** SQL: the newest entry of a change stands for all. */
const NEWEST = `e.sequence = (SELECT max(sequence) FROM event WHERE sequence IN (${PARTS}))`;

/** SQL: the entry is nobody's doing, as `isDerived` says. */
const DERIVED = "e.kind = 'settle' AND e.diff IS NOT NULL";

/** How many statuses one step sets back: some milliseconds of work. */
const AT_A_TIME = 250;

const Updates = z.object({ updated: z.record(z.string(), z.tuple([Json, Json])) });

/** Knows formats by their ids. */
interface FormatNames {
  readonly list: readonly { readonly id: string; readonly title: string }[];
}

/** The log of an open casebook, in words, and the way back. */
export class HistoryService {
  readonly #casebook: Casebook;
  readonly #formats: FormatNames;
  readonly #itemsUndo: ItemsUndo;
  readonly #answersUndo: AnswersUndo;
  readonly #byId;
  readonly #partsOf;
  readonly #diffOf;
  readonly #statuses;
  readonly #itemState;
  readonly #readTags;
  readonly #fields;
  readonly #externalIdOf;
  readonly #blindName;

  constructor(casebook: Casebook, formats: FormatNames) {
    this.#casebook = casebook;
    this.#formats = formats;
    const { database } = casebook;
    this.#itemsUndo = new ItemsUndo(casebook);
    this.#answersUndo = new AnswersUndo(casebook);
    this.#byId = database.prepare<[string]>(`${SELECT} WHERE e.id = ?`);
    this.#partsOf = database
      .prepare<[number], number>(
        `SELECT part.sequence FROM event e JOIN event part ON part.sequence IN (${PARTS})
       WHERE e.sequence = ? AND NOT EXISTS (SELECT 1 FROM event r WHERE r.kind = 'revert' AND r.undoes = part.sequence)
       ORDER BY part.sequence DESC`,
      )
      .pluck();
    this.#diffOf = database.prepare<[number], string>('SELECT diff FROM event WHERE sequence = ?').pluck();
    this.#statuses = database.prepare<[string], { id: string; sequence: number; status: string }>(
      `SELECT id, sequence, status FROM item WHERE id ${IN_SET}`,
    );
    this.#itemState = database.prepare<
      [string],
      { sequence: number; status: string; split: string | null; payload: string }
    >('SELECT sequence, status, split, payload FROM item WHERE id = ?');
    this.#readTags = database
      .prepare<[number], string>('SELECT tag FROM item_tag WHERE item = ? ORDER BY tag')
      .pluck();
    this.#fields = casebook.benchmark.tasks.flatMap((task) =>
      task.fields(casebook.records.settings.vocabulary()),
    );
    this.#externalIdOf = database
      .prepare<[string], string>('SELECT external_id FROM item WHERE id = ?')
      .pluck();
    this.#blindName = createBlindNames(database);
  }

  /** The newest entries first, as far as the caller may see them. */
  list(
    { itemId, personId, kinds, before, limit }: HistoryQuery,
    viewpoint: Viewpoint,
  ): { events: HistoryEvent[]; more: boolean } {
    const conditions = ['1'];
    const parameters: (string | number)[] = [];
    const add = (sql: string, ...values: (string | number)[]): void => {
      conditions.push(sql);
      parameters.push(...values);
    };
    if (itemId !== undefined) {
      add(
        'e.sequence IN (SELECT sequence FROM event WHERE item_id = ? UNION ALL SELECT event FROM event_item WHERE item = (SELECT sequence FROM item WHERE id = ?))',
        itemId,
        itemId,
      );
    } else add(NEWEST);
    if (personId !== undefined) add(`e.person_id = ? AND NOT (${DERIVED})`, personId);
    if (kinds !== undefined) add('e.kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds));
    if (before !== undefined) add('e.sequence < ?', before);
    const visible = visibleEvents(viewpoint);
    if (visible !== null) add(`(${visible.sql})`, ...visible.parameters);
    const rows = this.#casebook.database
      .prepare<(string | number)[]>(
        `${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY e.sequence DESC LIMIT ?`,
      )
      .all(...parameters, limit + 1);
    return {
      events: mergeBursts(rows.slice(0, limit).map((row) => this.#toEvent(EventRow.parse(row), viewpoint))),
      more: rows.length > limit,
    };
  }

  /**
   * Undoes a change of status, tags, vocabulary, images, an import's update or a recomputing of gold; for many items
   * part by part, so that others get their turn. Throws `conflict` if later changes build on it, and then undoes
   * nothing; throws the signal's reason when it aborts, and then what was undone stays so.
   */
  async undo(id: EventId, by: PersonId, work: Work = QUIETLY): Promise<{ changed: number }> {
    const raw = this.#byId.get(id);
    if (raw === undefined) throw new CasebookError('not_found', 'There is no such entry in the log.');
    const event = EventRow.parse(raw);
    const { itemId, at } = event;
    const { detail, diff, way } = readEntry(event);
    const write = async (undo: () => number): Promise<{ changed: number }> => {
      await this.#casebook.gate.opened();
      return { changed: this.#casebook.database.transaction(undo)() };
    };
    if (way === 'items') return write(() => this.#itemsUndo.undo(event, by));
    if (way === 'answers') return write(() => this.#answersUndo.undo(event.sequence, by));
    if (way === 'images' && itemId !== null)
      return write(() => {
        const changed = undoAttachment(this.#casebook, { itemId, at, diff }, by);
        const part = { sequence: event.sequence, updates: updatesOf(event.diff) };
        this.#logRevert('images', part, [], by, { itemId });
        return changed;
      });
    if (way === null || way === 'images' || event.diff === null) {
      throw new CasebookError('invalid_input', 'You cannot undo this entry here.');
    }
    if (event.undone === 1) throw new CasebookError('conflict', 'This is undone already.');
    if (way === 'statuses') return this.#undoStatuses(event.sequence, by, work);
    return write(() => {
      const updates = updatesOf(event.diff);
      const touched =
        event.kind === 'gold'
          ? this.#casebook.derived.keptGold.restore(detail ?? {}, by)
          : updates
              .map(([key, [from, to]]) => this.#revertOne(event.kind, key, from, to))
              .filter((sequence) => sequence !== null);
      this.#logRevert(event.kind, { sequence: event.sequence, updates }, touched, by);
      return updates.length;
    });
  }

  /** Sets the statuses of a change of many items back, once all of its entries are checked. */
  async #undoStatuses(
    sequence: number,
    by: PersonId,
    { progress, signal }: Work,
  ): Promise<{ changed: number }> {
    const sequences = this.#partsOf.all(sequence);
    const parts: Part[] = [];
    for (const [at, each] of sequences.entries()) {
      progress('Checking', at, sequences.length);
      await setImmediate();
      signal.throwIfAborted();
      const updates = updatesOf(this.#diffOf.get(each) ?? null);
      for (const set of inSets(updates, AT_A_TIME)) this.#checkStatuses(set);
      parts.push({ sequence: each, updates });
    }
    const items = parts.reduce((sum, { updates }) => sum + updates.length, 0);
    const steps = this.#revertStatuses(parts, by, (done) => progress('Undoing', done, items), signal);
    return { changed: await this.#casebook.derived.parts.oneByOne(steps) };
  }

  #itemName(id: string, viewpoint: Viewpoint): string | null {
    const found = ItemId.safeParse(id);
    if (!found.success) return null;
    const { person } = viewpoint;
    return person !== null && viewpoint.isBlind(found.data)
      ? this.#blindName(person.id, found.data)
      : (this.#externalIdOf.get(id) ?? null);
  }

  #toEvent(row: EventRow, viewpoint: Viewpoint): HistoryEvent {
    const { detail, diff: whole, way } = readEntry(row);
    const diff = whole === null ? null : withoutBlind(whole, viewpoint);
    const names: Names = {
      fields: this.#fields,
      item: (id) => this.#itemName(id, viewpoint),
      format: (id) => this.#formats.list.find((each) => each.id === id)?.title ?? id,
    };
    const isNobodys = isDerived({ kind: row.kind, diff });
    const items = row.itemId === null ? row.items : 1;
    return {
      id: row.id,
      sequence: row.sequence,
      at: row.at,
      startedAt: row.at,
      personId: isNobodys ? null : row.personId,
      person: (isNobodys ? null : row.person) ?? 'Casebook',
      name: (isNobodys ? null : (row.name ?? row.person)) ?? 'Casebook',
      kind: row.kind,
      summary: `${summaryOf({ kind: row.kind, diff, detail, items }, names)}${row.byFixer ? ', about their own fix' : ''}`,
      itemId: row.itemId,
      externalId: this.#nameOf(row, viewpoint),
      items,
      changes: changesOf(diff, names, row.kind),
      undoable: way !== null && row.undone === 0,
    };
  }

  #nameOf({ itemId, externalId }: EventRow, viewpoint: Viewpoint): string | null {
    return itemId !== null && viewpoint.person !== null && viewpoint.isBlind(itemId)
      ? this.#blindName(viewpoint.person.id, itemId)
      : externalId;
  }

  #revertOne(kind: string, key: string, from: Json, to: Json): number | null {
    if (kind === 'vocabulary') {
      if (!sameJson(readMeta(this.#casebook.database, 'vocabulary'), to)) changedSince('The vocabulary');
      writeMeta(this.#casebook.database, 'vocabulary', from);
      return null;
    }
    const item = this.#itemState.get(key);
    if (item === undefined) return changedSince('An item');
    const id = ItemId.parse(key);
    if (kind === 'tags') {
      if (!sameJson(this.#readTags.all(item.sequence), to)) changedSince('The tags of an item');
      this.#casebook.records.itemTags.replace(item.sequence, z.array(z.string()).parse(from));
      this.#casebook.derived.items.reindex(id);
    } else if (kind === 'split') {
      if (item.split !== to) changedSince('The split of an item');
      this.#casebook.derived.items.setSplit(id, z.string().nullable().parse(from));
    } else {
      if (!sameJson(Json.parse(JSON.parse(item.payload)), to)) changedSince('The text of an item');
      const before = JsonObject.parse(from);
      if (this.#casebook.records.wording.isHeld(id, JsonObject.parse(to), before, null))
        throw new CasebookError(
          'conflict',
          'People have answered an item’s wording since.',
          'Nothing was undone. Fix the item on the Validate screen; the same people then answer again.',
        );
      this.#casebook.derived.items.setPayload(id, before);
    }
    return item.sequence;
  }

  /** Throws where the status of any of these items has changed since, or must not come back. */
  #checkStatuses(updates: readonly Update[]): void {
    const rows = new Map(
      this.#statuses.all(asSet(updates.map(([id]) => id))).map((row) => [row.id, row.status]),
    );
    for (const [id, [, to]] of updates) if (rows.get(id) !== to) changedSince('The status of an item');
    // What was said of the items, or their images, may have changed since.
    const [reason] = this.#casebook.derived.acceptability
      .whyNot(updates.flatMap(([id, [from]]) => (from === 'accepted' ? [id] : [])))
      .values();
    if (reason !== undefined)
      throw new CasebookError(
        'conflict',
        `An item cannot be accepted again. ${reason}`,
        'Nothing was undone.',
      );
  }

  #logRevert(
    kind: string,
    { sequence, updates }: Part,
    items: readonly number[],
    by: PersonId,
    about: { readonly mark?: string; readonly itemId?: ItemId } = {},
  ): void {
    this.#casebook.records.log({
      kind: 'revert',
      personId: by,
      undoes: sequence,
      ...about,
      diff: {
        added: {},
        updated: Object.fromEntries(updates.map(([key, [from, to]]) => [key, [to, from]])),
        removed: {},
      },
      detail: { kind },
      items,
    });
  }

  /** Sets statuses back, entry by entry; what somebody changed since the check stays. */
  *#revertStatuses(
    parts: readonly Part[],
    by: PersonId,
    tell: (done: number) => void,
    signal: AbortSignal,
  ): Generator<void, number> {
    const mark = parts.length > 1 ? this.#casebook.ports.newId() : undefined;
    let changed = 0;
    for (const { sequence, updates } of parts) {
      signal.throwIfAborted();
      const rows = new Map(this.#statuses.all(asSet(updates.map(([id]) => id))).map((row) => [row.id, row]));
      const back = updates.filter(([id, [, to]]) => rows.get(id)?.status === to);
      for (const [from, some] of Map.groupBy(back, ([, [before]]) => before))
        this.#casebook.derived.items.setStatuses(
          some.map(([id]) => id),
          ItemStatus.parse(from),
        );
      const touched = back.flatMap(([id]) => rows.get(id)?.sequence ?? []);
      this.#logRevert('status', { sequence, updates: back }, touched, by, mark === undefined ? {} : { mark });
      changed += back.length;
      tell(changed);
      yield;
    }
    return changed;
  }
}

type Update = readonly [id: string, change: readonly [from: Json, to: Json]];

/** What one entry of the log changed. */
interface Part {
  readonly sequence: number;
  readonly updates: readonly Update[];
}

function updatesOf(diff: string | null): readonly Update[] {
  return Object.entries(Updates.parse(JSON.parse(diff ?? '{}')).updated);
}

const QUIETLY: Work = { progress: () => undefined, signal: new AbortController().signal };

function changedSince(what: string): never {
  throw new CasebookError('conflict', `${what} has changed again since.`, 'Nothing was undone.');
}
