import { Button, Select } from '@mantine/core';
import { counted } from '../../../shared/base/counts.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { statusLooks } from '../../ui/items/StatusBadge.tsx';
import { FilterChoice, FilterGroup } from '../../ui/items/FilterGroup.tsx';
import { partsOf } from '../../ui/items/filterParts.ts';
import { type AgreementChoices, type AgreementScope, choose } from './choices.ts';
import { LEVEL_WORDS } from './levelWords.ts';
import { LateNumber } from '../../ui/figures/LateNumber.tsx';
import { ChoicesAside, ResamplingFields } from '../../ui/figures/ReportScreen.tsx';
import type { AgreementQuery, Available } from './question.ts';
import classes from './AgreementScreen.module.css';

/** What is compared: task, field, people, round, items; and how the figures are made. */
export function ChoicesPanel({
  available,
  question,
  choices,
}: {
  readonly available: Available;
  readonly question: AgreementQuery;
  readonly choices: AgreementChoices;
}) {
  const { path } = useCasebook();
  const set = (change: Partial<AgreementChoices>) => choose(path, change);
  const { task, fields, field, round, raters, chosen } = question;
  const rated = available.filter(({ rounds }) => rounds.some((each) => each.raters.length > 0));
  const rounds = task.rounds.filter((each) => each.raters.length > 0);
  return (
    <ChoicesAside>
      {rated.length > 1 && (
        <Select
          label="Task"
          allowDeselect={false}
          data={rated.map((each) => ({ value: each.task, label: each.title }))}
          value={task.task}
          onChange={(value) => {
            set({ task: value, field: null, round: null, raters: null, stratum: null, opened: null });
          }}
        />
      )}
      <Select
        label="Field"
        allowDeselect={false}
        data={fields.map(({ name, title, level }) => ({
          value: name,
          label: level === 'text' ? `${title} (text, not compared)` : title,
          disabled: level === 'text',
        }))}
        value={field.name}
        description={field.level === 'text' ? undefined : `Compared as ${LEVEL_WORDS[field.level]}.`}
        onChange={(value) => set({ field: value, opened: null })}
      />
      <Select
        label="Round"
        allowDeselect={false}
        data={rounds.map((each) => ({
          value: String(each.round),
          label: `Round ${String(each.round)}, ${counted(each.items, 'item')}`,
        }))}
        value={String(round.round)}
        onChange={(value) => set({ round: Number(value), raters: null, opened: null })}
      />
      <FilterGroup title="Raters">
        {raters.map(({ personId, name, kind, ratings }) => (
          <FilterChoice
            key={personId}
            label={kind === 'model' ? `${name} (model)` : name}
            count={ratings}
            checked={chosen.some((each) => each.personId === personId)}
            onToggle={() => {
              const ids = chosen.map((each) => each.personId);
              const next = ids.includes(personId)
                ? ids.filter((each) => each !== personId)
                : raters
                    .map((each) => each.personId)
                    .filter((each) => each === personId || ids.includes(each));
              set({ raters: next.length === raters.length ? null : next, opened: null });
            }}
          />
        ))}
      </FilterGroup>
      <ScopeChoice scope={choices.scope} onChange={(scope) => set({ scope, opened: null })} />
      {task.strata.length > 0 && (
        <Select
          label="Figures by"
          placeholder="Not divided"
          clearable
          data={task.strata.map(({ name, title }) => ({ value: name, label: title }))}
          value={task.strata.some(({ name }) => name === choices.stratum) ? choices.stratum : null}
          onChange={(stratum) => set({ stratum, opened: null })}
        />
      )}
      {field.level === 'boxes' && (
        <LateNumber
          label="IoU threshold"
          description="Boxes with at least this overlap count as the same."
          min={0.05}
          max={1}
          step={0.05}
          decimals={2}
          value={choices.threshold}
          onChange={(threshold) => set({ threshold })}
        />
      )}
      <ResamplingFields value={choices} onChange={set} />
    </ChoicesAside>
  );
}

const LIBRARY = 'library';

/** Which items: all, those of a status, or those that the Library’s filter finds. */
function ScopeChoice({
  scope,
  onChange,
}: {
  readonly scope: AgreementScope;
  readonly onChange: (scope: AgreementScope) => void;
}) {
  const { benchmark } = useCasebook();
  const present = useListContext((state) => state.filter);
  const filters = Object.keys(present).length > 0;
  const changed = scope.kind === 'library' && JSON.stringify(scope.filter) !== JSON.stringify(present);
  return (
    <div>
      <Select
        label="Items"
        allowDeselect={false}
        data={[
          { value: 'all', label: 'All items' },
          ...ItemStatus.options.map((status) => ({ value: status, label: statusLooks[status].title })),
          {
            value: LIBRARY,
            label:
              filters || scope.kind === 'library'
                ? 'The Library’s filter'
                : 'The Library’s filter (none set)',
            disabled: !filters && scope.kind !== 'library',
          },
        ]}
        value={scope.kind === 'status' ? scope.status : scope.kind}
        onChange={(value) => {
          const status = ItemStatus.safeParse(value);
          if (status.success) onChange({ kind: 'status', status: status.data });
          else if (value === LIBRARY) onChange({ kind: 'library', filter: present });
          else onChange({ kind: 'all' });
        }}
      />
      {scope.kind === 'library' && (
        <div className={classes['scope']}>
          <ul>
            {partsOf(scope.filter, benchmark).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {changed && filters && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange({ kind: 'library', filter: present })}
            >
              Use current filter
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
