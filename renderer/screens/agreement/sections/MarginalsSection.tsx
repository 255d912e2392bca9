import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { raterName } from '../../../../shared/figures/agreementTables.ts';
import type { AgreementCell, AgreementReport } from '../../../../shared/contract/agreement.ts';
import { useCallback, useMemo } from 'react';
import { PlotExport } from '../../../ui/figures/export/PlotExport.tsx';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { type DrawPlot, PlotFigure } from '../../../ui/figures/plots/PlotFigure.tsx';
import { sharesPlot } from '../../../ui/figures/plots/sharesPlot.ts';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import type { TableCell, TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { renamedAgreement } from '../../../../shared/figures/renamed.ts';
import { raterColor, sourceOf, useReport } from './reportContext.ts';
import { Section } from '../../../ui/figures/Section.tsx';
import classes from '../../../ui/figures/layout.module.css';

/** Categories that a plot still shows legibly. */
const PLOTTED = 12;

/** How each rater’s ratings spread over the categories: a rater who leans one way is seen here. */
export function MarginalsSection() {
  const { report, opened, onOpen } = useReport();
  const { categories, marginals } = report;
  const drawn = useCallback(
    (called: AgreementReport): DrawPlot =>
      (look, width) => {
        const total = (category: number) =>
          report.marginals.reduce((sum, { counts }) => sum + (counts[category] ?? 0), 0);
        const shown = [...report.categories.keys()]
          .toSorted((a, b) => total(b) - total(a))
          .slice(0, PLOTTED)
          .toSorted((a, b) => a - b);
        return sharesPlot(
          `How each rater’s ratings of ${report.title} spread`,
          shown.map((category) => report.categories[category] ?? ''),
          report.marginals.map(({ personId, counts }) => ({
            name: raterName(called, personId),
            color: raterColor(report, personId),
            counts: shown.map((category) => counts[category] ?? 0),
            total: counts.reduce((sum, count) => sum + count, 0),
          })),
          look,
          width,
        );
      },
    [report],
  );
  const draw = useMemo(() => drawn(report), [drawn, report]);
  if (categories.length === 0 || marginals.length === 0) return null;
  const noun = report.level === 'boxes' ? 'box' : 'rating';
  const rows: TableRow<AgreementCell>[] = categories.map((category, index) => ({
    key: String(index),
    head: category,
    cells: marginals.map(({ personId, counts }): TableCell<AgreementCell> => {
      const count = counts[index] ?? 0;
      if (count === 0) return { text: '·' };
      const name = raterName(report, personId);
      return {
        text: formatCount(count),
        label: `${name}, “${category}”: ${counted(count, noun, noun === 'box' ? 'boxes' : 'ratings')}`,
        opens: {
          cell: { kind: 'marginal', personId, category },
          title: noun === 'box' ? `${name} drew “${category}”` : `${name} said “${category}”`,
        },
      };
    }),
  }));
  return (
    <Section
      title="What each rater said"
      description="How each rater’s ratings spread over the categories: shows who leans one way."
      actions={
        <>
          <TableExport
            name="what each rater said"
            source={sourceOf(report)}
            people
            table={(naming) => ({
              part: 'marginals',
              caption: `${noun === 'box' ? 'Boxes' : 'Ratings'} of each rater on “${report.title}” by category.`,
              columns: [
                { kind: 'text', title: 'Category', cells: categories },
                ...marginals.map(({ personId, counts }) => ({
                  kind: 'count' as const,
                  title: raterName(renamedAgreement(report, naming), personId),
                  cells: categories.map((_, index) => counts[index] ?? 0),
                })),
              ],
            })}
          />
          <PlotExport
            name="what each rater said"
            source={sourceOf(report)}
            part="marginals"
            people
            draw={(naming) => drawn(renamedAgreement(report, naming))}
          />
        </>
      }
    >
      <div className={classes['beside']}>
        <FigureTable
          label="What each rater said"
          corner="Category"
          columns={marginals.map(({ personId }) => raterName(report, personId))}
          rows={rows}
          opened={opened}
          onOpen={onOpen}
        />
        <PlotFigure draw={draw} />
      </div>
      {categories.length > PLOTTED && (
        <p className={classes['foot']}>The plot shows the {PLOTTED} most frequent; the table has all.</p>
      )}
    </Section>
  );
}
