import { hash } from 'node:crypto';
import { type AssignableItem, planAssignments } from '../../../../shared/domain/assignment.ts';
import type { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { seededRandom, shuffle } from '../../../../shared/statistics/random.ts';
import type { AssignableUnit } from './units.ts';

/** What is to be assigned. */
export interface PlanRequest {
  readonly units: readonly AssignableUnit[];
  /** In the order of judging. */
  readonly criteria: readonly string[];
  readonly judges: readonly PersonId[];
  readonly overlap: number;
  readonly seed: number;
  /** Who has a verdict on a thing already, or has been given it. */
  readonly had: (unit: AssignableUnit) => readonly PersonId[];
  readonly mayJudge: (judge: PersonId, unit: AssignableUnit) => boolean;
}

export interface JudgingPlan {
  /** By judge and criterion what they get, in the order in which they meet it. */
  readonly piles: ReadonlyMap<PersonId, ReadonlyMap<string, readonly AssignableUnit[]>>;
  /** Answers that end with fewer judges than asked for, by criterion. */
  readonly short: ReadonlyMap<string, number>;
}

/**
 * Deals things to judge: each to as many judges as it lacks, evenly. A criterion that builds on an earlier verdict goes
 * to the judge of that one, right after it; otherwise each judge has a random order over all respondents. The same for
 * the same request.
 */
export function planJudging(request: PlanRequest): JudgingPlan {
  const { units, criteria, judges, seed } = request;
  const piles = new Map(judges.map((judge) => [judge, new Map<string, readonly AssignableUnit[]>()]));
  const short = new Map<string, number>();
  for (const criterion of criteria) {
    const answers = byAnswer(units.filter((unit) => unit.criterion === criterion));
    const after = [...answers.values()][0]?.[0]?.after ?? null;
    const dealt = after === null ? deal(request, answers, piles) : follow(request, answers, piles, after);
    let missing = 0;
    for (const [response, parts] of answers) {
      const [first] = parts;
      const takers = dealt.filter(([, responses]) => responses.has(response)).length;
      const had = first === undefined ? 0 : new Set(request.had(first)).size;
      if (takers + had < request.overlap) missing += 1;
    }
    if (missing > 0) short.set(criterion, missing);
    for (const [judge, responses] of dealt) {
      const order = orderOf(responses, {
        seed: ownSeed(seed, `${judge} ${criterion}`),
        before: (after === null ? undefined : piles.get(judge)?.get(after)) ?? [],
      });
      piles.get(judge)?.set(
        criterion,
        order.flatMap((response) => answers.get(response) ?? []),
      );
    }
  }
  return { piles, short };
}

type Answers = ReadonlyMap<ResponseId, readonly AssignableUnit[]>;
type Dealt = readonly (readonly [judge: PersonId, responses: ReadonlySet<ResponseId>])[];
type Piles = ReadonlyMap<PersonId, ReadonlyMap<string, readonly AssignableUnit[]>>;

function byAnswer(units: readonly AssignableUnit[]): Answers {
  const answers = new Map<ResponseId, AssignableUnit[]>();
  for (const unit of units) {
    const known = answers.get(unit.responseId);
    if (known === undefined) answers.set(unit.responseId, [unit]);
    else known.push(unit);
  }
  return answers;
}

/** Deals answers of one criterion out; those with other judges to choose from by themselves. */
function deal(request: PlanRequest, answers: Answers, piles: Piles): Dealt {
  const { judges, overlap, seed, had, mayJudge } = request;
  const loads = new Map(judges.map((judge) => [judge, loadOf(piles, judge)]));
  const dealt = new Map(judges.map((judge) => [judge, new Set<ResponseId>()]));
  const groups = new Map<string, { team: PersonId[]; items: AssignableItem<ResponseId, PersonId>[] }>();
  for (const [id, [unit]] of answers) {
    if (unit === undefined) continue;
    const team = judges.filter((judge) => mayJudge(judge, unit));
    const key = team.join(' ');
    const group = groups.get(key) ?? { team, items: [] };
    groups.set(key, group);
    group.items.push({ id, raters: had(unit) });
  }
  // Where there is the least choice first, so that the others even it out.
  for (const { team, items } of [...groups.values()].sort((a, b) => a.team.length - b.team.length)) {
    if (team.length === 0) continue;
    const people = team.map((id) => ({ id, load: loads.get(id) ?? 0 }));
    const plan = planAssignments({ items, people, overlap, order: 'fixed', seed });
    for (const { id, items: given } of plan.people) {
      loads.set(id, (loads.get(id) ?? 0) + given.length);
      for (const response of given) dealt.get(id)?.add(response);
    }
  }
  return [...dealt];
}

/** Gives what builds on an earlier verdict to those who give that one, or have given it. */
function follow(request: PlanRequest, answers: Answers, piles: Piles, after: string): Dealt {
  const { judges, overlap, had, mayJudge } = request;
  const holding = new Map(
    judges.map((judge) => [
      judge,
      new Set((piles.get(judge)?.get(after) ?? []).map(({ responseId }) => responseId)),
    ]),
  );
  const dealt = new Map(judges.map((judge) => [judge, new Set<ResponseId>()]));
  for (const [response, [unit]] of answers) {
    if (unit === undefined) continue;
    const already = new Set(had(unit));
    const earlier = new Set(had({ ...unit, criterion: after, subject: '' }));
    const able = judges.filter(
      (judge) =>
        !already.has(judge) &&
        mayJudge(judge, unit) &&
        (holding.get(judge)?.has(response) === true || earlier.has(judge)),
    );
    for (const judge of able.slice(0, Math.max(0, overlap - already.size))) dealt.get(judge)?.add(response);
  }
  return [...dealt];
}

function loadOf(piles: Piles, judge: PersonId): number {
  return [...(piles.get(judge)?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
}

/** Answers in random order; where a judge has met them in an order already, in that one, the others behind. */
function orderOf(
  responses: ReadonlySet<ResponseId>,
  { seed, before }: { readonly seed: number; readonly before: readonly AssignableUnit[] },
): ResponseId[] {
  const met = [...new Set(before.map(({ responseId }) => responseId))].filter((id) => responses.has(id));
  const known = new Set(met);
  const rest = [...responses].filter((id) => !known.has(id)).sort();
  const places = Uint32Array.from(rest.keys());
  shuffle(places, seededRandom(seed));
  return [...met, ...Array.from(places, (place) => rest[place]).filter((id) => id !== undefined)];
}

/** A seed of one's own: 32 bits of a hash. */
function ownSeed(seed: number, text: string): number {
  return Number.parseInt(hash('sha256', `${String(seed)} ${text}`, 'hex').slice(0, 8), 16);
}

/** Everything that a plan assigns, once for each judge. */
export function unitsIn({ piles }: JudgingPlan): AssignableUnit[] {
  return [...piles.values()].flatMap((pile) => [...pile.values()].flat());
}
