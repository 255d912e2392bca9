import { formatCount } from '../../../../shared/base/counts.ts';
import { basisSentences } from '../../../../shared/figures/resultsNotes.ts';
import { Box, Select } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type {
  ComparisonsReport,
  ComparisonsRequest,
  MetricsReport,
  MetricsRequest,
  MetricsRow,
} from '../../../../shared/contract/metrics.ts';
import {
  comparisonFamily,
  comparisonSentence,
  type FamilyMember,
  ONE_MODEL_SENTENCE,
  type Rank,
  ranksOf,
  TEST_SENTENCES,
  TEST_WORDS,
} from '../../../../shared/figures/comparisonFamily.ts';
import { pText } from '../../../../shared/statistics/probability.ts';
import { client } from '../../../client/index.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { figureText, intervalText, type Print } from '../../../../shared/figures/exportTable.ts';
import { renamedComparisons, renamedMetrics, renamedPairs } from '../../../../shared/figures/renamed.ts';
import { comparedName, familyTable } from '../../../../shared/figures/comparisonTables.ts';
import { otherItemsSentence } from '../../../../shared/figures/otherItems.ts';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../../ui/figures/Section.tsx';
import { sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { missingCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { createReportsHook } from '../../../ui/figures/useReports.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { PlanDifference } from './PlanDifference.tsx';
import type { BehindTarget } from '../behind.ts';
import classes from './sections.module.css';

/** More lines than these are shown only against one respondent. */
const MANY = 8;
const PLOTTED = 40;
const EVERYBODY = 'everybody';

/** Respondents, and conditions, compared on the same items by the figure that is shown. */
export function PairwiseSection({
  request,
  ready,
  onOpen,
}: {
  readonly request: MetricsRequest;
  readonly ready: boolean;
  readonly onOpen: (behind: BehindTarget) => void;
}) {
  const { path } = useCasebook();
  const { report, column, layout } = useReport();
  const [chosen, setChosen] = useState<string | null>(null);
  const compared = comparedRows(report);
  const against = comparedWith(compared, chosen);
  const { answered, old } = useComparisons(
    path,
    ready && compared.length > 1 && column.metric !== ''
      ? {
          ...request,
          metric: column.metric,
          ...(layout.condition !== null && { condition: layout.condition }),
          ...(against !== null && { against }),
        }
      : null,
  );
  if (compared.length < 2) return null;
  if (answered === null) return <LoadingState label="Comparing respondents" />;
  const { report: comparisons, request: of } = answered;
  return (
    <div data-old={old || undefined} aria-busy={old}>
      <Pairs comparisons={comparisons} against={of.against ?? null} onAgainst={setChosen} onOpen={onOpen} />
      {comparisons.majority.length > 0 && (
        <Compared
          title={`Majority of people against models: ${comparisons.title}`}
          description="The answer that most people gave, against each model. It takes the people as given: the interval tells how far other items would move the difference."
          comparisons={comparisons}
          onOpen={onOpen}
          family={comparisonFamily(comparisons.majority)}
          corner="Majority"
          choice={null}
        />
      )}
      {comparisons.conditions.length > 0 && (
        <Compared
          title={`Condition against condition: ${comparisons.title}`}
          description="Each respondent on the items met in both conditions. p after Holm corrects for all the tests in the table."
          comparisons={comparisons}
          onOpen={onOpen}
          family={comparisonFamily(comparisons.conditions)}
          corner="Respondent"
          choice={null}
        />
      )}
    </div>
  );
}

/** Whom all others are compared with; null: everybody with everybody, which is usual unless there are many. */
function comparedWith(compared: readonly MetricsRow[], chosen: string | null): string | null {
  const usual = compared.length > MANY ? (compared[0]?.key ?? null) : null;
  const asked = chosen === EVERYBODY ? null : (chosen ?? usual);
  return compared.some(({ key }) => key === asked) ? asked : null;
}

/** People together and models; people one by one where there is one. */
function comparedRows({ rows }: MetricsReport): readonly MetricsRow[] {
  const several = rows.some(({ kind, participants }) => kind === 'people' && participants > 1);
  return rows.filter(({ kind }) => kind !== 'majority' && kind !== (several ? 'human' : 'people'));
}

function Pairs({
  comparisons,
  against,
  onAgainst,
  onOpen,
}: {
  readonly comparisons: ComparisonsReport;
  readonly onOpen: (behind: BehindTarget) => void;
  readonly against: string | null;
  readonly onAgainst: (key: string | null) => void;
}) {
  const { report } = useReport();
  const family = comparisonFamily(comparisons.pairs, against);
  const isShare = comparisons.pairs.some(({ interval }) => interval === 'tango' || interval === 'score');
  const ranks = against === null ? ranksOf(family) : null;
  return (
    <Compared
      title={`Who differs: ${comparisons.title}`}
      description="Every two respondents, on the items that count for both. p after Holm corrects for all the tests in the table; below 0.05 the difference is unlikely to be chance."
      comparisons={comparisons}
      onOpen={onOpen}
      family={family}
      corner="Compared"
      choice={
        <Select
          aria-label="Compared with"
          w={220}
          allowDeselect={false}
          data={[
            { value: EVERYBODY, label: 'Everybody with everybody' },
            ...comparisons.respondents.map(({ key, name }) => ({ value: key, label: `All with ${name}` })),
          ]}
          value={against ?? EVERYBODY}
          onChange={onAgainst}
        />
      }
    >
      {ranks !== null && report.rows.length > 2 && <Ranks ranks={ranks} comparisons={comparisons} />}
      {isShare && <PlanDifference pilot={family[0]?.values ?? null} />}
    </Compared>
  );
}

function Compared({
  title,
  description,
  comparisons,
  family,
  corner,
  choice,
  onOpen,
  children,
}: {
  readonly title: string;
  readonly description: string;
  readonly comparisons: ComparisonsReport;
  readonly family: readonly FamilyMember[];
  readonly corner: string;
  readonly choice: React.ReactNode;
  readonly onOpen: (behind: BehindTarget) => void;
  readonly children?: React.ReactNode;
}) {
  const { report } = useReport();
  const print: Print = { factor: comparisons.factor, digits: Math.min(comparisons.digits, 3) };
  const drawn = useCallback(
    (called: readonly FamilyMember[]): DrawPlot =>
      (look, width) =>
        intervalPlot(
          {
            label: title,
            axis: `difference in ${comparisons.title}${comparisons.factor === 100 ? ' (points)' : ''}`,
            factor: comparisons.factor,
            reference: { name: 'no difference', value: 0 },
          },
          called.slice(0, PLOTTED).map((member) => ({
            name: comparedName(member),
            figure: { value: member.difference, undefined: member.undefined, ci95: member.ci95 },
          })),
          look,
          width,
        ),
    [title, comparisons],
  );
  const draw = useMemo(() => drawn(family), [drawn, family]);
  // A comparison of conditions has no table above it on the same items.
  const otherItems = choice === null ? null : otherItemsSentence(family);
  const tests = [...new Set(family.flatMap(({ test }) => test ?? []))];
  return (
    <Section
      title={title}
      description={description}
      actions={
        <>
          {choice}
          <TableExport
            name={title}
            source={sourceOf(report)}
            people
            table={(naming) =>
              familyTable(renamedPairs(family, naming), comparisons, {
                caption: title,
                part: `${corner} comparisons`,
                notes: basisSentences(renamedMetrics(report, naming)),
              })
            }
          />
          <PlotExport
            name={title}
            source={sourceOf(report)}
            part={`${corner} differences`}
            people
            draw={(naming) => drawn(renamedPairs(family, naming))}
          />
        </>
      }
    >
      <div className={layoutClasses['beside']}>
        <FigureTable<BehindTarget>
          label={title}
          corner={corner}
          columns={['Items', 'Difference', 'p', 'p after Holm', 'Test']}
          rows={family.map((member) => rowOf(member, comparedName(member), print, comparisons))}
          opened={null}
          onOpen={({ cell }) => onOpen(cell)}
        />
        <PlotFigure draw={draw} />
      </div>
      {otherItems !== null && <p className={layoutClasses['foot']}>{otherItems}</p>}
      {children}
      <Box component="ul" mt="md" pl="lg" maw="80ch">
        {family.slice(0, SENTENCES).map((member) => (
          <li key={comparedName(member)}>{comparisonSentence(member, print)}</li>
        ))}
      </Box>
      {family.length > SENTENCES && (
        <p className={layoutClasses['foot']}>
          The first {SENTENCES} of {formatCount(family.length)} comparisons in words; the table has all.
        </p>
      )}
      {tests.length > 0 && <p className={layoutClasses['foot']}>{ONE_MODEL_SENTENCE}</p>}
      {tests.map((test) => (
        <p key={test} className={layoutClasses['foot']}>
          {TEST_SENTENCES[test]}
        </p>
      ))}
    </Section>
  );
}

const SENTENCES = 10;

function rowOf(
  member: FamilyMember,
  head: string,
  print: Print,
  { metric, condition }: ComparisonsReport,
): TableRow<BehindTarget> {
  const [inFirst, inSecond] = member.conditions ?? [condition, condition];
  const sides = [
    { row: member.first, condition: inFirst },
    { row: member.second, condition: inSecond },
  ];
  const opens =
    member.items === 0 ? {} : { opens: { cell: { figure: { metric, sides } }, title: `${head}, items` } };
  const { items, groups, difference, ci95, noInterval, p, pHolm, test } = member;
  return {
    key: head,
    head,
    cells: [
      {
        text: formatCount(items),
        ...(groups < items && { detail: `${formatCount(groups)} groups` }),
        ...opens,
      },
      difference === null
        ? missingCell(member.undefined ?? 'There is no difference.')
        : {
            text: figureText(difference, print),
            main: true,
            ...opens,
            ...(ci95 !== null
              ? { detail: intervalText(ci95, print) }
              : { detail: 'no interval', ...(noInterval !== null && { note: noInterval }) }),
          },
      { text: p === null ? '–' : pText(p) },
      { text: pHolm === null ? '–' : pText(pHolm), main: true },
      { text: test === null ? '–' : TEST_WORDS[test] },
    ],
  };
}

/** Each respondent’s rank with its interval. */
function Ranks({
  ranks,
  comparisons,
}: {
  readonly ranks: readonly Rank[];
  readonly comparisons: ComparisonsReport;
}) {
  const label = `Ranks by ${comparisons.title}`;
  return (
    <>
      <h3 className={classes['pairsHead']}>Ranks, the highest figure first</h3>
      <FigureTable<ItemFilter>
        label={label}
        corner="Respondent"
        columns={['Rank', '95% interval']}
        rows={ranks.map(({ key, name, rank, low, high }) => ({
          key,
          head: name,
          cells: [
            { text: String(rank), main: true },
            { text: low === high ? String(low) : `${String(low)} to ${String(high)}` },
          ],
        }))}
        opened={null}
        onOpen={() => undefined}
      />
      <p className={layoutClasses['foot']}>
        The interval of a rank leaves out the places that the tests above rule out.
      </p>
    </>
  );
}

/** Compares respondents by the figure that is shown, anew whenever the question changes. */
const useComparisons = createReportsHook<ComparisonsRequest, ComparisonsReport>(
  (request, signal) => client.metrics.compare(request, { signal }),
  renamedComparisons,
);
