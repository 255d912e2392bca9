import type { ItemId, PersonId } from '../../../shared/base/ids.ts';
import type { CasebookFiles } from './casebook.ts';
import type { EventContent } from './logEvents.ts';

/** Whose event it is, and about what. */
export interface EventFrame {
  readonly personId: PersonId | null;
  readonly itemId?: ItemId | null;
  readonly task?: string;
  /** The round of a document; left out: 1. */
  readonly round?: number;
  readonly mark?: string;
  readonly undoes?: number;
  /** Items of a change of several, by their local numbers. */
  readonly items?: readonly number[];
  /** Its id and time, where another program made it earlier; left out: now. */
  readonly made?: { readonly id: string; readonly at: number };
}

/** Appends to the casebook's log, in the caller's transaction; gives the event's number and id. */
export type AppendEvent = (event: EventFrame & EventContent) => {
  readonly sequence: number;
  readonly id: string;
};

/** The log of an open casebook, its statements prepared once. */
export function createLog({ database, ports }: CasebookFiles): AppendEvent {
  const insert = database.prepare(
    `INSERT INTO event (id, at, person_id, kind, item_id, task, round, diff, detail, mark, undoes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const link = database.prepare<[number, number]>('INSERT INTO event_item (event, item) VALUES (?, ?)');
  return (event) => {
    const { id, at } = event.made ?? { id: ports.newId(), at: ports.now() };
    const { lastInsertRowid } = insert.run(
      id,
      at,
      event.personId,
      event.kind,
      event.itemId ?? null,
      event.task ?? null,
      event.round ?? 1,
      event.diff === undefined ? null : JSON.stringify(event.diff),
      event.detail === undefined ? null : JSON.stringify(event.detail),
      event.mark ?? null,
      event.undoes ?? null,
    );
    const sequence = Number(lastInsertRowid);
    for (const item of event.items ?? []) link.run(sequence, item);
    return { sequence, id };
  };
}
