import { basisSentences } from '../../../../shared/figures/resultsNotes.ts';
import { benchmarkTitle } from '../../../../shared/figures/resultsTables.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import { pText } from '../../../../shared/statistics/probability.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import {
  type ExportColumn,
  type ExportTable,
  figureText,
  intervalText,
  type Print,
} from '../../../../shared/figures/exportTable.ts';
import { renamedMetrics } from '../../../../shared/figures/renamed.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { missingCell, type TableCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { sourceOf, useReport } from '../../../ui/figures/shownReport.ts';
import classes from './sections.module.css';

type Comparison = MetricsReport['comparisons'][number];
type Test = Comparison['byGroup'][number];

/** Two conditions compared by paired tests: for each respondent over the groups, for each group over the models. */
export function ComparisonsSection() {
  const { report } = useReport();
  return report.comparisons.map((comparison, place) => {
    const { id, title, metric, conditions } = comparison;
    const figure = report.metrics.find((each) => each.id === metric)?.title ?? metric;
    const parts = [
      { name: 'For each respondent, over the groups', corner: 'Respondent', part: 'byRespondent' },
      { name: 'For each group, over the models', corner: 'Group', part: 'byGroup' },
    ] as const;
    return (
      <Section
        key={id}
        title={title}
        description={`${figure}, ${conditions.join(' less ')}: paired t tests, two-sided. p after Holm is adjusted for all tests of both tables; d is the mean difference over the root of the mean of the two population variances.`}
        actions={parts.map(({ corner, part }) => (
          <TableExport
            key={corner}
            title={`Table by ${corner.toLowerCase()}`}
            name={`${title} by ${corner.toLowerCase()}`}
            source={sourceOf(report)}
            people={part === 'byRespondent'}
            table={(naming) => {
              const leaving = renamedMetrics(report, naming);
              const own = leaving.comparisons[place] ?? comparison;
              return testsTable(leaving, own, corner, own[part]);
            }}
          />
        ))}
      >
        <div className={classes['tables']}>
          {parts.map(({ name, corner, part }) => (
            <div key={name}>
              <h3 className={classes['sub']}>{name}</h3>
              <FigureTable<ItemFilter>
                label={`${title}: ${name}`}
                corner={corner}
                columns={[
                  'Pairs',
                  ...conditions.map(capital),
                  'Difference',
                  't',
                  'df',
                  'p',
                  'p after Holm',
                  'd',
                ]}
                rows={comparison[part].map(rowOf)}
                opened={null}
                onOpen={() => undefined}
              />
            </div>
          ))}
        </div>
      </Section>
    );
  });
}

const NO_TEST = 'There is no test.';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function rowOf(test: Test): TableRow<ItemFilter> {
  const { name, n, mean, means, ci95, t, df, p, pHolm, d, undefined: reason } = test;
  const figure = (value: number | null | undefined): TableCell<ItemFilter> =>
    value === null || value === undefined ? { text: '–' } : { text: figureText(value), main: true };
  return {
    key: name,
    head: name,
    cells: [
      { text: String(n) },
      figure(means?.[0]),
      figure(means?.[1]),
      mean === null
        ? missingCell(reason ?? NO_TEST)
        : { ...figure(mean), ...(ci95 !== null && { detail: intervalText(ci95) }) },
      mean !== null && t === null ? missingCell(reason ?? NO_TEST) : figure(t),
      { text: df === null ? '–' : String(df) },
      { text: p === null ? '–' : pText(p) },
      { text: pHolm === null ? '–' : pText(pHolm), main: true },
      figure(d),
    ],
  };
}

function testsTable(
  report: MetricsReport,
  { title, conditions }: Comparison,
  corner: string,
  tests: readonly Test[],
): ExportTable {
  const figure = (
    name: string,
    value: (test: Test) => number | null,
    print: Print = { factor: 1, digits: 6 },
  ): ExportColumn => ({
    kind: 'figure',
    title: name,
    cells: tests.map((test) => ({ value: value(test), undefined: test.undefined })),
    print,
  });
  const figureOfTest: typeof figure = (...given) => ({ ...figure(...given), optional: 'p' });
  return {
    part: `${title} by ${corner}`,
    caption: `${benchmarkTitle(report.benchmark)}: ${title.toLowerCase()} by ${corner.toLowerCase()}.`,
    notes: [
      ...basisSentences(report),
      'Paired t tests (Student 1908), two-sided, with their 95% intervals; p after Holm (1979) is adjusted for the tests by respondent and by group together.',
      'd: mean difference over the root of the mean of the two population variances (Cohen 1988).',
    ],
    columns: [
      { kind: 'text', title: corner, cells: tests.map(({ name }) => name) },
      { kind: 'count', title: 'Pairs', cells: tests.map(({ n }) => n) },
      figure(`Mean ${conditions[0]}`, ({ means }) => means?.[0] ?? null),
      figure(`Mean ${conditions[1]}`, ({ means }) => means?.[1] ?? null),
      figure('Gap', ({ mean }) => mean),
      { kind: 'interval', title: 'Gap, 95% interval', cells: tests.map(({ ci95 }) => ci95) },
      figure('t', ({ t }) => t),
      figureOfTest('p', ({ p }) => p, { factor: 1, digits: 6, own: pText }),
      figureOfTest('p after Holm', ({ pHolm }) => pHolm, { factor: 1, digits: 6, own: pText }),
      figure('Cohen’s d', ({ d }) => d),
    ],
  };
}
