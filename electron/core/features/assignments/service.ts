import type { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import type {
  AssignReport,
  AssignRequest as AssignRequestSchema,
  Progress,
} from '../../../../shared/contract/assignments.ts';
import { planAssignments } from '../../../../shared/domain/assignment.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { isActivePerson, type Role } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { idsOf } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { Assigning, requireAssignable, requirePart, usualPart } from './parts.ts';
import { type Candidate, AssignmentQueries } from './queries.ts';
import { createSeparation } from './separation.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

export type AssignRequest = z.output<typeof AssignRequestSchema>;

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

/** Who can be given items to answer. */
const RATING: ReadonlySet<Role> = new Set(['annotator', 'reviewer']);

/** Who answers what in an open casebook. */
export class AssignmentsService {
  readonly #casebook: Casebook;
  readonly #queries;
  readonly #insert;
  readonly #assigning;
  readonly #separation;
  readonly #remove;
  readonly #asked;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#queries = new AssignmentQueries(database);
    this.#insert = database.prepare<
      [string, PersonId, ItemId, string, number, number, number, string | null]
    >(
      `INSERT INTO assignment (id, person_id, item_id, task, round, position, created_at, asked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#assigning = new Assigning(casebook);
    this.#separation = createSeparation(database);
    this.#remove = database.prepare<[string]>('DELETE FROM assignment WHERE id = ?');
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
   * Gives items out, or says only what it would give. All or nothing: throws `not_found` for a task, person or item that
   * is not there, `invalid_input` where the people cannot take the work, are fewer than each item is to have, or have
   * been given it in a later round, `conflict` where one of them is yet to be asked about it in a study.
   */
  assign(request: AssignRequest, viewpoint: Viewpoint): AssignReport {
    return this.#casebook.database.transaction(() => this.#assign(request, viewpoint))();
  }

  /** Takes open assignments back that their person has not begun. Throws `not_found` for an unknown person. */
  withdraw(withdrawal: Withdrawal, by: PersonId | null): { withdrawn: number; kept: number } {
    return this.#casebook.database.transaction(() => this.#withdraw(withdrawal, by))();
  }

  /** Assignments and their progress: one person's, or with null everybody's. */
  progress(of: PersonId | null): Progress[] {
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

  #selected({ items }: AssignRequest, viewpoint: Viewpoint): Candidate[] {
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

  #assign(request: AssignRequest, viewpoint: Viewpoint): AssignReport {
    const { task, overlap, order, seed, round, dryRun } = request;
    const part = requirePart(this.#requireTask(task), request.part ?? null, this.#assigning.vocabulary());
    const team = [...new Set(request.people)].map(this.#raterOf);
    const workloads = new Map(team.map(({ id }) => [id, this.#queries.workload(id, task, round)]));
    const raters = this.#queries.raters(task, round);
    const all = withoutQuestions(this.#selected(request, viewpoint)).filter(
      ({ id }) => !request.unassignedOnly || !raters.has(id),
    );
    // An item that a former round rejected is asked about again only where it was chosen by itself or as a rejected one.
    const wantsRejected =
      'ids' in request.items || request.items.filter.status?.includes('rejected') === true;
    const chosen = round === 1 || wantsRejected ? all : all.filter(({ rejected }) => !rejected);
    requireAssignable(part, chosen, this.#assigning);
    const plan = planAssignments({
      items: chosen.map(({ id }) => ({ id, raters: raters.get(id) ?? [] })),
      people: team.map(({ id }) => ({ id, load: workloads.get(id)?.load ?? 0 })),
      overlap,
      order,
      seed,
    });
    if (plan.short > 0) {
      throw new CasebookError(
        'invalid_input',
        `${String(plan.short)} of the items would get fewer than ${String(overlap)} people: there are not enough people.`,
        'Nothing was assigned. Choose more people, or fewer people per item.',
      );
    }
    const share = new Map(plan.people.map(({ id, items }) => [id, items]));
    for (const { id, name } of team) {
      const own = share.get(id) ?? [];
      requireNoLater(name, this.#queries.later(id, task, round, own), round);
      requireNotAsked(name, this.#asked.get(id, JSON.stringify(own)) ?? 0);
    }
    const toGive = new Set(plan.people.flatMap(({ items }) => items));
    const inOrder = chosen.flatMap(({ id }) => (toGive.has(id) ? [id] : []));
    const assigned = plan.people.reduce((sum, { items }) => sum + items.length, 0);
    const report: AssignReport = {
      assigned,
      items: plan.items,
      complete: plan.complete,
      rejected: all.length - chosen.length,
      people: team.map(({ id, handle }) => {
        const count = share.get(id)?.length ?? 0;
        return { personId: id, handle, assigned: count, total: count + (workloads.get(id)?.load ?? 0) };
      }),
      seed,
      usualPart: usualPart(this.#requireTask(task), chosen, overlap, this.#assigning),
      separation: order === 'random' ? null : this.#separation(inOrder, viewpoint.person?.id ?? null),
    };
    if (dryRun || assigned === 0) return report;
    const now = timeOfWriting(this.#casebook);
    const asks = part === null ? null : JSON.stringify(part.asked(this.#assigning.vocabulary()));
    const given = new Set<ItemId>();
    for (const [personId, items] of share) {
      const first = workloads.get(personId)?.next ?? 0;
      const places = new Map(items.map((id, at) => [id, first + at]));
      // Rows in the order of their keys, whatever the order of the work: ten times faster where there are many.
      for (const id of [...items].sort()) {
        this.#insert.run(
          this.#casebook.ports.newId(),
          personId,
          id,
          task,
          round,
          places.get(id) ?? first,
          now,
          asks,
        );
        given.add(id);
      }
    }
    this.#casebook.records.log({
      kind: 'assign',
      personId: viewpoint.person?.id ?? null,
      task,
      round,
      detail: {
        round,
        overlap,
        order,
        seed,
        ...(part !== null && { part: part.id }),
        assigned,
        items: plan.items,
        complete: plan.complete,
        people: report.people.filter((each) => each.assigned > 0).length,
        shares: Object.fromEntries(report.people.map((each) => [each.handle, each.assigned])),
      },
      items: chosen.filter(({ id }) => given.has(id)).map(({ sequence }) => sequence),
    });
    this.#recompute([...given], task, viewpoint.person?.id ?? null);
    return report;
  }

  #withdraw({ personId, task, round, items }: Withdrawal, by: PersonId | null) {
    this.#requireTask(task);
    const person = this.#personOf(personId);
    const wanted = items === undefined ? null : new Set(items);
    const own = this.#queries
      .assignedItems(personId, task, round)
      .filter(({ itemId }) => wanted === null || wanted.has(itemId));
    const back = own.filter(({ state, begun }) => state === 'open' && begun === 0);
    for (const { id } of back) this.#remove.run(id);
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

/** There is nothing to annotate on a question: it is put to people in studies. */
function withoutQuestions(found: readonly Candidate[]): Candidate[] {
  const annotated = found.filter(({ question }) => !question);
  if (annotated.length > 0 || found.length === 0) return annotated;
  throw new CasebookError(
    'invalid_input',
    'All of these are questions built from other items, with nothing to annotate.',
    'Nothing was assigned. Ask them in a study, or choose the items that they are about.',
  );
}

/** A document is opened in its person's latest round: one of an earlier round could never be answered. */
function requireNoLater(name: string, later: number, round: number): void {
  if (later === 0) return;
  throw new CasebookError(
    'invalid_input',
    `${name} already has ${String(later)} of the items in a round later than ${String(round)}.`,
    'Nothing was assigned. Choose the later round, other people or other items.',
  );
}

/** What is asked in a study session gives away what an annotator is to find, and the other way round. */
function requireNotAsked(name: string, items: number): void {
  if (items === 0) return;
  throw new CasebookError(
    'conflict',
    `${name} takes part in a study that asks about ${String(items)} of the items.`,
    'Nothing was assigned. Choose other people or other items, or wait until they have finished.',
  );
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
