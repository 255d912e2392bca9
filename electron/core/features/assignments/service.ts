import type { z } from 'zod';
import type { Task, TaskPart } from '../../../../shared/benchmarks/task.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import type {
  AssignmentProgress,
  AssignReport,
  AssignRequest as AssignRequestSchema,
} from '../../../../shared/contract/assignments.ts';
import { planAssignments } from '../../../../shared/domain/assignment.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { isActivePerson, type Role } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { idsOf } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { PartAvailability, requireAssignable, requirePart, usualPart } from './parts.ts';
import { type AssignmentCandidate, AssignmentQueries } from './queries.ts';
import { itemsToAssign, requireEnoughPeople, requireNoLater, requireNotAsked } from './assignable.ts';
import { createSeparation } from './separation.ts';

export type ParsedAssignRequest = z.output<typeof AssignRequestSchema>;

export interface Withdrawal {
  readonly personId: PersonId;
  readonly task: string;
  readonly round: number;
  /** Left out: all of that round. */
  readonly items?: readonly ItemId[] | undefined;
}

/** A person's work of one task and round, and where to go on. */
export interface OwnWork {
  readonly task: string;
  readonly round: number;
  readonly open: number;
  readonly submitted: number;
  readonly skipped: number;
  readonly next: ItemId | null;
}

/** Assigns items to people and takes them back; tells the person who assigns what was done. */
interface AssignmentPlan {
  readonly report: AssignReport;
  readonly part: TaskPart | null;
  readonly chosen: readonly AssignmentCandidate[];
  readonly shares: ReadonlyMap<PersonId, readonly ItemId[]>;
  /** From where on each person's work goes on. */
  readonly firstPositions: ReadonlyMap<PersonId, number>;
}

/** Who can be given items to answer. */
const RATING: ReadonlySet<Role> = new Set(['annotator', 'reviewer']);

