import { ScrollArea } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue } from 'react';
import { facetValueTitle } from '../../../shared/benchmarks/facetTitles.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { FacetCounts, ItemFilter } from '../../../shared/contract/items.ts';
import { AssignmentState, ItemStatus, RatingState } from '../../../shared/domain/status.ts';
import { useCasebook, usePerson } from '../../ui/window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { statusLooks, StatusIcon } from '../../ui/items/StatusBadge.tsx';
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
  const change = (part: ItemFilter) => {
    onChange({ ...filter, ...part });
  };
  return (
    <ScrollArea className={classes['panel']} type="auto" component="aside" aria-label="Filters">
      <div className={classes['groups']}>
        <FilterGroup title="Status">
          {ItemStatus.options.map((status) => (
            <FilterChoice
              key={status}
              label={statusLooks[status].title}
              icon={<StatusIcon status={status} />}
              count={countOf(counts?.status, status)}
              checked={filter.status?.includes(status) ?? false}
              onToggle={() => {
                change({ status: toggle(filter.status, status) });
              }}
            />
          ))}
        </FilterGroup>
        <FilterGroup title="Label" hidden={noChoice(counts?.label)}>
          {counts?.label.map(({ value, count }) => (
            <FilterChoice
              key={String(value)}
              label={value ?? 'No label'}
              count={count}
              checked={filter.label?.includes(value) ?? false}
              onToggle={() => {
                change({ label: toggle(filter.label, value) });
              }}
            />
          ))}
        </FilterGroup>
        <FilterGroup title="Split" hidden={noChoice(counts?.split)}>
          {counts?.split.map(({ value, count }) => (
            <FilterChoice
              key={String(value)}
              label={value ?? 'No split'}
              count={count}
              checked={filter.split?.includes(value) ?? false}
              onToggle={() => {
                change({ split: toggle(filter.split, value) });
              }}
            />
          ))}
        </FilterGroup>
        {findBenchmark(benchmark)?.facets.map(({ name, title }) => (
          <FilterGroup key={name} title={title} hidden={(counts?.facets[name] ?? []).length === 0}>
            {named(counts?.facets[name]).map(({ value, count }) => (
              <FilterChoice
                key={value}
                label={facetValueTitle(benchmark, name, value)}
                count={count}
                checked={filter.facets?.[name]?.includes(value) ?? false}
                onToggle={() => {
                  change({ facets: { ...filter.facets, [name]: toggle(filter.facets?.[name], value) } });
                }}
              />
            ))}
          </FilterGroup>
        ))}
        <FilterGroup title="Tags" hidden={(counts?.tags ?? []).length === 0}>
          {named(counts?.tags).map(({ value, count }) => (
            <FilterChoice
              key={value}
              label={value}
              count={count}
              checked={filter.tags?.includes(value) ?? false}
              onToggle={() => {
                change({ tags: toggle(filter.tags, value) });
              }}
            />
          ))}
        </FilterGroup>
        {people.length > 1 && (
          <>
            <FilterGroup title="Raters">
              {RatingState.options.map((state) => (
                <FilterChoice
                  key={state}
                  label={ratingLooks[state].title}
                  icon={<RatingIcon state={state} />}
                  checked={filter.ratings?.includes(state) ?? false}
                  onToggle={() => {
                    change({ ratings: toggle(filter.ratings, state) });
                  }}
                />
              ))}
            </FilterGroup>
            <FilterGroup title="Assigned to">
              {people.map(({ id, name }) => (
                <FilterChoice
                  key={id}
                  label={name}
                  checked={filter.assignees?.includes(id) ?? false}
                  onToggle={() => {
                    change({ assignees: toggle(filter.assignees, id) });
                  }}
                />
              ))}
            </FilterGroup>
          </>
        )}
        {people.length > 1 && answers && (
          <FilterGroup title="My work">
            {AssignmentState.options.map((state) => (
              <FilterChoice
                key={state}
                label={assignmentLooks[state].title}
                icon={<AssignmentIcon state={state} begun={false} />}
                checked={filter.assignment?.includes(state) ?? false}
                onToggle={() => {
                  change({ assignment: toggle(filter.assignment, state) });
                }}
              />
            ))}
          </FilterGroup>
        )}
        <FilterGroup title="Work">
          <FilterChoice
            label="Image missing"
            count={counts?.missingImages}
            checked={filter.images === 'missing'}
            onToggle={() => {
              change({ images: filter.images === 'missing' ? undefined : 'missing' });
            }}
          />
          <FilterChoice
            label="Image present"
            checked={filter.images === 'present'}
            onToggle={() => {
              change({ images: filter.images === 'present' ? undefined : 'present' });
            }}
          />
          <FilterChoice
            label="With boxes"
            checked={filter.boxes === 'some'}
            onToggle={() => {
              change({ boxes: filter.boxes === 'some' ? undefined : 'some' });
            }}
          />
          <FilterChoice
            label="No boxes"
            checked={filter.boxes === 'none'}
            onToggle={() => {
              change({ boxes: filter.boxes === 'none' ? undefined : 'none' });
            }}
          />
          <FilterChoice
            label="Open comments"
            count={counts?.openComments}
            checked={filter.comments === 'open'}
            onToggle={() => {
              change({ comments: filter.comments === 'open' ? undefined : 'open' });
            }}
          />
          <FilterChoice
            label="Unsubmitted work"
            count={counts?.unsubmitted}
            checked={filter.unsubmitted === true}
            onToggle={() => {
              change({ unsubmitted: filter.unsubmitted === true ? undefined : true });
            }}
          />
        </FilterGroup>
      </div>
    </ScrollArea>
  );
});

type Counts = FacetCounts['label'];

function countOf(counts: Counts | undefined, value: string): number | undefined {
  return counts === undefined ? undefined : (counts.find((each) => each.value === value)?.count ?? 0);
}

function noChoice(counts: Counts | undefined): boolean {
  return counts === undefined || counts.every(({ value }) => value === null);
}

function named(counts: Counts | undefined): readonly { readonly value: string; readonly count: number }[] {
  return (counts ?? []).flatMap(({ value, count }) => (value === null ? [] : [{ value, count }]));
}
