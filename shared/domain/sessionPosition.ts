import type { PlanEntry } from './study.ts';

/** What is known of a study session: everything that says which step is current. */
export interface SessionFacts {
  readonly plan: readonly PlanEntry[];
  readonly consented: boolean;
  readonly withdrawn: boolean;
  /** Whether it came to its end once: an item that is changed afterwards asks nothing more. */
  readonly ended: boolean;
  /** Entries that were only to be read and were; of a practice item, that its feedback was. */
  readonly passed: ReadonlySet<number>;
  /** Whether a step has an answer in force. */
  isAnswered(entry: number, step: string): boolean;
  /** The ids of an entry's steps in their order; a question about no item has one, what is only read has none. */
  stepsOf(entry: number): readonly string[];
  /** An answered step that the participant went back to and has not answered anew. */
  readonly revisited: StepPosition | null;
}

export interface StepPosition {
  readonly entry: number;
  readonly step: string;
}

/** The current position of a study session. */
export type SessionPosition =
  | { readonly at: 'consent' }
  | { readonly at: 'reading'; readonly entry: number }
  | ({ readonly at: 'step' } & StepPosition)
  | { readonly at: 'feedback'; readonly entry: number }
  | { readonly at: 'end' }
  | { readonly at: 'withdrawn' };

/**
 * The current position of a study session: the first thing of its plan that was neither read nor answered, or the step
 * that the participant went back to. It follows from what is stored alone, so that a crash resumes at the very step.
 */
export function positionOf(facts: SessionFacts): SessionPosition {
  if (facts.withdrawn) return { at: 'withdrawn' };
  if (facts.ended) return { at: 'end' };
  if (!facts.consented) return { at: 'consent' };
  if (facts.revisited !== null) return { at: 'step', ...facts.revisited };
  for (const [entry, planned] of facts.plan.entries()) {
    const steps = facts.stepsOf(entry);
    const open = steps.find((step) => !facts.isAnswered(entry, step));
    if (open !== undefined) return { at: 'step', entry, step: open };
    if (facts.passed.has(entry)) continue;
    if (planned.kind === 'item') {
      if (planned.purpose === 'practice' && steps.length > 0) return { at: 'feedback', entry };
    } else if (planned.kind !== 'attention' && planned.kind !== 'question') return { at: 'reading', entry };
  }
  return { at: 'end' };
}

/**
 * The step that a participant may go back to: the one just before, unless something shown since gives it away, as do a
 * later step of the same item (it may name the answer), its absence where other items have one, feedback in practice,
 * and a second pass (it shows which items come again). Null: none.
 */
export function stepBefore(facts: SessionFacts, position: StepPosition): StepPosition | null {
  if (facts.stepsOf(position.entry)[0] !== position.step || isPractice(facts.plan[position.entry]))
    return null;
  for (let entry = position.entry - 1; entry >= 0; entry -= 1) {
    if (facts.plan[entry]?.kind === 'second_pass') return null;
    const step = facts.stepsOf(entry).at(-1);
    if (step === undefined) continue;
    const isGivenAway = isPractice(facts.plan[entry]) || lacksLaterSteps(facts, entry);
    return isGivenAway || !facts.isAnswered(entry, step) ? null : { entry, step };
  }
  return null;
}

/**
 * Whether a participant can go back to a step once they have answered it: from the next one, that is the step before. What
 * its time limit leaves of it then is another matter.
 */
export function canReturnTo(facts: SessionFacts, at: StepPosition): boolean {
  const next = facts.plan
    .flatMap((_, entry) => facts.stepsOf(entry).map((step) => ({ entry, step })))
    .find(({ entry, step }) => entry > at.entry || (entry === at.entry && isLater(facts, at, step)));
  if (next === undefined) return false;
  const isAnswered = (entry: number, step: string): boolean =>
    (entry === at.entry && step === at.step) || facts.isAnswered(entry, step);
  const before = stepBefore({ ...facts, isAnswered }, next);
  return before?.entry === at.entry && before.step === at.step;
}

/** Whether a step comes after another of the same entry. */
function isLater(facts: SessionFacts, { entry, step }: StepPosition, other: string): boolean {
  const steps = facts.stepsOf(entry);
  return steps.indexOf(other) > steps.indexOf(step);
}

/** The steps about an item that come before one of it, in their order; those of an earlier pass included. */
export function earlierSteps(facts: SessionFacts, { entry, step }: StepPosition): StepPosition[] {
  const planned = facts.plan[entry];
  const isSameItem = (other: PlanEntry): boolean =>
    other.kind === 'item' && planned?.kind === 'item' && other.itemId === planned.itemId;
  const own = facts.stepsOf(entry);
  return [
    ...[...facts.plan.slice(0, entry).entries()].flatMap(([at, other]) =>
      isSameItem(other) ? facts.stepsOf(at).map((id) => ({ entry: at, step: id })) : [],
    ),
    ...own.slice(0, own.indexOf(step)).map((id) => ({ entry, step: id })),
  ];
}

/**
 * Whether an item has one step, unlike others of the plan: anybody who has gone on knows that, and what it means. Not where
 * its later steps come in a second pass.
 */
function lacksLaterSteps(facts: SessionFacts, entry: number): boolean {
  const planned = facts.plan[entry];
  if (planned?.kind !== 'item' || planned.part !== undefined || facts.stepsOf(entry).length > 1) return false;
  return facts.plan.some((_, other) => facts.stepsOf(other).length > 1);
}

/**
 * Items that count, begun or done, of all that do; in a second pass, of those that come again. Before it their number is
 * nobody's business: it says how many items have more questions.
 */
export function progressOf(facts: SessionFacts, position: SessionPosition): { done: number; total: number } {
  let [done, total] = [0, 0];
  const second = facts.plan.findIndex(({ kind }) => kind === 'second_pass');
  const isSecond = second !== -1 && isBeyond(facts, position, second);
  for (const [entry, planned] of facts.plan.entries()) {
    if (planned.kind !== 'item' || planned.purpose !== 'main') continue;
    if ((planned.part === 'later') !== isSecond) continue;
    const [first] = facts.stepsOf(entry);
    if (first === undefined) continue;
    total += 1;
    if (facts.isAnswered(entry, first) || (position.at === 'step' && position.entry === entry)) done += 1;
  }
  return { done, total };
}

/** Whether a study session has come to an entry. */
function isBeyond({ plan }: SessionFacts, position: SessionPosition, entry: number): boolean {
  const at = 'entry' in position ? position.entry : position.at === 'end' ? plan.length : 0;
  return at >= entry;
}

const isPractice = (entry: PlanEntry | undefined): boolean =>
  entry?.kind === 'item' && entry.purpose === 'practice';
