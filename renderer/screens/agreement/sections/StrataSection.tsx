import { renamedAgreement } from '../../../../shared/figures/renamed.ts';
import { formatCount } from '../../../../shared/base/counts.ts';
import { strataTable, titleOfCoefficient } from '../../../../shared/figures/agreementTables.ts';
import { useCallback } from 'react';
import type { AgreementCell } from '../../../../shared/contract/agreement.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { figureCell, type TableCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { columnsOf, sourceOf, useReport } from './reportContext.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import classes from '../../../ui/figures/layout.module.css';

/** Strata that a plot still shows legibly. */
const PLOTTED = 30;
const NONE = 'none';

/** The figures among the items of each scene, domain, label … */
export function StrataSection({ title }: { readonly title: string }) {
  const { report, request, coefficient, opened, onOpen } = useReport();
  const { strata } = report;
  const draw = useCallback<DrawPlot>(
    (look, width) =>
      intervalPlot(
        { label: `${titleOfCoefficient(coefficient)} per ${title}`, axis: titleOfCoefficient(coefficient) },
        report.strata.slice(0, PLOTTED).flatMap(({ value, coefficients }) => {
          const figure = coefficients[coefficient];
          return figure === undefined ? [] : [{ name: value ?? NONE, figure }];
        }),
        look,
        width,
      ),
    [report, coefficient, title],
  );
  const { stratum } = request;
  if (stratum === undefined || strata.length === 0) return null;
  const columns = columnsOf({ report, coefficient });
  const rows: TableRow<AgreementCell>[] = strata.map(({ value, items, coefficients }) => {
    const head = value ?? NONE;
    const opens = { cell: { kind: 'stratum', stratum, value }, title: `${title}: ${head}` } as const;
    const cells: readonly TableCell<AgreementCell>[] = [
      { text: formatCount(items) },
      ...columns.map((name) => figureCell(coefficients[name])),
    ];
    return {
      key: JSON.stringify(value),
      head,
      cells: cells.map((cell) => (items === 0 || cell.text === '' ? cell : { ...cell, opens })),
    };
  });
  return (
    <Section
      title={`By ${title.toLowerCase()}`}
      description="The same figures for the items with each value."
      actions={
        <>
          <TableExport
            name="figures per stratum"
            source={sourceOf(report)}
            people={report.level === 'boxes'}
            table={(naming) => strataTable(renamedAgreement(report, naming), stratum, title, columns)}
          />
          <PlotExport
            name="figures per stratum"
            source={sourceOf(report)}
            part={`by ${stratum} plot`}
            draw={() => draw}
          />
        </>
      }
    >
      <div className={classes['beside']}>
        <FigureTable
          label={`By ${title.toLowerCase()}`}
          corner={title}
          columns={['Items', ...columns.map(titleOfCoefficient)]}
          rows={rows}
          opened={opened}
          onOpen={onOpen}
        />
        <PlotFigure draw={draw} />
      </div>
      {strata.length > PLOTTED && (
        <p className={classes['foot']}>The plot shows the first {PLOTTED}; the table has all.</p>
      )}
    </Section>
  );
}
