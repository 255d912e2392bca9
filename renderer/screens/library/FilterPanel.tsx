import { Box, ScrollArea } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { facetValueTitle } from '../../../shared/benchmarks/facetTitles.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { FacetCounts, ItemFilter } from '../../../shared/contract/items.ts';
import { AssignmentState, ItemStatus, RatingState } from '../../../shared/domain/status.ts';
import { useCasebook, usePerson } from '../../ui/window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { StatusIcon, statusLooks } from '../../ui/items/StatusBadge.tsx';
import { RatingIcon, ratingLooks } from '../../ui/items/RatingBadge.tsx';
import { AssignmentIcon, assignmentLooks } from '../../ui/items/AssignmentBadge.tsx';
import { FilterChoice, FilterGroup } from '../../ui/items/FilterGroup.tsx';
import { toggle } from '../../ui/items/filterParts.ts';
import { useSeveralPeople } from './useSeveralPeople.ts';
import classes from './FilterPanel.module.css';

/** What the list can be narrowed to, with how many items each choice would find. */
export const FilterPanel = memo(function FilterPanel({
  filter,
  onChange,
}: {
  readonly filter: ItemFilter;
  readonly onChange: (filter: ItemFilter) => void;
}) {
  const { benchmark } = useCasebook();
  const people = useSeveralPeople();
  const answers = usePerson().roles.includes('annotator');
  // After the list itself: what one filters for is waited for, the counts beside it are not.
  const counted = useDeferredValue(filter);
  const { data: counts } = useQuery({
    ...orpc.items.counts.queryOptions({ input: { filter: counted } }),
    placeholderData: keepPreviousData,
  });
  const change = (part: ItemFilter) => onChange({ ...filter, ...part });
  return (
    <ScrollArea className={classes['panel']} type="auto" component="aside" aria-label="Filters">
      <Box pt="sm" pr="md" pb="lg" pl="md">
        <Choices
          title="Status"
          values={ItemStatus.options}
          chosen={filter.status}
          label={(status) => statusLooks[status].title}
          renderIcon={(status) => <StatusIcon status={status} />}
          count={(status) => countOf(counts?.status, status)}
          onChange={(status) => change({ status })}
        />
        <Choices
          title="Label"
          hidden={noChoice(counts?.label)}
          values={valuesOf(counts?.label)}
          chosen={filter.label}
          label={(label) => label ?? 'No label'}
          count={(label) => countOf(counts?.label, label)}
          onChange={(label) => change({ label })}
        />
        <Choices
          title="Split"
          hidden={noChoice(counts?.split)}
          values={valuesOf(counts?.split)}
          chosen={filter.split}
          label={(split) => split ?? 'No split'}
          count={(split) => countOf(counts?.split, split)}
          onChange={(split) => change({ split })}
        />
        {findBenchmark(benchmark)?.facets.map(({ name, title }) => (
          <Choices
            key={name}
            title={title}
            hidden={(counts?.facets[name] ?? []).length === 0}
            values={namesOf(counts?.facets[name])}
            chosen={filter.facets?.[name]}
            label={(value) => facetValueTitle(benchmark, name, value)}
            count={(value) => countOf(counts?.facets[name], value)}
            onChange={(values) => change({ facets: { ...filter.facets, [name]: values } })}
          />
        ))}
        <Choices
          title="Tags"
          hidden={(counts?.tags ?? []).length === 0}
          values={namesOf(counts?.tags)}
          chosen={filter.tags}
          label={(tag) => tag}
          count={(tag) => countOf(counts?.tags, tag)}
          onChange={(tags) => change({ tags })}
        />
        {people.length > 1 && (
          <>
            <Choices
              title="Raters"
              values={RatingState.options}
              chosen={filter.ratings}
              label={(state) => ratingLooks[state].title}
              renderIcon={(state) => <RatingIcon state={state} />}
              onChange={(ratings) => change({ ratings })}
            />
            <Choices
              title="Assigned to"
              values={people.map(({ id }) => id)}
              chosen={filter.assignees}
              label={(id) => people.find((each) => each.id === id)?.name ?? ''}
              onChange={(assignees) => change({ assignees })}
            />
          </>
        )}
        {people.length > 1 && answers && (
          <Choices
            title="My work"
            values={AssignmentState.options}
            chosen={filter.assignment}
            label={(state) => assignmentLooks[state].title}
            renderIcon={(state) => <AssignmentIcon state={state} begun={false} />}
            onChange={(assignment) => change({ assignment })}
          />
        )}
        <FilterGroup title="Work">
          {WORK.map(({ label, isAsked, ask, clear, count }) => (
            <FilterChoice
              key={label}
              label={label}
              count={counts === undefined ? undefined : count?.(counts)}
              checked={isAsked(filter)}
              onToggle={() => change(isAsked(filter) ? clear : ask)}
            />
          ))}
        </FilterGroup>
      </Box>
    </ScrollArea>
  );
});