/** Who answers what in an open casebook. */
export class AssignmentsService {
  readonly #casebook: Casebook;
  readonly #queries;
  readonly #assigning;
  readonly #separation;
  readonly #asked;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#queries = new AssignmentQueries(database);
    this.#assigning = new PartAvailability(casebook);
    this.#separation = createSeparation(database);
    this.#asked = database
      .prepare<[PersonId, string], number>(
        `SELECT count(DISTINCT e.value ->> 'itemId') FROM session s JOIN json_each(s.plan) e
       WHERE s.person_id = ? AND s.number > 0 AND s.ended_at IS NULL AND s.withdrawn_at IS NULL
         AND s.study_id IN (SELECT id FROM study WHERE state = 'open')
         AND e.value ->> 'itemId' IN (SELECT value FROM json_each(?))`,
      )
      .pluck();
  }

  /**
   * Assigns items, or only says what it would assign. All or nothing: throws `not_found` for a missing task, person or
   * item, `invalid_input` if the people cannot take the work, are too few, or have the items in a later round,
   * `conflict` if a study will ask one of them about an item.
   */
  assign(request: ParsedAssignRequest, viewpoint: Viewpoint): AssignReport {
    return this.#casebook.database.transaction(() => this.#assign(request, viewpoint))();
  }

  /** Takes open assignments back that their person has not begun. Throws `not_found` for an unknown person. */
  withdraw(withdrawal: Withdrawal, by: PersonId | null): { withdrawn: number; kept: number } {
    return this.#casebook.database.transaction(() => this.#withdraw(withdrawal, by))();
  }

  /** Assignments and their progress: one person's, or with null everybody's. */
  progress(of: PersonId | null): AssignmentProgress[] {
    const names = new Map(this.#casebook.records.people.list().map((person) => [person.id, person]));
    const work = new Map(this.#queries.work(of).map((each) => [keyOf(each), each]));
    return this.#queries.tallies(of).map((tally) => {
      const done = work.get(keyOf(tally));
      return {
        ...tally,
        handle: names.get(tally.personId)?.handle ?? '',
        name: names.get(tally.personId)?.name ?? '',
        drafts: done?.drafts ?? 0,
        activeMilliseconds: done?.activeMilliseconds ?? 0,
        lastSubmittedAt: done?.lastSubmittedAt ?? null,
      };
    });
  }

  mine(personId: PersonId): OwnWork[] {
    return this.#queries.tallies(personId).map(({ task, round, assigned, submitted, skipped }) => ({
      task,
      round,
      open: assigned - submitted - skipped,
      submitted,
      skipped,
      next: this.#queries.next(personId, task, round),
    }));
  }

  /** Whether the raters of an item are complete depends on who is to answer. */
  #recompute(items: readonly ItemId[], task: string, by: PersonId | null): void {
    this.#casebook.derived.items.together(() => {
      for (const id of this.#queries.rated(items, task))
        this.#casebook.derived.recompute.recompute(id, task, by);
    });
    this.#casebook.derived.returnToReview(by, items);
  }

  #personOf(id: PersonId): Person {
    const person = this.#casebook.records.people.find(id);
    if (person === undefined) {
      throw new CasebookError(
        'not_found',
        'There is no such person in this casebook.',
        'Nothing was changed. Add the person first.',
      );
    }
    return person;
  }

  readonly #raterOf = (id: PersonId): Person => {
    const person = this.#personOf(id);
    const rates = person.roles.some((role) => RATING.has(role));
    if (isActivePerson(person) && rates) return person;
    throw new CasebookError(
      'invalid_input',
      person.setAside === true
        ? `${person.name} is deactivated.`
        : person.kind === 'human'
          ? `${person.name} is neither an annotator nor a reviewer.`
          : `${person.name} is a ${person.kind}: you can assign items only to people.`,
      'Nothing was assigned. A curator can change roles on the Team screen.',
    );
  };

  #requireTask(named: string): Task {
    const task = this.#casebook.benchmark.tasks.find(({ id }) => id === named);
    if (task !== undefined) return task;
    throw new CasebookError(
      'not_found',
      `${this.#casebook.benchmark.title} has no task "${named}".`,
      `Choose one of: ${this.#casebook.benchmark.tasks.map(({ id }) => id).join(', ')}.`,
    );
  }

  #selected({ items }: ParsedAssignRequest, viewpoint: Viewpoint): AssignmentCandidate[] {
    if (!('ids' in items))
      return this.#queries.candidates(idsOf(this.#casebook.database, items.filter, viewpoint));
    const wanted = new Set(items.ids);
    const found = this.#queries.candidates([...wanted]);
    if (found.length === wanted.size) return found;
    throw new CasebookError(
      'not_found',
      `${String(wanted.size - found.length)} of the items are not in this casebook.`,
      'Nothing was assigned. Reload the list and choose again.',
    );
  }

  #assign(request: ParsedAssignRequest, viewpoint: Viewpoint): AssignReport {
    const plan = this.#plan(request, viewpoint);
    const { report, part, chosen } = plan;
    if (request.dryRun || report.assigned === 0) return report;
    const given = this.#insertPlanned(request, plan);
    const { task, overlap, order, seed, round } = request;
    const by = viewpoint.person?.id ?? null;
    this.#casebook.records.log({
      kind: 'assign',
      personId: by,
      task,
      round,
      detail: {
        round,
        overlap,
        order,
        seed,
        ...(part !== null && { part: part.id }),
        assigned: report.assigned,
        items: report.items,
        complete: report.complete,
        people: report.people.filter((each) => each.assigned > 0).length,
        shares: Object.fromEntries(report.people.map((each) => [each.handle, each.assigned])),
      },
      items: chosen.filter(({ id }) => given.has(id)).map(({ sequence }) => sequence),
    });
    this.#recompute([...given], task, by);
    return report;
  }

  #plan(request: ParsedAssignRequest, viewpoint: Viewpoint): AssignmentPlan {
    const { task: taskId, overlap, order, seed, round } = request;
    const task = this.#requireTask(taskId);
    const part = requirePart(task, request.part ?? null, this.#assigning.vocabulary());
    const team = [...new Set(request.people)].map(this.#raterOf);
    const workloads = new Map(team.map(({ id }) => [id, this.#queries.workload(id, taskId, round)]));
    const raters = this.#queries.raters(taskId, round);
    const { chosen, rejected } = itemsToAssign(this.#selected(request, viewpoint), request, raters);
    requireAssignable(part, chosen, this.#assigning);
    const { people, items, complete, short } = planAssignments({
      items: chosen.map(({ id }) => ({ id, raters: raters.get(id) ?? [] })),
      people: team.map(({ id }) => ({ id, load: workloads.get(id)?.load ?? 0 })),
      overlap,
      order,
      seed,
    });
    requireEnoughPeople(short, overlap);
    const shares = new Map(people.map((share) => [share.id, share.items]));
    for (const { id, name } of team) {
      const own = shares.get(id) ?? [];
      requireNoLater(name, this.#queries.later(id, taskId, round, own), round);
      requireNotAsked(name, this.#asked.get(id, JSON.stringify(own)) ?? 0);
    }
    const planned = new Set(people.flatMap((share) => share.items));
    const inOrder = chosen.flatMap(({ id }) => (planned.has(id) ? [id] : []));
    return {
      part,
      chosen,
      shares,
      report: {
        assigned: people.reduce((sum, share) => sum + share.items.length, 0),
        items,
        complete,
        rejected,
        people: team.map(({ id, handle }) => {
          const count = shares.get(id)?.length ?? 0;
          return { personId: id, handle, assigned: count, total: count + (workloads.get(id)?.load ?? 0) };
        }),
        seed,
        usualPart: usualPart(task, chosen, overlap, this.#assigning),
        separation: order === 'random' ? null : this.#separation(inOrder, viewpoint.person?.id ?? null),
      },
      firstPositions: new Map([...workloads].map(([id, { next }]) => [id, next])),
    };
  }

  /** Writes the assignments; gives the items that got any. */
  #insertPlanned(
    { task, round }: ParsedAssignRequest,
    { part, shares, firstPositions }: AssignmentPlan,
  ): ReadonlySet<ItemId> {
    const asked = part?.asked(this.#assigning.vocabulary()) ?? null;
    const rows = [...shares].flatMap(([personId, items]) => {
      const first = firstPositions.get(personId) ?? 0;
      const places = new Map(items.map((id, at) => [id, first + at]));
      // Rows in the order of their keys, whatever the order of the work: ten times faster where there are many.
      return [...items].sort().map((itemId) => ({
        personId,
        itemId,
        task,
        round,
        position: places.get(itemId) ?? first,
        asked,
      }));
    });
    this.#casebook.records.assignmentTable.insert(rows);
    return new Set(rows.map(({ itemId }) => itemId));
  }

  #withdraw({ personId, task, round, items }: Withdrawal, by: PersonId | null) {
    this.#requireTask(task);
    const person = this.#personOf(personId);
    const wanted = items === undefined ? null : new Set(items);
    const own = this.#queries
      .assignedItems(personId, task, round)
      .filter(({ itemId }) => wanted === null || wanted.has(itemId));
    const back = own.filter(({ state, begun }) => state === 'open' && begun === 0);
    for (const { id } of back) this.#casebook.records.assignmentTable.remove(id);
    if (back.length > 0) {
      this.#casebook.records.log({
        kind: 'withdraw',
        personId: by,
        task,
        round,
        detail: { round, person: person.handle, withdrawn: back.length, kept: own.length - back.length },
        items: back.map(({ sequence }) => sequence),
      });
      this.#recompute(
        back.map(({ itemId }) => itemId),
        task,
        by,
      );
    }
    return { withdrawn: back.length, kept: own.length - back.length };
  }
}

const keyOf = ({
  personId,
  task,
  round,
}: {
  readonly personId: string;
  readonly task: string;
  readonly round: number;
}): string => JSON.stringify([personId, task, round]);
