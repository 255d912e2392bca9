import { Box, Flex, Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { ConsistencyReport } from '../../../../shared/contract/validation.ts';
import { orpc } from '../../../client/index.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import type { Naming } from '../../../../shared/figures/naming.ts';
import { renamedConsistency } from '../../../../shared/figures/renamed.ts';
import type { FigureSource } from '../../../../shared/figures/fileName.ts';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { LateNumber } from '../../../ui/figures/LateNumber.tsx';
import { ReportBody } from '../../../ui/figures/ReportScreen.tsx';
import { useOnPaper } from '../../../ui/figures/onPaper.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { ChangedDecisions } from './ChangedDecisions.tsx';
import {
  consistencyColumns,
  consistencyRows,
  consistencyTable,
  type ConsistencyUnit,
} from './consistencyTables.ts';

const SEED = 1;

/** How steady answers are: each person against themselves in another round, and between people in each. */
export function ConsistencyView() {
  const overview = useQuery(orpc.validation.overview.queryOptions());
  if (overview.error !== null)
    return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />;
  if (overview.data === undefined) return <LoadingState label="Looking for rounds" />;
  const { rounds } = overview.data;
  if (rounds.length < 2)
    return (
      <EmptyState icon={Repeat2} title="No second round yet">
        Needs a second round. Assign one under Queue.
      </EmptyState>
    );
  return <Rounds rounds={rounds} />;
}

function Rounds({ rounds }: { readonly rounds: readonly number[] }) {
  const [first, setFirst] = useState(rounds.at(-2) ?? 1);
  const [second, setSecond] = useState(rounds.at(-1) ?? 2);
  const [resamples, setResamples] = useState(1000);
  const report = useQuery({
    ...orpc.validation.consistency.queryOptions({ input: { first, second, resamples, seed: SEED } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const data = rounds.map((round) => ({ value: String(round), label: `Round ${String(round)}` }));
  const round = (label: string, value: number, onChange: (round: number) => void, other: number) => (
    <Select
      label={label}
      w={120}
      allowDeselect={false}
      data={data.map((each) => ({ ...each, disabled: each.value === String(other) }))}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Consistency"
        description="Whether people repeat their own answers, and whether they agree with each other. Compares answers to the same edition, without free texts."
      />
      <Flex gap="md" wrap="wrap" align="flex-end" mb="lg" role="group" aria-label="Rounds compared">
        {round('First', first, setFirst, second)}
        {round('Second', second, setSecond, first)}
        <Box w={120}>
          <LateNumber
            label="Resamples"
            value={resamples}
            min={0}
            max={10_000}
            step={500}
            onChange={setResamples}
          />
        </Box>
      </Flex>
      {report.error !== null ? (
        <ErrorState error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data === undefined ? (
        <LoadingState label="Comparing the rounds" />
      ) : (
        <ReportBody old={report.isPlaceholderData}>
          <Report report={report.data} />
        </ReportBody>
      )}
    </ScreenPage>
  );
}

function Report({ report: read }: { readonly report: ConsistencyReport }) {
  const report = useOnPaper(read, renamedConsistency) ?? read;
  const { first, second, people, pooled, between, outdated } = report;
  const source: FigureSource = {
    topic: 'consistency',
    of: [`round ${String(first)}`, `round ${String(second)}`],
  };
  const basis = `rounds ${String(first)} and ${String(second)}.`;
  const perPerson = (of: ConsistencyReport) =>
    of.people.flatMap(({ person, fields }) =>
      fields.map((field) => ({ head: `${person}: ${field.title}`, key: `${person} ${field.field}`, field })),
    );
  const together = pooled.map((field) => ({ head: field.title, key: field.field, field }));
  return (
    <>
      {outdated > 0 && (
        <p className={layoutClasses['foot']}>
          {counted(outdated, 'pair of answers', 'pairs of answers')} left out because the item was fixed in
          between.
        </p>
      )}
      {people.length === 0 ? (
        <EmptyState icon={Repeat2} title="Nobody answered an item in both rounds">
          Assign the second round to people who were in the first.
        </EmptyState>
      ) : (
        <>
          <Figures
            title="Test and retest, everybody together"
            description={`Every pair of a person’s two answers to an item, in round ${String(first)} and in round ${String(second)}.`}
            compared="Pairs"
            corner="Field"
            part="pooled"
            caption={`Test-retest agreement of all people together, ${basis}`}
            lines={together}
            source={source}
          />
          <Figures
            title="Test and retest of each person"
            description="Each person against themselves."
            compared="Items"
            corner="Person and field"
            part="people"
            caption={`Test-retest agreement of each person, ${basis}`}
            lines={perPerson(report)}
            called={(naming) => perPerson(renamedConsistency(report, naming))}
            source={source}
          />
          <ChangedDecisions people={people} />
        </>
      )}
      {between.map(({ round, raters, fields }) => (
        <Figures
          key={round}
          title={`Between people in round ${String(round)}`}
          description={`${counted(raters, 'person', 'people')} who answered in it.`}
          compared="Items"
          corner="Field"
          part={`between round ${String(round)}`}
          caption={`Agreement between people in round ${String(round)}.`}
          lines={fields.map((field) => ({ head: field.title, key: field.field, field }))}
          source={source}
        />
      ))}
    </>
  );
}

function Figures({
  title,
  description,
  compared,
  corner,
  part,
  caption,
  lines,
  called,
  source,
}: {
  readonly title: string;
  readonly description: string;
  readonly compared: ConsistencyUnit;
  readonly corner: string;
  readonly part: string;
  readonly caption: string;
  readonly lines: Parameters<typeof consistencyRows>[0];
  /** The lines as they leave, where people are named in them. */
  readonly called?: (naming: Naming) => Parameters<typeof consistencyRows>[0];
  readonly source: FigureSource;
}) {
  return (
    <Section
      title={title}
      description={description}
      actions={
        lines.length > 0 && (
          <TableExport
            name={title}
            source={source}
            people={called !== undefined}
            table={(naming) =>
              consistencyTable(called?.(naming) ?? lines, { part, corner, caption, compared })
            }
          />
        )
      }
    >
      {lines.length === 0 ? (
        <p className={layoutClasses['foot']}>There is nothing to compare.</p>
      ) : (
        <FigureTable
          label={title}
          corner={corner}
          columns={consistencyColumns(compared)}
          rows={consistencyRows(lines)}
          opened={null}
          onOpen={() => undefined}
        />
      )}
    </Section>
  );
}
