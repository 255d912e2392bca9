import { Checkbox, ScrollArea, Select } from '@mantine/core';
import { ComparedItems } from '../../../shared/contract/counting.ts';
import type { MetricsReport } from '../../../shared/contract/metrics.ts';
import { PersonId } from '../../../shared/domain/ids.ts';
import { LateNumber } from '../../ui/figures/LateNumber.tsx';
import screen from '../../ui/figures/reportScreen.module.css';
import type { Available, ResultsChoices } from './choices.ts';
import { layoutPlace, layoutsOf, showsEverybody } from '../../ui/figures/shownReport.ts';

const HOLDING = '';

const ITEMS: readonly { readonly value: ComparedItems; readonly label: string }[] = [
  { value: 'common', label: 'Answered by everybody' },
  { value: 'together', label: 'Of people together' },
  { value: 'own', label: 'Each one’s own' },
];

/** Which table, whose verdicts, how divided, and how the figures are made. */
export function ChoicesPanel({
  available,
  report,
  choices,
  onChange,
}: {
  readonly available: Available;
  readonly report: MetricsReport | null;
  readonly choices: ResultsChoices;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
}) {
  const judges = available.judges;
  return (
    <ScrollArea className={screen['choices']} type="auto" component="aside" aria-label="Choices">
      <div className={screen['groups']}>
        {report !== null && (
          <Select
            label="Table"
            allowDeselect={false}
            data={layoutsOf(report).map(({ title, condition }, place) => ({
              value: String(place),
              label: condition === null ? title : `${title} (${condition})`,
            }))}
            value={String(layoutPlace(report, choices))}
            onChange={(value) => {
              onChange({ layout: Number(value), metric: null });
            }}
          />
        )}
        <Select
          label="Verdicts"
          description="Those that hold: decisions first, then people’s, then LLM judges’."
          allowDeselect={false}
          data={[
            { value: HOLDING, label: 'Those that hold' },
            ...judges.map(({ personId, name }) => ({ value: personId, label: `Only ${name}’s` })),
          ]}
          value={judges.find(({ personId }) => personId === choices.judge)?.personId ?? HOLDING}
          onChange={(value) => {
            onChange({ judge: value === null || value === HOLDING ? null : PersonId.parse(value) });
          }}
        />
        {available.strata.length > 0 && (
          <Select
            label="Figures by"
            placeholder="Not divided"
            clearable
            data={available.strata.map(({ name, title }) => ({ value: name, label: title }))}
            value={available.strata.find(({ name }) => name === choices.stratum)?.name ?? null}
            onChange={(stratum) => {
              onChange({ stratum });
            }}
          />
        )}
        <Select
          label="Items"
          description="What people and models are compared on."
          allowDeselect={false}
          data={ITEMS}
          value={choices.items}
          onChange={(value) => {
            onChange({ items: ComparedItems.parse(value) });
          }}
        />
        <Checkbox
          label="Only answers that could be read"
          description="The others count as wrong unless they are left out here."
          checked={choices.readable}
          onChange={({ currentTarget }) => {
            onChange({ readable: currentTarget.checked });
          }}
        />
        <Checkbox
          label="Count unfinished participants"
          description="Answers of study sessions that have not come to the end."
          checked={choices.unfinished}
          onChange={({ currentTarget }) => {
            onChange({ unfinished: currentTarget.checked });
          }}
        />
        {report !== null && report.rows.some(({ kind }) => kind === 'human') && (
          <Checkbox
            label="A line for each participant"
            checked={showsEverybody(report, choices)}
            onChange={({ currentTarget }) => {
              onChange({ everybody: currentTarget.checked });
            }}
          />
        )}
        <LateNumber
          label="Bootstrap resamples"
          description="0: no bootstrap."
          min={0}
          max={100_000}
          step={500}
          value={choices.bootstrap}
          onChange={(bootstrap) => {
            onChange({ bootstrap });
          }}
        />
        <LateNumber
          label="Seed"
          description="The same seed gives the same intervals."
          min={0}
          max={0xffff_ffff}
          value={choices.seed}
          onChange={(seed) => {
            onChange({ seed });
          }}
        />
      </div>
    </ScrollArea>
  );
}
