import { useCallback } from 'react';
import type { AgreementReport } from '../../../../shared/contract/agreement.ts';
import { formatCount } from '../../../ui/format.ts';
import { PlotExport, TableExport } from '../export/ExportMenu.tsx';
import type { ExportColumn, ExportTable } from '../export/exportTable.ts';
import { intervalPlot } from '../plots/intervalPlot.ts';
import { PlotFigure, type DrawPlot } from '../plots/PlotFigure.tsx';
import { FigureTable } from '../tables/FigureTable.tsx';
import { figureCell, type TableRow } from '../tables/tableModel.ts';
import { coefficientColumns } from './exportColumns.ts';
import { basisText, titleOfCoefficient, useReport } from './reportContext.ts';
import { Section } from './Section.tsx';
import classes from './sections.module.css';

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
  const noun = report.level === 'boxes' ? 'label' : 'category';
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
  const rows: TableRow[] = perCategory.map(({ category, ratings, coefficients }) => {
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
      title={report.level === 'boxes' ? 'Labels' : 'Categories'}
      description={
        report.level === 'boxes'
          ? 'Boxes of each label by themselves, at the IoU threshold chosen.'
          : 'Each category against all others together.'
      }
      actions={
        <>
          <TableExport
            name={`figures per ${noun}`}
            source={report}
            table={() => categoriesTable(report, columns, names)}
          />
          {perCategory.length > 1 && (
            <PlotExport name={`figures per ${noun}`} source={report} part={`${noun} plot`} draw={draw} />
          )}
        </>
      }
    >
      <div className={classes['beside']}>
        <FigureTable
          label={report.level === 'boxes' ? 'Labels' : 'Categories'}
          corner={noun === 'label' ? 'Label' : 'Category'}
          columns={[report.level === 'boxes' ? 'Boxes' : 'Ratings', ...columns.map(titleOfCoefficient)]}
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

function categoriesTable(
  report: AgreementReport,
  shown: readonly string[],
  names: readonly string[],
): ExportTable {
  const { perCategory } = report;
  const boxes = report.level === 'boxes';
  const figures = perCategory.map(({ coefficients }) => coefficients);
  const heads: readonly ExportColumn[] = [
    {
      kind: 'text',
      title: boxes ? 'Label' : 'Category',
      cells: perCategory.map(({ category }) => category),
    },
    {
      kind: 'count',
      title: boxes ? 'Boxes' : 'Ratings',
      cells: perCategory.map(({ ratings }) => ratings),
    },
  ];
  return {
    part: boxes ? 'labels' : 'categories',
    caption: `Agreement per ${boxes ? 'label' : 'category'} on ${basisText(report)}`,
    columns: [...heads, ...coefficientColumns(shown, figures)],
    everything: [...heads, ...coefficientColumns(names, figures)],
  };
}
