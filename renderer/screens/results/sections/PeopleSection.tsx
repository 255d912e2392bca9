import { decimalText } from '../../../../shared/base/decimals.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { resultsNotes } from '../../../../shared/figures/resultsNotes.ts';
import { benchmarkTitle } from '../../../../shared/figures/resultsTables.ts';
import { Select } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import { pInWords } from '../../../../shared/statistics/probability.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { type ExportTable, figureText } from '../../../../shared/figures/exportTable.ts';
import layoutClasses from '../../../ui/figures/layout.module.css';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { renamedMetrics } from '../../../../shared/figures/renamed.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { stepKind, stepKinds, stretchesOf, type TimeStretch } from '../overTime.ts';
import { learningPlot, pacePlot, speedPlot } from '../plots/peoplePlots.ts';
import { sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import classes from './sections.module.css';

type People = NonNullable<MetricsReport['people']>;

/** How time, order and correctness of people's answers go together. */
export function PeopleSection({
  step,
  onStep,
}: {
  readonly step: string | null;
  readonly onStep: (step: string | null) => void;
}) {
  const { report } = useReport();
  return report.people === null ? null : (
    <PeopleReport report={report} people={report.people} step={step} onStep={onStep} />
  );
}

function PeopleReport({
  report,
  people,
  step,
  onStep,
}: {
  readonly report: MetricsReport;
  readonly people: People;
  readonly step: string | null;
  readonly onStep: (step: string | null) => void;
}) {
  const kinds = stepKinds(people.answers);
  const chosen = kinds.find((kind) => kind === step) ?? null;
  const answers = useMemo(
    () => people.answers.filter((answer) => chosen === null || stepKind(answer.step) === chosen),
    [people, chosen],
  );
  const stretches = useMemo(() => stretchesOf(answers), [answers]);
  const speed = useCallback<DrawPlot>((look, width) => speedPlot(answers, look, width), [answers]);
  const learning = useCallback<DrawPlot>((look, width) => learningPlot(stretches, look, width), [stretches]);
  const pace = useCallback<DrawPlot>((look, width) => pacePlot(stretches, look, width), [stretches]);
  const source = sourceOf(report);
  return (
    <>
      <Section
        title="Speed and correctness"
        description="Participants’ answers by time since the image appeared, without time away from the window. Rank correlations (Spearman) cover all included answers."
        actions={
          <>
            {kinds.length > 1 && (
              <Select
                aria-label="Steps"
                w={180}
                placeholder="All steps"
                clearable
                data={kinds}
                value={chosen}
                onChange={onStep}
              />
            )}
            <PlotExport name="time and correctness" source={source} part="speed" draw={() => speed} />
          </>
        }
      >
        <dl className={layoutClasses['basis']}>
          <Correlation name="Time and correctness" of={people.speed} />
          <Correlation name="Order and correctness" of={people.order} />
          <Correlation name="Order and time" of={people.pace} />
        </dl>
        <PlotFigure draw={speed} />
      </Section>
      <Section
        title="Learning and fatigue"
        description="The same answers in order, in blocks of about equal size. Click a number of answers to open their items in the Library."
        actions={
          <>
            <TableExport
              name="answers over the order"
              source={source}
              table={(naming) => stretchesTable(renamedMetrics(report, naming), stretches)}
            />
            <PlotExport
              title="Correctness plot"
              name="correctness over the order"
              source={source}
              part="learning"
              draw={() => learning}
            />
            <PlotExport
              title="Time plot"
              name="time over the order"
              source={source}
              part="pace"
              draw={() => pace}
            />
          </>
        }
      >
        <div className={classes['tables']}>
          <div className={classes['pair']}>
            <PlotFigure draw={learning} />
            <PlotFigure draw={pace} />
          </div>
          <FigureTable<ItemFilter>
            label="Answers over the order"
            corner="Stretch"
            columns={['Answers', 'Share right', 'Median seconds']}
            rows={stretches.map(rowOf)}
            opened={null}
            onOpen={({ cell }) => {
              useListContext.getState().setFilter(cell);
              goTo(places.library);
            }}
          />
        </div>
      </Section>
    </>
  );
}

function Correlation({ name, of }: { readonly name: string; readonly of: People['speed'] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {of.rho === null || of.p === null ? (
          <span title={of.undefined ?? undefined}>undefined</span>
        ) : (
          <>
            ρ = {figureText(of.rho)}, {pInWords(of.p)}
          </>
        )}
      </dd>
      <dt>{of.rho === null ? of.undefined : counted(of.n, 'answer')}</dt>
    </div>
  );
}

const stretchName = ({ first, last }: TimeStretch): string =>
  first === last ? `Answer ${String(first)}` : `Answers ${String(first)} to ${String(last)}`;

function rowOf(stretch: TimeStretch): TableRow<ItemFilter> {
  const { answers, correct, seconds, itemIds } = stretch;
  const name = stretchName(stretch);
  return {
    key: name,
    head: name,
    cells: [
      {
        text: formatCount(answers),
        label: `${name}: ${counted(answers, 'answer')} on ${counted(itemIds.length, 'item')}, show in Library`,
        opens: { cell: { ids: [...itemIds] }, title: name },
      },
      correct === null
        ? { text: '–' }
        : {
            main: true,
            text: figureText(correct.mean),
            detail: `[${figureText(correct.low)}, ${figureText(correct.high)}]`,
          },
      seconds === null
        ? { text: '–' }
        : {
            text: decimalText(seconds.median, 1),
            detail: `${decimalText(seconds.low, 1)} to ${decimalText(seconds.high, 1)}`,
          },
    ],
  };
}

function stretchesTable(report: MetricsReport, stretches: readonly TimeStretch[]): ExportTable {
  return {
    part: 'order',
    caption: `${benchmarkTitle(report.benchmark)}: participants’ answers over the order in which they gave them.`,
    notes: resultsNotes(report, [], []),
    columns: [
      { kind: 'text', title: 'Block', cells: stretches.map(stretchName) },
      { kind: 'count', title: 'Answers', cells: stretches.map(({ answers }) => answers) },
      {
        kind: 'figure',
        title: 'Share right',
        cells: stretches.map(({ correct }) => ({
          value: correct?.mean ?? null,
          undefined: 'No answers are judged.',
        })),
      },
      {
        kind: 'interval',
        title: 'Share right, 95% interval',
        cells: stretches.map(({ correct }) => (correct === null ? null : [correct.low, correct.high])),
      },
      {
        kind: 'figure',
        title: 'Median seconds',
        cells: stretches.map(({ seconds }) => ({
          value: seconds?.median ?? null,
          undefined: 'No times are known.',
        })),
        print: { factor: 1, digits: 1 },
      },
    ],
  };
}
