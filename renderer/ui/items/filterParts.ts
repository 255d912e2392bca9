import { counted } from '../../../shared/base/counts.ts';
import { facetValueTitle } from '../../../shared/benchmarks/facetTitles.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { withoutEmptyParts } from '../window/listContext.ts';
import { statusLooks } from './StatusBadge.tsx';
import { DECISIONS, QUEUE_STATES, stageWords } from '../validation/validationWords.ts';
import { ratingLooks } from './RatingBadge.tsx';
import { assignmentLooks } from './AssignmentBadge.tsx';

/** One thing that a filter asks for, in words, with the filter that no longer asks for it. */
export interface FilterPart {
  readonly text: string;
  readonly without: ItemFilter;
}

/** A part of a filter in words, with the change of the filter that takes it out. */
interface FilterChange {
  readonly text: string;
  readonly change: ItemFilter;
}

/** A part for each value; taken out, it leaves the others. */
function eachOf<T>(
  values: readonly T[] | undefined,
  text: (value: T) => string,
  leave: (others: T[]) => ItemFilter,
): readonly FilterChange[] {
  return (values ?? []).map((value) => ({
    text: text(value),
    change: leave((values ?? []).filter((each) => each !== value)),
  }));
}

/** A part for a value, if there is one. */
function oneOf<T>(
  value: T | undefined,
  text: (value: T) => string,
  change: ItemFilter,
): readonly FilterChange[] {
  return value === undefined ? [] : [{ text: text(value), change }];
}

/** Everything a filter asks for, one by one; `people`: names by id. */
export function partsOf(
  filter: ItemFilter,
  benchmark: string,
  people: ReadonlyMap<string, string> = new Map(),
): readonly FilterPart[] {
  return [
    ...oneOf(filter.text, (text) => `“${text}”`, { text: undefined }),
    ...eachOf(
      filter.status,
      (status) => statusLooks[status].title,
      (status) => ({ status }),
    ),
    ...eachOf(
      filter.label,
      (label) => label ?? 'No label',
      (label) => ({ label }),
    ),
    ...eachOf(
      filter.split,
      (split) => (split === null ? 'No split' : `Split: ${split}`),
      (split) => ({ split }),
    ),
    ...facetParts(filter.facets, benchmark),
    ...eachOf(
      filter.tags,
      (tag) => `Tag: ${tag}`,
      (tags) => ({ tags }),
    ),
    ...workParts(filter),
    ...eachOf(
      filter.ratings,
      (state) => `Raters: ${ratingLooks[state].title.toLowerCase()}`,
      (ratings) => ({ ratings }),
    ),
    ...(filter.validation === undefined ? [] : validationParts(filter.validation)),
    ...eachOf(
      filter.assignees,
      (id) => `Assigned to ${people.get(id) ?? 'somebody'}`,
      (assignees) => ({ assignees }),
    ),
    ...eachOf(
      filter.assignment,
      (state) => `My work: ${assignmentLooks[state].title.toLowerCase()}`,
      (assignment) => ({ assignment }),
    ),
    ...oneOf(filter.ids, (ids) => counted(ids.length, 'selected item'), { ids: undefined }),
  ].map(({ text, change }) => ({ text, without: withoutEmptyParts({ ...filter, ...change }) }));
}

function facetParts(facets: ItemFilter['facets'], benchmark: string): readonly FilterChange[] {
  const titles = new Map((findBenchmark(benchmark)?.facets ?? []).map(({ name, title }) => [name, title]));
  return Object.entries(facets ?? {}).flatMap(([name, values]) =>
    eachOf(
      values,
      (value) => `${titles.get(name) ?? name}: ${facetValueTitle(benchmark, name, value)}`,
      (others) => ({ facets: { ...facets, [name]: others } }),
    ),
  );
}

/** What is there of an item and what is still to do. */
function workParts({ images, boxes, unsubmitted, comments }: ItemFilter): readonly FilterChange[] {
  return [
    ...oneOf(images, (which) => (which === 'missing' ? 'Image missing' : 'Image present'), {
      images: undefined,
    }),
    ...oneOf(boxes, (which) => (which === 'some' ? 'With boxes' : 'No boxes'), { boxes: undefined }),
    ...oneOf(unsubmitted, (isLeft) => (isLeft ? 'Unsubmitted work' : 'Nothing unsubmitted'), {
      unsubmitted: undefined,
    }),
    ...oneOf(comments, (which) => (which === 'open' ? 'Open comments' : 'With comments'), {
      comments: undefined,
    }),
  ];
}

/** An item's validation status: at one gate, as decided, and why. */
function validationParts(validation: NonNullable<ItemFilter['validation']>): readonly FilterChange[] {
  const { at, decision, reason, state, asked, short } = validation;
  return [
    ...(at === undefined
      ? []
      : eachOf(
          at.outcome,
          (outcome) => stageWords(at.stage, outcome),
          (outcome) => ({ validation: { ...validation, at: { ...at, outcome } } }),
        )),
    ...eachOf(
      decision,
      (each) => `Decided: ${DECISIONS[each].toLowerCase()}`,
      (others) => ({ validation: { ...validation, decision: others } }),
    ),
    ...eachOf(
      state,
      (each) => QUEUE_STATES[each],
      (others) => ({ validation: { ...validation, state: others } }),
    ),
    ...oneOf(asked, (who) => QUEUE_STATES[who === 'nobody' ? 'unassigned' : who], {
      validation: { ...validation, asked: undefined },
    }),
    ...oneOf(short, (isShort) => QUEUE_STATES[isShort ? 'short' : 'ready'], {
      validation: { ...validation, short: undefined },
    }),
    ...eachOf(
      reason,
      (each) => (each === '' ? 'No reason given' : `Reason: ${each}`),
      (others) => ({ validation: { ...validation, reason: others } }),
    ),
  ];
}

/** The list with a value in or out. */
export function toggle<T>(values: readonly T[] | undefined, value: T): T[] {
  const before = values ?? [];
  return before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
}
