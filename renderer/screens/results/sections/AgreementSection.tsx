import { benchmarkTitle, rowName } from '../../../../shared/figures/resultsTables.ts';
import { Box, Button, MultiSelect } from '@mantine/core';
import { facetValueTitle } from '../../../../shared/benchmarks/facetTitles.ts';
import type { AnswerAgreement, AnswerAgreementRequest } from '../../../../shared/contract/answerAgreement.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { type ExportTable, figureText, intervalText } from '../../../../shared/figures/exportTable.ts';
import layout from '../../../ui/figures/layout.module.css';
import { renamedAnswerAgreement, renamedGroup } from '../../../../shared/figures/renamed.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';
import {
  agreementColumns,
  type AgreementGroup,
  agreementRows,
  agreementTable,
  pairColumns,
  pairLines,
  pairRows,
  pairTable,
} from '../agreementTables.ts';
import type { ResultsChoices } from '../choices.ts';
import { sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import classes from './sections.module.css';
import { client } from '../../../client/index.ts';
import { createReportsHook } from '../../../ui/figures/useReports.ts';

const TITLE = 'Agreement of participants';
const DESCRIPTION =
  'For people who answered the same step of an item: the share of equal answers, agreement beyond chance, and the mean IoU of boxes. A box that only one person drew counts as 0. Answers in words are compared by their verdicts, right or wrong; those without a verdict are missing. The average is over tasks, each by its share of equal answers or its mean IoU.';

/** How far participants, and chosen others, agree with each other. */
export function AgreementSection({
  ready,
  stratum,
  choices,
  onChange,
}: {
  /** The figures above are there: not everything is computed at once. */
  readonly ready: boolean;
  readonly stratum: string | undefined;
  readonly choices: ResultsChoices;
  readonly onChange: (change: Partial<ResultsChoices>) => void;
}) {
  const { path } = useCasebook();
  const { report } = useReport();
  const there = report.rows.flatMap((row) =>
    row.personId === null ? [] : [{ value: row.personId, label: rowName(row) }],
  );
  const compared = choices.compared.filter((id) => there.some(({ value }) => value === id));
  const { answered, state, again, cancel } = useAnswerAgreement(
    path,
    ready ? agreementRequest(choices, compared, stratum) : null,
  );
  const stopped = state.status === 'cancelled' || state.status === 'failed';
  return (
    <Section
      title={TITLE}
      description={DESCRIPTION}
      actions={answered !== null && <Exports agreement={answered.report} />}
    >
      {(stopped || (state.status === 'running' && answered === null)) && (
        <WorkProgress
          state={state}
          onCancel={cancel}
          cancelled={answered === null ? 'No agreement was computed.' : 'The earlier figures stay on screen.'}
        />
      )}
      {stopped && (
        <Button mt="sm" onClick={again}>
          Compute agreement again
        </Button>
      )}
      {answered === null && !stopped && state.status !== 'running' && (
        <LoadingState label="Waiting for the figures above" />
      )}
      {answered !== null && (
        <div className={classes['tables']}>
          {answered.report.groups.map((group) => (
            <Group
              key={group.key}
              group={group}
              resamples={answered.report.resamples}
              stratum={answered.report.stratum?.name ?? ''}
            />
          ))}
          {answered.report.notes.length > 0 && (
            <Box component="ul" mt="xs" pl="lg" aria-label="What agreement leaves out">
              {answered.report.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </Box>
          )}
          <MultiSelect
            label="Also compare with each other"
            description="Models with readable answers, or some of the participants."
            placeholder={compared.length === 0 ? 'Choose two or more' : undefined}
            maw={480}
            clearable
            searchable
            data={there}
            value={compared}
            onChange={(ids) => onChange({ compared: ids.map((id) => PersonId.parse(id)) })}
          />
        </div>
      )}
    </Section>
  );
}

const agreementRequest = (
  { bootstrap, seed, unfinished }: ResultsChoices,
  compared: readonly PersonId[],
  stratum: string | undefined,
) => ({
  respondents: [...compared],
  bootstrap,
  seed,
  unfinished,
  ...(stratum !== undefined && { stratum }),
});

/** How many pairs are listed. */
const MOST_PAIRS = 100;

const titleOf = ({ key }: AgreementGroup): string => (key === 'people' ? TITLE : 'Agreement of those chosen');

function Group({
  group,
  resamples,
  stratum,
}: {
  readonly group: AgreementGroup;
  readonly resamples: number;
  /** What its strata are of. */
  readonly stratum: string;
}) {
  const { benchmark } = useCasebook();
  const { respondents, tasks, average } = group;
  const title = titleOf(group);
  const pairs = pairLines(group);
  if (tasks.length === 0)
    return (
      <Box maw="80ch" mb="md">
        <Notice state="neutral" title={`${title}: nothing to compare`}>
          {group.key === 'people'
            ? 'No two participants answered the same version of an item. Ask two people the same items.'
            : 'No two of them answered the same version of an item.'}
        </Notice>
      </Box>
    );
  return (
    <div>
      <h3 className={classes['sub']}>
        {group.key === 'people' ? 'Participants' : 'Those chosen'} ({respondents.length})
      </h3>
      <dl className={layout['basis']}>
        <div title={average.undefined ?? undefined}>
          <dt>Average over tasks</dt>
          <dd>
            {average.value === null
              ? 'undefined'
              : `${figureText(average.value, PERCENT)}%${average.ci95 === null ? '' : ` ${intervalText(average.ci95, PERCENT)}`}`}
          </dd>
          <dt>
            {average.value === null ? average.undefined : intervalWords(average.ci95 !== null, resamples)}
          </dt>
        </div>
      </dl>
      <FigureTable
        label={title}
        corner="Task"
        columns={['Items', ...agreementColumns(group).map((column) => column.title)]}
        rows={agreementRows(group, (value) => facetValueTitle(benchmark, stratum, value))}
        opened={null}
        onOpen={() => undefined}
      />
      {pairs.length > 0 && (
        <>
          <h3 className={classes['pairsHead']}>All pairs</h3>
          <FigureTable
            label={`${title} by pair`}
            corner="Pair"
            columns={pairColumns(group).map((column) => column.title)}
            rows={pairRows(group, pairs.slice(0, MOST_PAIRS))}
            opened={null}
            onOpen={() => undefined}
          />
          {pairs.length > MOST_PAIRS && (
            <p className={layout['foot']}>
              The first {MOST_PAIRS} of {pairs.length} pairs; the exported table has all.
            </p>
          )}
        </>
      )}
    </div>
  );
}

const PERCENT = { factor: 100, digits: 1 };

const intervalWords = (has: boolean, resamples: number): string =>
  has ? `95% interval, ${String(resamples)} resamples of the items` : 'no interval';

function Exports({ agreement }: { readonly agreement: AnswerAgreement }) {
  const { report } = useReport();
  const source = sourceOf(report);
  return agreement.groups.flatMap((group) => {
    if (group.tasks.length === 0) return [];
    const name = titleOf(group).toLowerCase();
    const words = wordsOf(agreement, group);
    const suffix = group.key === 'people' ? '' : ' of those chosen';
    return [
      <TableExport
        key={group.key}
        title={`Table${suffix}`}
        name={name}
        source={source}
        table={() => agreementTable(group, words)}
      />,
      ...(pairLines(group).length === 0
        ? []
        : [
            <TableExport
              key={`${group.key} pairs`}
              title={`Pairs${suffix}`}
              name={`${name} by pair`}
              source={source}
              people
              table={(naming) => pairTable(renamedGroup(group, naming), words)}
            />,
          ]),
    ];
  });
}

/** What a table of agreement shows, and how its intervals were made. */
function wordsOf(
  { benchmark, resamples, seed }: AnswerAgreement,
  group: AgreementGroup,
): Pick<ExportTable, 'caption' | 'notes'> {
  const intervals =
    resamples > 0
      ? `95% intervals: Wilson (1927) for plain shares of items, else percentile bootstrap over items (Efron 1979; ${String(resamples)} resamples, seed ${String(seed)}).`
      : '95% intervals: Wilson (1927) for plain shares of items.';
  return {
    caption: `${benchmarkTitle(benchmark)}: ${titleOf(group).toLowerCase()} (${String(group.respondents.length)}).`,
    notes: (shows) => [
      'Cohen’s kappa (Cohen 1960), Fleiss’ kappa (Fleiss 1971), Krippendorff’s alpha (Krippendorff 2004).',
      ...(shows.has('intervals') ? [intervals] : []),
    ],
  };
}

/** Computes how far respondents agree, anew whenever the question changes. */
const useAnswerAgreement = createReportsHook<AnswerAgreementRequest, AnswerAgreement>(
  (request, signal) => client.metrics.agreement(request, { signal }),
  renamedAnswerAgreement,
);
