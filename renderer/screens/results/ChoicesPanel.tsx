import { layoutsOf } from '../../../shared/figures/resultsTables.ts';
import { Checkbox, Select } from '@mantine/core';
import { ComparedItems } from '../../../shared/contract/counting.ts';
import type { MetricsReport } from '../../../shared/contract/metrics.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import { ChoicesAside, ResamplingFields } from '../../ui/figures/ReportScreen.tsx';
import type { AvailableResults, ResultsChoices } from './choices.ts';
import { layoutPlace, showsEverybody } from '../../ui/figures/shownReport.ts';

const HOLDING = '';

const ITEMS: readonly { readonly value: ComparedItems; readonly label: string }[] = [
  { value: 'common', label: 'Answered by everybody' },
  { value: 'together', label: 'Answered by people together' },
  { value: 'own', label: 'Each respondent’s own' },
];

/** Which table, whose verdicts, how divided, and how the figures are made. */
export function ChoicesPanel({
  available,
  report,
  choices,
  onChange,
}: {
  readonly available: AvailableResults;
  readonly report: MetricsReport | null;
  readonly choices: ResultsChoices;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
}) {
  const judges = available.judges;
  return (
    <ChoicesAside>
      {report !== null && (
        <Select
          label="Table"
          allowDeselect={false}
          data={layoutsOf(report).map(({ title, condition }, place) => ({
            value: String(place),
            label: condition === null ? title : `${title} (${condition})`,
          }))}
          value={String(layoutPlace(report, choices))}
          onChange={(value) => onChange({ layout: Number(value), metric: null })}
        />
      )}
      <Select
        label="Verdicts"
        description="Accepted verdicts: decisions first, then people’s, then LLM judges’."
        allowDeselect={false}
        data={[
          { value: HOLDING, label: 'Accepted verdicts' },
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
          onChange={(stratum) => onChange({ stratum })}
        />
      )}
      <Select
        label="Items"
        description="The items for comparing people and models."
        allowDeselect={false}
        data={ITEMS}
        value={choices.items}
        onChange={(value) => onChange({ items: ComparedItems.parse(value) })}
      />
      <Checkbox
        label="Only answers that could be read"
        description="Otherwise unreadable answers count as wrong."
        checked={choices.readable}
        onChange={({ currentTarget }) => onChange({ readable: currentTarget.checked })}
      />
      <Checkbox
        label="Absent answers count as wrong"
        description="Questions that a model left out of items it answered. Otherwise they are left out."
        checked={choices.absentIsWrong && !choices.readable}
        disabled={choices.readable}
        onChange={({ currentTarget }) => onChange({ absentIsWrong: currentTarget.checked })}
      />
      <Checkbox
        label="Undecided verdicts count as wrong"
        description="Otherwise items on which judges differ leave the figures that need the verdict, for everybody."
        checked={choices.undecidedIsWrong}
        onChange={({ currentTarget }) => onChange({ undecidedIsWrong: currentTarget.checked })}
      />
      <Checkbox
        label="Include unfinished participants"
        description="Answers from unfinished study sessions."
        checked={choices.unfinished}
        onChange={({ currentTarget }) => onChange({ unfinished: currentTarget.checked })}
      />
      {report !== null && report.rows.some(({ kind }) => kind === 'human') && (
        <Checkbox
          label="One row per participant"
          checked={showsEverybody(report, choices)}
          onChange={({ currentTarget }) => onChange({ everybody: currentTarget.checked })}
        />
      )}
      <ResamplingFields value={choices} onChange={onChange} />
    </ChoicesAside>
  );
}
