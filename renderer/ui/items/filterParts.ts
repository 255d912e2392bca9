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

/** Everything a filter asks for, one by one; `people`: names by id. */
export function partsOf(
  filter: ItemFilter,
  benchmark: string,
  people: ReadonlyMap<string, string> = new Map(),
): readonly FilterPart[] {
  const titles = new Map((findBenchmark(benchmark)?.facets ?? []).map(({ name, title }) => [name, title]));
  const parts: FilterPart[] = [];
  const add = (text: string, change: ItemFilter) => {
    parts.push({ text, without: withoutEmptyParts({ ...filter, ...change }) });
  };
  if (filter.text !== undefined) add(`“${filter.text}”`, { text: undefined });
  for (const status of filter.status ?? [])
    add(statusLooks[status].title, { status: filter.status?.filter((each) => each !== status) });
  for (const label of filter.label ?? [])
    add(label ?? 'No label', { label: filter.label?.filter((each) => each !== label) });
  for (const split of filter.split ?? [])
    add(split === null ? 'No split' : `Split: ${split}`, {
      split: filter.split?.filter((each) => each !== split),
    });
  for (const [name, values] of Object.entries(filter.facets ?? {}))
    for (const value of values)
      add(`${titles.get(name) ?? name}: ${facetValueTitle(benchmark, name, value)}`, {
        facets: { ...filter.facets, [name]: values.filter((each) => each !== value) },
      });
  for (const tag of filter.tags ?? [])
    add(`Tag: ${tag}`, { tags: filter.tags?.filter((each) => each !== tag) });
  if (filter.images !== undefined)
    add(filter.images === 'missing' ? 'Image missing' : 'Image present', { images: undefined });
  if (filter.boxes !== undefined)
    add(filter.boxes === 'some' ? 'With boxes' : 'No boxes', { boxes: undefined });
  if (filter.unsubmitted !== undefined)
    add(filter.unsubmitted ? 'Unsubmitted work' : 'Nothing unsubmitted', { unsubmitted: undefined });
  if (filter.comments !== undefined)
    add(filter.comments === 'open' ? 'Open comments' : 'With comments', { comments: undefined });
  for (const state of filter.ratings ?? [])
    add(`Raters: ${ratingLooks[state].title.toLowerCase()}`, {
      ratings: filter.ratings?.filter((each) => each !== state),
    });
  addValidation(filter, add);
  for (const id of filter.assignees ?? [])
    add(`Assigned to ${people.get(id) ?? 'somebody'}`, {
      assignees: filter.assignees?.filter((each) => each !== id),
    });
  for (const state of filter.assignment ?? [])
    add(`My work: ${assignmentLooks[state].title.toLowerCase()}`, {
      assignment: filter.assignment?.filter((each) => each !== state),
    });
  if (filter.ids !== undefined) add(counted(filter.ids.length, 'selected item'), { ids: undefined });
  return parts;
}

/** How an item stands on its way into the benchmark: at one gate, as decided, and why. */
function addValidation(filter: ItemFilter, add: (text: string, change: ItemFilter) => void): void {
  const { validation } = filter;
  if (validation === undefined) return;
  const { at, decision, reason, state, asked, short } = validation;
  for (const outcome of at?.outcome ?? [])
    add(stageWords(at?.stage ?? 'accepted', outcome), {
      validation: {
        ...validation,
        ...(at !== undefined && { at: { ...at, outcome: at.outcome.filter((each) => each !== outcome) } }),
      },
    });
  for (const each of decision ?? [])
    add(`Decided: ${DECISIONS[each].toLowerCase()}`, {
      validation: { ...validation, decision: decision?.filter((other) => other !== each) },
    });
  for (const each of state ?? [])
    add(QUEUE_STATES[each], {
      validation: { ...validation, state: state?.filter((other) => other !== each) },
    });
  if (asked !== undefined)
    add(QUEUE_STATES[asked === 'nobody' ? 'unassigned' : asked], {
      validation: { ...validation, asked: undefined },
    });
  if (short !== undefined)
    add(QUEUE_STATES[short ? 'short' : 'ready'], {
      validation: { ...validation, short: undefined },
    });
  for (const each of reason ?? [])
    add(each === '' ? 'No reason given' : `Reason: ${each}`, {
      validation: { ...validation, reason: reason?.filter((other) => other !== each) },
    });
}

/** The list with a value in or out. */
export function toggle<T>(values: readonly T[] | undefined, value: T): T[] {
  const before = values ?? [];
  return before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
}
