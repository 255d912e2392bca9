import type { BaselineStep } from './baseline.ts';
import { seededRandom, shuffle } from '../statistics/random.ts';
import { seedFor } from './assignment.ts';
import { dealItems } from './dealing.ts';
import { choicesOf, chosenPlace, type Exclusive, type ExclusiveChoice } from './exclusive.ts';
import { type FollowUps, hasFollowUps, type ItemPart, stepsOfPart } from './followUps.ts';
import type { ItemId } from '../base/ids.ts';
import type { PlanEntry } from './study.ts';

/** An item as planning needs it. */
export interface PlannedItem {
  readonly id: ItemId;
  /** SHA-256 of its images, in their order. */
  readonly images: readonly string[];
  /** Which others tell its answer; null: none. */
  readonly exclusive: Exclusive | null;
  /** Its steps in a condition. */
  steps(condition: string): readonly BaselineStep[];
}

/** A study whose items are drawn. */
export interface PlannedStudy {
  /** A whole number from 0 to 2^32 - 1. */
  readonly seed: number;
  readonly order: 'random' | 'fixed';
  readonly conditions: readonly string[];
  /** Null: everybody gets all. */
  readonly itemsEach: number | null;
  /** Of items that tell each other's answers everybody gets one. */
  readonly apart: boolean;
  readonly instructions: boolean;
  readonly followUps: FollowUps;
  readonly practice: readonly PlannedItem[];
  /** In the study's own order. */
  readonly main: readonly PlannedItem[];
  readonly attention: { readonly checks: number; readonly every: number };
  readonly breakEvery: number | null;
  /** How many questions follow the last item. */
  readonly questions: number;
}

/** Items in the study's own order: that of the source often follows the labels. */
export function studyOrder<Item>(items: readonly Item[], seed: number): Item[] {
  return shuffled(items, seedFor(seed, 'order of the items'));
}

/** The seed of a participant's study session; from it follows whatever is theirs alone. */
export function studySessionSeed(seed: number, number: number): number {
  return seedFor(seed, `participant ${String(number)}`);
}

/**
 * A participant's whole plan in order: instructions, practice, the counted items with attention checks and breaks, in
 * one pass or two of the same order, and the closing questions. The same for the same study and number. Practice has no
 * second pass: its feedback shows the answers anyway.
 * @param number counts the participants from 1; 0 is a curator who tries the study out, and gets what the first gets
 * @param place whose items in which versions they get, from 1: that of somebody who did not finish goes to somebody else,
 *   in an order of their own
 */
