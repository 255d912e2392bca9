import { formatCount } from '../../../shared/base/counts.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { AnswerAgreement, TaskAgreement } from '../../../shared/contract/answerAgreement.ts';
import type { Figure } from '../../../shared/contract/metrics.ts';
import type { ExportColumn, ExportTable } from '../../../shared/figures/exportTable.ts';
import { missingCell, type TableRow } from '../../ui/figures/tables/tableModel.ts';
import { metricCell } from '../../ui/figures/shownReport.ts';

export type AgreementGroup = AnswerAgreement['groups'][number];

interface AgreementColumn {
  readonly figure: string;
  readonly title: string;
}

const PLAIN = { factor: 1, digits: 3 };

/** The figures that the group's tasks have, two respondents' kappa or that of several. */
export function agreementColumns({ respondents, tasks }: AgreementGroup): readonly AgreementColumn[] {
  const all: readonly AgreementColumn[] = [
    { figure: 'equal', title: 'Equal answers' },
    respondents.length === 2
      ? { figure: 'cohen_kappa', title: 'Cohen’s kappa' }
      : { figure: 'fleiss_kappa', title: 'Fleiss’ kappa' },
    { figure: 'krippendorff_alpha', title: 'Krippendorff’s alpha' },
    { figure: 'mean_iou', title: 'Mean IoU' },
  ];
  return all.filter(({ figure }) => tasks.some(({ figures }) => figures[figure] !== undefined));
}

/** A line of the table: a task, or the items of one value of it. */
interface AgreementLine {
  readonly key: string;
  readonly head: string;
  readonly items: number;
  readonly steps: number;
  readonly undefined: string | null;
  readonly figures: Readonly<Record<string, Figure>>;
}

function linesOf(
  { tasks }: AgreementGroup,
  titleOf: (value: string) => string = (value) => value,
): readonly AgreementLine[] {
  return tasks.flatMap((task, place) => [
    { ...task, key: String(place), head: task.title },
    ...task.strata.map((stratum) => ({
      ...stratum,
      undefined: null,
      key: JSON.stringify([place, stratum.value]),
      head: `${task.title}, ${stratum.value === null ? 'none' : titleOf(stratum.value)}`,
    })),
  ]);
}

/** The tasks as a table shows them, each followed by its strata, called so. */
export function agreementRows(
  group: AgreementGroup,
  titleOf: (value: string) => string,
): TableRow<ItemFilter>[] {
  const columns = agreementColumns(group);
  return linesOf(group, titleOf).map(({ key, head, items, undefined: reason, figures }) => ({
    key,
    head,
    cells: [
      { text: formatCount(items) },
      ...columns.map(({ figure }, at) =>
        reason !== null && at === 0
          ? missingCell<ItemFilter>(reason, { main: true })
          : metricCell(figures[figure], PLAIN),
      ),
    ],
  }));
}

/** The same for files, with every figure there is. */
export function agreementTable(
  group: AgreementGroup,
  words: Pick<ExportTable, 'caption' | 'notes'>,
): ExportTable {
  const lines = linesOf(group);
  const heads: readonly ExportColumn[] = [
    { kind: 'text', title: 'Task', cells: lines.map(({ head }) => head) },
    { kind: 'count', title: 'Items', cells: lines.map(({ items }) => items) },
  ];
  const names = ['equal', 'cohen_kappa', 'fleiss_kappa', 'krippendorff_alpha', 'mean_iou'];
  const cellsOf = (figure: string): (Figure | null)[] => lines.map(({ figures }) => figures[figure] ?? null);
  return {
    part: group.key === 'people' ? 'agreement of participants' : 'agreement of those chosen',
    ...words,
    columns: [
      ...heads,
      ...agreementColumns(group).map(({ figure, title }): ExportColumn => ({
        kind: 'figure',
        title,
        cells: cellsOf(figure),
        intervals: cellsOf(figure).map((cell) => cell?.ci95 ?? null),
      })),
    ],
    everything: [
      ...heads,
      { kind: 'count', title: 'Steps', cells: lines.map(({ steps }) => steps) },
      ...names.flatMap((figure) => intervalColumns(figure, cellsOf(figure))),
    ],
  };
}

const intervalColumns = (title: string, cells: readonly (Figure | null)[]): ExportColumn[] => [
  { kind: 'figure', title, cells },
  { kind: 'interval', title: `${title}, 95% interval`, cells: cells.map((cell) => cell?.ci95 ?? null) },
];

/** Two respondents with what they come to on each task. */
interface PairLine {
  readonly key: string;
  readonly head: string;
  readonly tasks: readonly (TaskAgreement['pairs'][number] | undefined)[];
}

/** Every two who answered something in common, in the order of the group's respondents. */
export function pairLines({ respondents, tasks }: AgreementGroup): readonly PairLine[] {
  return respondents.flatMap((one, first) =>
    respondents.slice(first + 1).flatMap((other, at): PairLine[] => {
      const second = first + 1 + at;
      const own = tasks.map(({ pairs }) =>
        pairs.find((pair) => pair.first === first && pair.second === second),
      );
      return own.every((pair) => pair === undefined)
        ? []
        : [{ key: `${one.key} ${other.key}`, head: `${one.name} and ${other.name}`, tasks: own }];
    }),
  );
}

interface PairColumn extends AgreementColumn {
  readonly task: number;
}

/** Of each task its main figure, and of answers that are equal or not kappa as well. */
export function pairColumns({ tasks }: AgreementGroup): readonly PairColumn[] {
  return tasks.flatMap(({ title, figures }, task): PairColumn[] =>
    figures['mean_iou'] !== undefined
      ? [{ task, figure: 'mean_iou', title: `${title}: mean IoU` }]
      : figures['equal'] === undefined
        ? []
        : [
            { task, figure: 'equal', title: `${title}: equal` },
            { task, figure: 'cohen_kappa', title: `${title}: kappa` },
          ],
  );
}

/** Pairs as a table shows them. */
export function pairRows(group: AgreementGroup, lines: readonly PairLine[]): TableRow<ItemFilter>[] {
  const columns = pairColumns(group);
  return lines.map(({ key, head, tasks }) => ({
    key,
    head,
    cells: columns.map(({ task, figure }) => {
      const pair = tasks[task];
      const cell = metricCell(pair?.figures[figure], PLAIN);
      return pair === undefined ? { text: '' } : cell;
    }),
  }));
}

/** The same for files. */
export function pairTable(group: AgreementGroup, words: Pick<ExportTable, 'caption' | 'notes'>): ExportTable {
  const lines = pairLines(group);
  const head: ExportColumn = { kind: 'text', title: 'Pair', cells: lines.map((line) => line.head) };
  const columns = pairColumns(group).map(({ task, figure, title }) => ({
    title,
    cells: lines.map(({ tasks }) => tasks[task]?.figures[figure] ?? null),
  }));
  return {
    part: `${group.key === 'people' ? 'agreement of participants' : 'agreement of those chosen'} by pair`,
    ...words,
    columns: [
      head,
      ...columns.map((column): ExportColumn => ({
        kind: 'figure',
        ...column,
        intervals: column.cells.map((cell) => cell?.ci95 ?? null),
      })),
    ],
    everything: [
      head,
      ...columns.flatMap(({ title, cells }) => [
        ...intervalColumns(title, cells),
        { kind: 'count', title: `${title}, n`, cells: cells.map((cell) => cell?.n ?? null) } as const,
      ]),
    ],
  };
}
