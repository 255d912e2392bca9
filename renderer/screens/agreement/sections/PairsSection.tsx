import { counted } from '../../../../shared/base/counts.ts';
import { pairsTable, raterName, titleOfCoefficient } from '../../../../shared/figures/agreementTables.ts';
import type { AgreementCell, AgreementReport } from '../../../../shared/contract/agreement.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { TableExport } from '../../../ui/figures/export/TableExport.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { figureCell, type TableCell, type TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { renamedAgreement } from '../../../../shared/figures/renamed.ts';
import { sourceOf, useReport } from './reportContext.ts';
import { Section } from '../../../ui/figures/Section.tsx';

/** Every two raters set against each other. */
export function PairsSection() {
  const { report, coefficient, opened, onOpen } = useReport();
  if (report.pairs.length === 0) return null;
  // Each pair once: above the diagonal, so without a first column and a last row.
  const rowRaters = report.raters.slice(0, -1);
  const columnRaters = report.raters.slice(1);
  const rows: TableRow<AgreementCell>[] = rowRaters.map((a, row) => ({
    key: a.personId,
    head: a.name,
    cells: columnRaters.map((b, column) =>
      column < row ? { text: '' } : pairCell(report, coefficient, a.personId, b.personId),
    ),
  }));
  return (
    <Section
      title="Pairs of raters"
      description={`${titleOfCoefficient(coefficient)} of every two raters, with its interval and the items that both rated.`}
      actions={
        <TableExport
          name="pairs of raters"
          source={sourceOf(report)}
          people
          table={(naming) => pairsTable(renamedAgreement(report, naming), coefficient)}
        />
      }
    >
      <FigureTable
        label="Pairs of raters"
        corner="Rater"
        columns={columnRaters.map(({ name }) => name)}
        rows={rows}
        opened={opened}
        onOpen={onOpen}
      />
    </Section>
  );
}

function pairCell(
  report: AgreementReport,
  coefficient: string,
  a: PersonId,
  b: PersonId,
): TableCell<AgreementCell> {
  const pair = report.pairs.find((each) => (each.a === a && each.b === b) || (each.a === b && each.b === a));
  if (pair === undefined) return { text: '' };
  const names = `${raterName(report, pair.a)} and ${raterName(report, pair.b)}`;
  const cell = figureCell(pair.coefficients[coefficient]);
  const items = `n = ${String(pair.items)}`;
  return {
    ...cell,
    detail: cell.detail === undefined ? items : `${cell.detail}  ${items}`,
    label: `${names}: ${cell.text}`,
    ...(pair.items > 0 && {
      opens: {
        cell: { kind: 'pair', a: pair.a, b: pair.b, agree: null },
        title: `${counted(pair.items, 'item')} rated by ${names}`,
      },
    }),
  };
}