export function planStudySession(study: PlannedStudy, number: number, place = number): PlanEntry[] {
  const { conditions, practice, main, itemsEach } = study;
  const participant = Math.max(0, place - 1);
  const own = studySessionSeed(study.seed, number);
  const entry = (
    purpose: 'practice' | 'main',
    item: PlannedItem,
    condition: string,
    part?: ItemPart,
  ): PlanEntry => {
    const steps = stepsOfPart(item.steps(condition), part);
    const random = (what: string): number => seedFor(own, `${what} ${item.id}`);
    const places = [...item.images.keys()];
    return {
      kind: 'item',
      purpose,
      itemId: item.id,
      condition,
      images: mayPermuteImages(item.steps(condition)) ? shuffled(places, random('images')) : places,
      contents: [...item.images],
      options: Object.fromEntries(
        steps.flatMap(({ id, answer }) => {
          const options = permutable(answer);
          return options === null ? [] : [[id, shuffled(options, random(`options of ${id}`))]];
        }),
      ),
      ...(part !== undefined && { part }),
    };
  };
  const named = (place: number): string => conditions[place] ?? '';

  const plan: PlanEntry[] = study.instructions ? [{ kind: 'instructions' }] : [];
  for (const [place, item] of practice.entries())
    plan.push(entry('practice', item, named((place + participant) % conditions.length)));
  if (practice.length > 0) plan.push({ kind: 'start' });

  const choices = choicesIn(study);
  const dealt = dealItems(
    choices.length,
    conditions.length,
    itemsEach ?? choices.length,
    participant,
  ).flatMap(({ item: at, condition, round }) => {
    const choice = choices[at];
    // One kind in every condition before the next: the two do not go along with each other.
    return choice === undefined
      ? []
      : [{ item: chosenPlace(choice, Math.floor(round / conditions.length)), condition }];
  });
  const inOrder =
    study.order === 'random'
      ? shuffled(dealt, seedFor(own, 'order of the items'))
      : [...dealt].sort((a, b) => a.item - b.item);
  const checks = checkOrder(study.attention.checks, own);
  const inPass = (part?: ItemPart): PlanEntry[] =>
    inOrder.flatMap(({ item, condition }) => {
      const planned = main[item];
      if (planned === undefined) return [];
      const comes = part !== 'later' || hasFollowUps(planned.steps(named(condition)));
      return comes ? [entry('main', planned, named(condition), part)] : [];
    });
  const inTwoPasses = study.followUps === 'second_pass';
  const again = inTwoPasses ? inPass('later') : [];
  plan.push(...interspersed(inPass(inTwoPasses ? 'first' : undefined), study, checks));
  if (again.length > 0) plan.push({ kind: 'second_pass' }, ...interspersed(again, study, checks));
  for (let question = 0; question < study.questions; question += 1) plan.push({ kind: 'question', question });
  return plan;
}

/** The items of a pass, with attention checks and breaks between them. */
function interspersed(
  items: readonly PlanEntry[],
  { attention, breakEvery }: Pick<PlannedStudy, 'attention' | 'breakEvery'>,
  checks: Generator<number, undefined>,
): PlanEntry[] {
  return items.flatMap((item, place): PlanEntry[] => {
    const seen = place + 1;
    const check = seen % attention.every === 0 ? checks.next().value : undefined;
    const isBreak = breakEvery !== null && seen % breakEvery === 0 && seen < items.length;
    return [
      item,
      ...(check === undefined ? [] : [{ kind: 'attention', check } as const]),
      ...(isBreak ? [{ kind: 'break' } as const] : []),
    ];
  });
}

/** What participants are dealt: items, and where items are kept apart, choices of one. */
export function choicesIn({ apart, main }: Pick<PlannedStudy, 'apart' | 'main'>): readonly ExclusiveChoice[] {
  return choicesOf(main.map(({ exclusive }) => ({ exclusive: apart ? exclusive : null })));
}

/** Which attention check comes next: each once in a random order before any comes again. */
function* checkOrder(checks: number, seed: number): Generator<number, undefined> {
  const all = Array.from({ length: checks }, (_, check) => check);
  for (let round = 0; checks > 0; round += 1) yield* shuffled(all, seedFor(seed, `checks ${String(round)}`));
  return undefined;
}

/** The ids of options that each participant gets in an order of their own; null where their order stands. */
function permutable(answer: BaselineStep['answer']): readonly string[] | null {
  if (answer.kind === 'choice' || answer.kind === 'choices')
    return answer.permute ? answer.options.map(({ id }) => id) : null;
  return answer.kind === 'matching' && answer.permute ? answer.texts.map(({ id }) => id) : null;
}

/** Cells and boxes are on the first image; only where texts are matched does the order of images mean nothing. */
function mayPermuteImages(steps: readonly BaselineStep[]): boolean {
  const kinds = new Set(steps.map(({ answer }) => answer.kind));
  return (
    steps.some(({ answer }) => answer.kind === 'matching' && answer.permute) &&
    !kinds.has('cell') &&
    !kinds.has('boxes')
  );
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const places = Uint32Array.from(values.keys());
  shuffle(places, seededRandom(seed));
  return Array.from(places, (place) => values[place]).filter((value) => value !== undefined);
}
