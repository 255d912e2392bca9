import { renamedAgreement } from '../../../../shared/figures/renamed.ts';
import { formatCount } from '../../../../shared/base/counts.ts';
import {
  capitalize,
  categoriesTable,
  titleOfCoefficient,
  wordsOf,
} from '../../../../shared/figures/agreementTables.ts';
import { useCallback } from 'react';
import type { AgreementCell } from '../../../../shared/contract/agreement.ts';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { figureCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { sourceOf, useReport } from './reportContext.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import classes from '../../../ui/figures/layout.module.css';

/** Rows that a plot still shows legibly. */
const PLOTTED = 30;

/** Every category for itself: against all others, or for boxes of its label alone. */
export function CategoriesSection() {
  const { report, coefficient, opened, onOpen } = useReport();
  const { perCategory } = report;
  const names = [...new Set(perCategory.flatMap(({ coefficients }) => Object.keys(coefficients)))];
  const columns =
    names.length <= 4 ? names : names.filter((name) => name === coefficient || name === 'fleiss_kappa');
  const plotted = names.includes(coefficient) ? coefficient : (names[0] ?? '');
  const { noun, title, description, units } = wordsOf(report.level);
  const draw = useCallback<DrawPlot>(
    (look, width) =>
      intervalPlot(
        { label: `${titleOfCoefficient(plotted)} per ${noun}`, axis: titleOfCoefficient(plotted) },
        report.perCategory.slice(0, PLOTTED).flatMap(({ category, coefficients }) => {
          const figure = coefficients[plotted];
          return figure === undefined ? [] : [{ name: category, figure }];
        }),
        look,
        width,
      ),
    [report, plotted, noun],
  );
  if (perCategory.length === 0) return null;
  const rows: TableRow<AgreementCell>[] = perCategory.map(({ category, ratings, coefficients }) => {
    const opens = {
      cell: { kind: 'category', category },
      title: `Somebody ${report.level === 'boxes' ? 'drew' : 'said'} “${category}”`,
    } as const;
    const cells = columns.map((name) => figureCell(coefficients[name]));
    return {
      key: category,
      head: category,
      cells: [{ text: formatCount(ratings) }, ...cells].map((cell) =>
        ratings === 0 || cell.text === '' ? cell : { ...cell, opens },
      ),
    };
  });
  return (
    <Section
      title={title}
      description={description}
      actions={
        <>
          <TableExport
            name={`figures per ${noun}`}
            source={sourceOf(report)}
            people={report.level === 'boxes'}
            table={(naming) => categoriesTable(renamedAgreement(report, naming), columns, names)}
          />
          {perCategory.length > 1 && (
            <PlotExport
              name={`figures per ${noun}`}
              source={sourceOf(report)}
              part={`${noun} plot`}
              draw={() => draw}
            />
          )}
        </>
      }
    >
      <div className={classes['beside']}>
        <FigureTable
          label={title}
          corner={capitalize(noun)}
          columns={[units, ...columns.map(titleOfCoefficient)]}
          rows={rows}
          opened={opened}
          onOpen={onOpen}
        />
        {perCategory.length > 1 && <PlotFigure draw={draw} />}
      </div>
      {perCategory.length > PLOTTED && (
        <p className={classes['foot']}>The plot shows the first {PLOTTED}; the table has all.</p>
      )}
    </Section>
  );
}
