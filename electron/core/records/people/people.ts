import { z } from 'zod';
import { Person } from '../../../../shared/contract/application.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { OVERSEEING, Role } from '../../../../shared/domain/status.ts';
import type { Pseudonymous } from '../../../../shared/contract/people.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { PersonTable } from './personTable.ts';
import { pseudonymsOf } from './pseudonyms.ts';
import type { DeviceOwner } from './device.ts';
import type { Connection } from '../../base/connection.ts';
import type { AppendEvent } from '../log.ts';

export interface PersonChange {
  readonly id: PersonId;
  readonly name: string;
  readonly roles: readonly Role[];
}

const Row = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  kind: z.string(),
  roles: z.string(),
  setAsideAt: z.int().nullable(),
});

/** Whether it is a window of this machine, in which somebody says who they are. */
const isInFront = ({ locked, web }: Connection): boolean => !locked && web === undefined;

/** People of an open casebook. */
export class People {
  readonly #casebook: CasebookFiles;
  readonly #log: AppendEvent;
  readonly #device: DeviceOwner;
  readonly #table: PersonTable;
  readonly #all;
  readonly #byId;
  readonly #byHandle;
  readonly #judged;
  readonly #isToSit;

  constructor(casebook: CasebookFiles, log: AppendEvent, device: DeviceOwner, table: PersonTable) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#log = log;
    this.#device = device;
    this.#table = table;
    const columns = 'SELECT id, handle, name, kind, roles, set_aside_at AS setAsideAt FROM person';
    this.#all = database.prepare(`${columns} ORDER BY created_at, id`);
    this.#byId = database.prepare<[string]>(`${columns} WHERE id = ?`);
    this.#byHandle = database.prepare<[string]>(`${columns} WHERE handle = ?`);
    this.#judged = database
      .prepare<[string]>(
        'SELECT DISTINCT response_id FROM judgment WHERE person_id = ? AND response_id IS NOT NULL',
      )
      .pluck();
    this.#isToSit = database
      .prepare<[string], number>(
        `SELECT 1 FROM session s JOIN study t ON t.id = s.study_id WHERE s.person_id = ? AND s.number > 0
         AND s.ended_at IS NULL AND s.withdrawn_at IS NULL AND t.state = 'open' LIMIT 1`,
      )
      .pluck();
  }

  find(id: string): Person | undefined {
    const row = this.#byId.get(id);
    return row === undefined ? undefined : toPerson(row);
  }

  list(): Person[] {
    return this.#all.all().map(toPerson);
  }

  /** What people are called in everything that leaves the app. */
  pseudonyms(): readonly Pseudonymous[] {
    return pseudonymsOf(this.#casebook.database);
  }

  /** The person of this handle, in capitals or not. */
  called(handle: string): Person | undefined {
    const row = this.#byHandle.get(handle);
    return row === undefined ? undefined : toPerson(row);
  }

  /**
   * Changes a name (empty: the handle) or roles. Throws `not_found` for a missing person, `conflict` if no curator
   * would be left or a participant would see answers before they have finished, `invalid_input` for roles of a model.
   */
  update({ id, name, roles }: PersonChange, by: PersonId | null): Person {
    return this.#casebook.database.transaction(() => {
      const before = this.find(id);
      if (before === undefined)
        throw new CasebookError('not_found', 'There is no such person in this casebook.');
      const after: Person = {
        ...before,
        name: name.trim() === '' ? before.handle : name.trim(),
        // In one order, so that the same roles are the same value.
        roles: Role.options.filter((role) => roles.includes(role)),
      };
      const [was, is] = [JSON.stringify(before.roles), JSON.stringify(after.roles)];
      if (was !== is && before.kind !== 'human') {
        throw new CasebookError(
          'invalid_input',
          `${before.name} is a ${before.kind}: only people have roles.`,
          'Nothing was changed.',
        );
      }
      const others = this.#all.all().map(toPerson);
      if (isCurator(before) && !isCurator(after) && others.filter(isCurator).length === 1) {
        throw new CasebookError(
          'conflict',
          `${before.name} is the only curator of this casebook.`,
          'Nothing was changed. Make somebody else a curator first.',
        );
      }
      const oversees = ({ roles: held }: Person): boolean => held.some((role) => OVERSEEING.includes(role));
      if (oversees(after) && !oversees(before) && this.#isToSit.get(id) !== undefined) {
        throw new CasebookError(
          'conflict',
          `${before.name} has not finished a study session yet.`,
          'Nothing was changed. With this role they would see the right answers; cancel the enrolment first, or wait.',
        );
      }
      const updated: Record<string, [string, string]> = {};
      if (before.name !== after.name) updated['name'] = [before.name, after.name];
      if (was !== is) updated['roles'] = [before.roles.join(', '), after.roles.join(', ')];
      if (Object.keys(updated).length === 0) return before;
      this.#table.change(id, after.name, after.roles);
      this.#log({
        kind: 'person',
        personId: by,
        diff: { added: {}, updated, removed: {} },
        detail: { handle: before.handle },
      });
      return after;
    })();
  }

  /**
   * Sets a person or a judge aside, or brings them back: a person who left is given nothing more, a judge's verdicts count
   * for nothing. Throws `not_found` where there is no such person, `conflict` for oneself and the only curator.
   */
  setAside(id: PersonId, setAside: boolean, by: PersonId | null): Person {
    return this.#casebook.database.transaction(() => {
      const before = this.find(id);
      if (before === undefined)
        throw new CasebookError('not_found', 'There is no such person in this casebook.');
      if ((before.setAside ?? false) === setAside) return before;
      if (setAside && isCurator(before) && this.#all.all().map(toPerson).filter(isCurator).length === 1)
        throw new CasebookError(
          'conflict',
          `${before.name} is the only curator of this casebook.`,
          'Nothing was changed. Make somebody else a curator first.',
        );
      if (setAside && id === by)
        throw new CasebookError(
          'conflict',
          'You cannot deactivate yourself.',
          'Nothing was changed. Ask another curator.',
        );
      this.#table.setAside(id, setAside ? this.#casebook.ports.now() : null);
      const [was, is] = setAside ? ['no', 'yes'] : ['yes', 'no'];
      const field = before.kind === 'human' ? 'deactivated' : 'set aside';
      this.#log({
        kind: 'person',
        personId: by,
        diff: { added: {}, updated: { [field]: [was, is] }, removed: {} },
        detail: { handle: before.handle },
      });
      return this.find(id) ?? before;
    })();
  }

  /** The answers that somebody judged. */
  judgedBy(id: PersonId): ResponseId[] {
    return this.#judged.all(id).map((response) => ResponseId.parse(response));
  }

  /** Adds a human; throws `exists` where the handle is taken. */
  add(
    { handle, name, roles }: { handle: string; name: string; roles: readonly Role[] },
    by: PersonId | null,
  ): Person {
    return this.#casebook.database.transaction(() => {
      if (this.#byHandle.get(handle) !== undefined) {
        throw new CasebookError(
          'exists',
          `A person "${handle}" exists already.`,
          'Choose another short name.',
        );
      }
      const person = this.#write(handle, name === '' ? handle : name, 'human', roles);
      this.#log({ kind: 'person', personId: by, detail: { handle, roles: [...roles] } });
      return person;
    })();
  }

  /** The person of this handle, made where there is none: who an import is attributed to. */
  ensure(handle: string, kind: Person['kind']): Person {
    const row = this.#byHandle.get(handle);
    return row === undefined ? this.#write(handle, handle, kind, ['annotator']) : toPerson(row);
  }

  /**
   * The current user of a connection: the person whose device it is, who was chosen, or the only human there is; null
   * where several work on the casebook and nobody has been chosen.
   */
  currentUser(session: Connection): Person | null {
    const owner = isInFront(session) ? this.#device.owner() : null;
    if (owner !== null) session.personId = owner;
    const chosen = session.personId === null ? undefined : this.find(session.personId);
    if (chosen?.kind === 'human' && chosen.setAside !== true) return chosen;
    // Somebody who takes part in another casebook's study is nobody here; a browser over the network is its person's alone.
    if (owner !== null || !isInFront(session)) return null;
    const connected = session.personId === null ? this.#connectedPerson() : undefined;
    if (connected !== undefined) {
      session.personId = connected.id;
      return connected;
    }
    const [only, second] = this.#all
      .all()
      .map(toPerson)
      .filter(({ kind, setAside }) => kind === 'human' && setAside !== true);
    if (only === undefined || second !== undefined) return null;
    // Anybody who has worked alone stays the current user when others join.
    session.personId = only.id;
    return only;
  }

  /**
   * Makes a person the current user of a connection. Throws `forbidden` in a browser that is signed in as somebody else,
   * on the device of somebody else, and for somebody who is deactivated.
   */
  workAs(session: Connection, id: PersonId): Person {
    if (session.web !== undefined && id !== session.personId) {
      throw new CasebookError(
        'forbidden',
        'This browser is signed in as somebody else.',
        'Nothing was changed. Sign out, and open an invitation link for the other person.',
      );
    }
    const owner = this.#device.owner();
    if (owner !== null && id !== owner) {
      throw new CasebookError(
        'forbidden',
        `${this.find(owner)?.name ?? 'One person'} joined the team with this casebook, and works in it alone.`,
        'Nothing was changed. Anybody else joins with an invitation of their own, in a casebook of their own.',
      );
    }
    const person = this.find(id);
    if (person === undefined || person.kind !== 'human') {
      throw new CasebookError('not_found', 'There is no such person in this casebook.');
    }
    if (person.setAside === true) {
      throw new CasebookError(
        'forbidden',
        `${person.name} is deactivated.`,
        'A curator can reactivate them on the Team screen.',
      );
    }
    session.personId = id;
    return person;
  }

  #write(handle: string, name: string, kind: Person['kind'], roles: readonly Role[]): Person {
    const id = PersonId.parse(this.#casebook.ports.newId());
    this.#table.insert({ id, handle, name, kind }, roles, this.#casebook.ports.now());
    return toPerson(this.#byId.get(id));
  }

  /** Who exchanges with the hub from this computer: they sit in front of it until somebody else says so. */
  #connectedPerson(): Person | undefined {
    const id = this.#device.exchangesFor();
    const person = id === null ? undefined : this.find(id);
    return person?.kind === 'human' && person.setAside !== true ? person : undefined;
  }
}

function toPerson(raw: unknown): Person {
  const { setAsideAt, roles, ...row } = Row.parse(raw);
  return Person.parse({
    ...row,
    roles: JSON.parse(roles),
    ...(setAsideAt !== null && { setAside: true }),
  });
}

function isCurator({ kind, roles, setAside }: Person): boolean {
  return kind === 'human' && roles.includes('curator') && setAside !== true;
}
