import { formatCount } from '../../../../shared/base/counts.ts';
import {
  itemsTable,
  namedItems,
  type NamedStatistic,
  respondentsTable,
} from '../../../../shared/figures/itemTables.ts';
import { Box, Button, Flex, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import { renamedItems } from '../../../../shared/figures/renamed.ts';
import { linkedSentence } from '../../../../shared/figures/linkedSentence.ts';
import { SCREEN, TIER_ENDS } from '../../../../shared/statistics/rasch/screening.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { figureText } from '../../../../shared/figures/exportTable.ts';
import layout from '../../../ui/figures/layout.module.css';
import { LateNumber } from '../../../ui/figures/LateNumber.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';
import { countingOf, type ResultsChoices } from '../choices.ts';
import { sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import { isShown, type ItemScope, SHOWN, sortedItems, type StatisticSort } from './itemRows.ts';
import { ItemPlots } from './ItemPlots.tsx';
import { ItemTable } from './ItemTable.tsx';
import { useItemStatistics } from './useItemStatistics.ts';

/** How hard items are and how well they tell respondents apart. */
export function ItemsSection({
  ready,
  choices,
  onChange,
}: {
  /** The figures above are there: not everything is computed at once. */
  readonly ready: boolean;
  readonly choices: ResultsChoices;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
}) {
  const { path } = useCasebook();
  const { answered, state, again, cancel } = useItemStatistics(
    path,
    ready
      ? {
          judge: choices.judge,
          threshold: choices.threshold,
          variance: choices.abilityVariance,
          ...countingOf(choices),
          ...(choices.itemStep !== null && { step: choices.itemStep }),
        }
      : null,
  );
  const stopped = state.status === 'cancelled' || state.status === 'failed';
  const work = (
    <>
      <WorkProgress
        state={state}
        onCancel={cancel}
        cancelled={
          answered === null ? 'No item statistics were computed.' : 'The earlier ones stay on screen.'
        }
      />
      {stopped && (
        <Button
          mt="sm"
          onClick={() => {
            onChange({ itemStep: null });
            again();
          }}
        >
          Compute item statistics again
        </Button>
      )}
    </>
  );
  if (answered === null)
    return (
      <Section title="Items" description={DESCRIPTION}>
        {stopped || state.status === 'running' ? (
          work
        ) : (
          <LoadingState label="Waiting for the figures above" />
        )}
      </Section>
    );
  return <ItemsReport statistics={answered.report} work={work} choices={choices} onChange={onChange} />;
}

const DESCRIPTION =
  'The Rasch model over all respondents, people and models: difficulties b and abilities in logits, by marginal maximum likelihood with normal abilities; r is the correlation with the rest of the items.';

/** What the column DIF says. */
const DIFFERENCE =
  'DIF (Mantel-Haenszel delta): below 0 an item is harder for models than for participants who got as many right, above 0 easier; beyond ±1.5 is large.';

/** Curves that stay legible in one plot. */
const MOST_CURVES = 8;

function ItemsReport({
  statistics,
  work,
  choices,
  onChange,
}: {
  readonly statistics: ItemStatistics;
  readonly work: React.ReactNode;
  readonly choices: ResultsChoices;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
}) {
  const { report } = useReport();
  const [shown, setShown] = useState<ItemScope>('all');
  const [sort, setSort] = useState<StatisticSort>({ by: 'difficulty', descending: false });
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const named = useMemo(() => namedItems(statistics), [statistics]);
  const listed = useMemo(
    () =>
      sortedItems(
        named.filter(({ item }) => isShown(item, shown)),
        sort,
      ),
    [named, shown, sort],
  );
  const chosen = useMemo(() => new Set(picked ?? spreadOf(named)), [picked, named]);
  const curved = useMemo(() => named.filter(({ key }) => chosen.has(key)), [named, chosen]);
  const compared = statistics.items.some(({ difference }) => difference !== null);
  const open = (keys: readonly string[]): void => {
    const wanted = new Set(keys);
    const ids = named.flatMap(({ key, item }) => (wanted.has(key) ? [item.itemId] : []));
    useListContext.getState().setFilter({ ids: [...new Set(ids)] });
    goTo(places.library);
  };
  const source = sourceOf(report);
  const linked = linkedSentence(statistics);
  const hasModel = statistics.undefined === null;
  return (
    <Section
      title="Items"
      description={DESCRIPTION}
      actions={
        statistics.items.length > 0 && (
          <>
            <TableExport
              title="Items"
              name="item statistics"
              source={source}
              table={(naming) => itemsTable(renamedItems(statistics, naming), listed)}
            />
            <TableExport
              title="Abilities"
              name="abilities of respondents"
              source={source}
              people
              table={(naming) => {
                return respondentsTable(renamedItems(statistics, naming));
              }}
            />
          </>
        )
      }
    >
      {work}
      <Notices statistics={statistics} />
      {hasModel && <Basis statistics={statistics} />}
      {linked !== null && <p className={layout['foot']}>{linked}</p>}
      <Flex wrap="wrap" align="flex-end" rowGap="sm" columnGap="md" mb="md">
        <Select
          label="Items listed"
          w={140}
          allowDeselect={false}
          data={SHOWN.map((value) => ({ value, label: value }))}
          value={shown}
          onChange={(value) => setShown(SHOWN.find((each) => each === value) ?? 'all')}
        />
        <ModelFields
          statistics={statistics}
          choices={choices}
          onChange={(change) => {
            if (change.itemStep !== undefined) setPicked(null);
            onChange(change);
          }}
        />
      </Flex>
      {statistics.items.length > 0 && (
        <ItemTable
          label="Item statistics"
          items={listed}
          sort={sort}
          chosen={chosen}
          onSort={setSort}
          onChoose={(key) => {
            const rest = [...chosen].filter((each) => each !== key);
            setPicked(chosen.has(key) ? rest : [...rest.slice(1 - MOST_CURVES), key]);
          }}
          onOpen={({ key }) => open([key])}
        />
      )}
      {hasModel && (
        <>
          <p className={layout['foot']}>
            Click an item’s name, bar or curve to open it in the Library; select its box to draw its curve, up
            to {MOST_CURVES} at once. Kept by the filter: b from{' '}
            {SCREEN.difficulty.map(withMinus).join(' to ')}, infit and outfit from{' '}
            {SCREEN.meanSquare.join(' to ')}, r at least {SCREEN.pointBiserial}. Tiers: easy below{' '}
            {withMinus(TIER_ENDS[0])}, hard above {TIER_ENDS[1]} logits.
            {compared && ` ${DIFFERENCE}`}
          </p>
          <ItemPlots statistics={statistics} curved={curved} source={source} onOpen={open} />
        </>
      )}
    </Section>
  );
}

/** Why there are no statistics, and what to know about those that there are. */
function Notices({ statistics }: { readonly statistics: ItemStatistics }) {
  return (
    <>
      {statistics.undefined !== null && (
        <Box maw="80ch" mb="md">
          <Notice state="neutral" title="There are no item statistics">
            {statistics.undefined}
          </Notice>
        </Box>
      )}
      {statistics.notes.length > 0 && (
        <Box maw="80ch" mb="md">
          <Notice state="neutral" title="About the item statistics">
            <Box component="ul" mt="xs" pl="lg">
              {statistics.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </Box>
          </Notice>
        </Box>
      )}
    </>
  );
}

/** The fields that say which answers the model is fitted to, and how. */
function ModelFields({
  statistics,
  choices,
  onChange,
}: {
  readonly statistics: ItemStatistics;
  readonly choices: ResultsChoices;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
}) {
  return (
    <>
      {statistics.steps.length > 1 && (
        <Select
          label="Answers to"
          w={220}
          allowDeselect={false}
          data={statistics.steps.map(({ step, items }) => ({
            value: step,
            label: `${step} (${formatCount(items)})`,
          }))}
          value={statistics.step}
          onChange={(itemStep) => onChange({ itemStep })}
        />
      )}
      <Select
        label="Variance of abilities"
        w={200}
        allowDeselect={false}
        data={[
          { value: 'free', label: 'estimated' },
          { value: 'fixed', label: 'fixed at 1' },
        ]}
        value={choices.abilityVariance}
        onChange={(value) => onChange({ abilityVariance: value === 'fixed' ? 'fixed' : 'free' })}
      />
      {statistics.graded && (
        <LateNumber
          label="Right from"
          min={0.01}
          max={1}
          step={0.05}
          decimals={2}
          value={choices.threshold}
          onChange={(threshold) => onChange({ threshold })}
        />
      )}
    </>
  );
}

/** The figures of all items together. */
function Basis({
  statistics: { respondents, items, reliability, tiers },
}: {
  readonly statistics: ItemStatistics;
}) {
  const kept = items.filter(({ problems }) => problems.length === 0).length;
  const figures: readonly (readonly [string, string, string | null])[] = [
    ['Respondents', formatCount(respondents.length), null],
    ['Items', formatCount(items.length), null],
    ['Kept by the filter', formatCount(kept), null],
    ...tiers.map(
      ({ tier, items: all, kept: those }) =>
        [
          `${tier.slice(0, 1).toUpperCase()}${tier.slice(1)}`,
          `${formatCount(all)} (${formatCount(those)} kept)`,
          null,
        ] as const,
    ),
    ['Person-separation reliability', shownValue(reliability.separation), reliability.separation.undefined],
    ['Reliability (EAP)', shownValue(reliability.expected), reliability.expected.undefined],
  ];
  return (
    <dl className={layout['basis']}>
      {figures.map(([name, text, reason]) => (
        <div key={name} title={reason ?? undefined}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As the reasons of the filter write it. */
const withMinus = (value: number): string => String(value).replace('-', '−');

function shownValue({ value }: { readonly value: number | null }): string {
  return value === null ? 'undefined' : figureText(value);
}

/** The easiest, the middle and the hardest item: what is drawn until somebody chooses. */
function spreadOf(items: readonly NamedStatistic[]): readonly string[] {
  const sorted = sortedItems(
    items.filter(({ item }) => item.difficulty.value !== null),
    { by: 'difficulty', descending: false },
  );
  return [0, Math.floor((sorted.length - 1) / 2), sorted.length - 1].flatMap(
    (place) => sorted[place]?.key ?? [],
  );
}