/** The values of one part of a filter, to choose some. */
function Choices<T extends string | null>({
  title,
  hidden = false,
  values,
  chosen,
  label,
  renderIcon,
  count,
  onChange,
}: {
  readonly title: string;
  readonly hidden?: boolean;
  readonly values: readonly T[];
  readonly chosen: readonly T[] | undefined;
  readonly label: (value: T) => string;
  readonly renderIcon?: (value: T) => ReactNode;
  readonly count?: (value: T) => number | undefined;
  readonly onChange: (chosen: T[]) => void;
}) {
  return (
    <FilterGroup title={title} hidden={hidden}>
      {values.map((value) => (
        <FilterChoice
          key={String(value)}
          label={label(value)}
          icon={renderIcon?.(value)}
          count={count?.(value)}
          checked={chosen?.includes(value) ?? false}
          onToggle={() => onChange(toggle(chosen, value))}
        />
      ))}
    </FilterGroup>
  );
}

/** What is there of an item and what is still to do. */
const WORK: readonly {
  readonly label: string;
  readonly isAsked: (filter: ItemFilter) => boolean;
  readonly ask: ItemFilter;
  readonly clear: ItemFilter;
  readonly count?: (counts: FacetCounts) => number;
}[] = [
  {
    label: 'Image missing',
    isAsked: ({ images }) => images === 'missing',
    ask: { images: 'missing' },
    clear: { images: undefined },
    count: ({ missingImages }) => missingImages,
  },
  {
    label: 'Image present',
    isAsked: ({ images }) => images === 'present',
    ask: { images: 'present' },
    clear: { images: undefined },
  },
  {
    label: 'With boxes',
    isAsked: ({ boxes }) => boxes === 'some',
    ask: { boxes: 'some' },
    clear: { boxes: undefined },
  },
  {
    label: 'No boxes',
    isAsked: ({ boxes }) => boxes === 'none',
    ask: { boxes: 'none' },
    clear: { boxes: undefined },
  },
  {
    label: 'Open comments',
    isAsked: ({ comments }) => comments === 'open',
    ask: { comments: 'open' },
    clear: { comments: undefined },
    count: ({ openComments }) => openComments,
  },
  {
    label: 'Unsubmitted work',
    isAsked: ({ unsubmitted }) => unsubmitted === true,
    ask: { unsubmitted: true },
    clear: { unsubmitted: undefined },
    count: ({ unsubmitted }) => unsubmitted,
  },
];

type Counts = FacetCounts['label'];

function countOf(counts: Counts | undefined, value: string | null): number | undefined {
  return counts === undefined ? undefined : (counts.find((each) => each.value === value)?.count ?? 0);
}

function noChoice(counts: Counts | undefined): boolean {
  return counts === undefined || counts.every(({ value }) => value === null);
}

function valuesOf(counts: Counts | undefined): readonly (string | null)[] {
  return (counts ?? []).map(({ value }) => value);
}

function namesOf(counts: Counts | undefined): readonly string[] {
  return valuesOf(counts).filter((value) => value !== null);
}
