import { useCallback } from 'react';
import type { AgreementCell, AgreementReport, Level } from '../../../../shared/contract/agreement.ts';
import { formatCount } from '../../../ui/format.ts';
import { PlotExport, TableExport } from '../../../ui/figures/export/ExportMenu.tsx';
import type { ExportColumn, ExportTable } from '../../../ui/figures/export/exportTable.ts';
import { intervalPlot } from '../../../ui/figures/plots/intervalPlot.ts';
import { PlotFigure, type DrawPlot } from '../../../ui/figures/plots/PlotFigure.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { figureCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { coefficientColumns } from './exportColumns.ts';
import { basisText, sourceOf, titleOfCoefficient, useReport } from './reportContext.ts';
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
            table={() => categoriesTable(report, columns, names)}
          />
          {perCategory.length > 1 && (
            <PlotExport
              name={`figures per ${noun}`}
              source={sourceOf(report)}
              part={`${noun} plot`}
              draw={draw}
            />
          )}
        </>
      }
    >
      <div className={classes['beside']}>
        <FigureTable
          label={title}
          corner={capital(noun)}
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

interface Words {
  readonly noun: string;
  readonly title: string;
  readonly description: string;
  /** What is counted. */
  readonly units: string;
}

/** What the parts of a field are: labels of boxes, members of sets, or categories. */
function wordsOf(level: Level): Words {
  switch (level) {
    case 'boxes':
      return {
        noun: 'label',
        title: 'Labels',
        description: 'Each label’s boxes separately, at the chosen IoU threshold.',
        units: 'Boxes',
      };
    case 'set':
      return {
        noun: 'member',
        title: 'Members',
        description: 'Each member separately: whether raters include it in their sets.',
        units: 'Ratings',
      };
    case 'nominal':
    case 'ordinal':
    case 'interval':
      return {
        noun: 'category',
        title: 'Categories',
        description: 'Each category against all others.',
        units: 'Ratings',
      };
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function categoriesTable(
  report: AgreementReport,
  shown: readonly string[],
  names: readonly string[],
): ExportTable {
  const { perCategory } = report;
  const { noun, title, units } = wordsOf(report.level);
  const figures = perCategory.map(({ coefficients }) => coefficients);
  const heads: readonly ExportColumn[] = [
    {
      kind: 'text',
      title: capital(noun),
      cells: perCategory.map(({ category }) => category),
    },
    {
      kind: 'count',
      title: units,
      cells: perCategory.map(({ ratings }) => ratings),
    },
  ];
  return {
    part: title.toLowerCase(),
    caption: (intervals) => `Agreement per ${noun} on ${basisText(report, intervals)}`,
    columns: [...heads, ...coefficientColumns(shown, figures)],
    everything: [...heads, ...coefficientColumns(names, figures)],
  };
}
