import { decimalText } from '../../../../shared/base/decimals.ts';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Funnel } from '../../../../shared/contract/validation.ts';
import type { StageOutcome } from '../../../../shared/domain/status.ts';
import type { ExportColumn, ExportTable } from '../../../../shared/figures/exportTable.ts';
import type { TableCell, TableRow } from '../../../ui/figures/tables/tableModel.ts';
import { DECISIONS, OUTCOMES, STAGES, stageWords } from '../../../ui/validation/validationWords.ts';
import {
  despiteText,
  type FunnelPart,
  GENERATED,
  reached,
  reasonFilter,
  stageFilter,
} from './funnelParts.ts';

const SHOWN: readonly StageOutcome[] = ['passed', 'waiting', 'failed'];

/** The columns of {@link stageRows}. */
export const stageColumns: readonly string[] = [
  'Reached',
  ...SHOWN.map((outcome) => capital(OUTCOMES[outcome])),
];

/** All items, a gate a row. */
export function stageRows(part: FunnelPart): TableRow<ItemFilter>[] {
  const { group, filter } = part;
  const { generated } = group;
  return [
    {
      key: 'generated',
      head: GENERATED,
      cells: [countCell(generated, null, filter, GENERATED), { text: '' }, { text: '' }, { text: '' }],
    },
    ...group.stages.map((stage) => ({
      key: stage.stage,
      head: STAGES[stage.stage],
      cells: [
        {
          ...countCell(
            reached(stage),
            generated,
            filter === null ? null : stageFilter(filter, stage.stage, ...SHOWN),
            `${STAGES[stage.stage]}: reached`,
          ),
          heat: 0,
        },
        ...SHOWN.map((outcome) => ({
          ...countCell(
            stage[outcome],
            generated,
            filter === null ? null : stageFilter(filter, stage.stage, outcome),
            stageWords(stage.stage, outcome),
          ),
          ...noteOf(stage, outcome),
        })),
      ],
    })),
  ];
}

/** The columns of {@link groupRows}. */
export function groupColumns({ group }: FunnelPart): readonly string[] {
  return [GENERATED, ...group.stages.map(({ stage }) => STAGES[stage])];
}

/** Each value of a facet a row, one outcome at every gate. */
export function groupRows(parts: readonly FunnelPart[], outcome: StageOutcome): TableRow<ItemFilter>[] {
  return parts.map(({ title, group, filter }) => ({
    key: JSON.stringify(group.value),
    head: title,
    cells: [
      countCell(group.generated, null, filter, `${title}, generated`),
      ...group.stages.map((stage) => ({
        ...countCell(
          stage[outcome],
          group.generated,
          filter === null ? null : stageFilter(filter, stage.stage, outcome),
          `${title}, ${stageWords(stage.stage, outcome)}`,
        ),
        ...noteOf(stage, outcome),
      })),
    ],
  }));
}

/** What is to be known of those that were accepted in spite of a gate. */
function noteOf(
  stage: FunnelPart['group']['stages'][number],
  outcome: StageOutcome,
): Pick<TableCell, 'note'> {
  const note = outcome === 'passed' ? despiteText(stage) : undefined;
  return note === undefined ? {} : { note: `${note}.` };
}

/** Why items were rejected or sent back. */
export function reasonRows({ reasons }: Funnel, base: ItemFilter): TableRow<ItemFilter>[] {
  return reasons.map(({ decision, reason, items }) => {
    const head = reason === '' ? 'No reason given' : reason;
    return {
      key: `${decision} ${reason}`,
      head,
      cells: [
        { text: DECISIONS[decision], main: true },
        countCell(items, null, reasonFilter(base, decision, reason), `${DECISIONS[decision]}, ${head}`),
      ],
    };
  });
}

/** Everything the funnel says, a line for each part and gate. */
export function funnelTable(
  whole: FunnelPart,
  groups: readonly FunnelPart[],
  facet: string | null,
): ExportTable {
  const lines = [whole, ...groups].flatMap(({ title, group }) => [
    {
      title,
      stage: GENERATED,
      reached: group.generated,
      passed: group.generated,
      waiting: 0,
      failed: 0,
      despite: 0,
      generated: group.generated,
    },
    ...group.stages.map((stage) => ({
      ...stage,
      title,
      stage: STAGES[stage.stage],
      reached: reached(stage),
      despite: stage.despite ?? 0,
      generated: group.generated,
    })),
  ]);
  const count = (title: string, cell: (line: (typeof lines)[number]) => number): ExportColumn => ({
    kind: 'count',
    title,
    cells: lines.map(cell),
  });
  const share = (title: string, cell: (line: (typeof lines)[number]) => number): ExportColumn => ({
    kind: 'figure',
    title,
    cells: lines.map((line) =>
      line.generated === 0
        ? { value: null, undefined: 'There are no items.' }
        : { value: cell(line) / line.generated, undefined: null },
    ),
    print: { factor: 100, digits: 1 },
  });
  return {
    part: facet === null ? 'stages' : `stages by ${facet}`,
    caption:
      'Generated items at each gate on their way into the benchmark. Each gate counts the items that failed no earlier gate; the last counts every accepted item.',
    columns: [
      ...(groups.length === 0
        ? []
        : [
            {
              kind: 'text' as const,
              title: capital(facet ?? 'Part'),
              cells: lines.map(({ title }) => title),
            },
          ]),
      { kind: 'text', title: 'Gate', cells: lines.map(({ stage }) => stage) },
      count('Reached', (line) => line.reached),
      count('Passed', (line) => line.passed),
      count('Waiting', (line) => line.waiting),
      count('Failed', (line) => line.failed),
      ...(lines.some(({ despite }) => despite > 0)
        ? [count('Accepted despite a failed gate', (line) => line.despite)]
        : []),
      share('Passed, % of generated', (line) => line.passed),
    ],
  };
}

/** The reasons as a table of their own. */
export function reasonsTable({ reasons }: Funnel): ExportTable {
  return {
    part: 'reasons',
    caption: 'Why generated items were rejected or sent back.',
    columns: [
      { kind: 'text', title: 'Decision', cells: reasons.map(({ decision }) => DECISIONS[decision]) },
      { kind: 'text', title: 'Reason', cells: reasons.map(({ reason }) => reason) },
      { kind: 'count', title: 'Items', cells: reasons.map(({ items }) => items) },
    ],
  };
}

/** A count with its share; it opens its items in the Library where there are any. */
function countCell(
  count: number,
  of: number | null,
  filter: ItemFilter | null,
  title: string,
): TableCell<ItemFilter> {
  if (count === 0) return { text: '·' };
  return {
    text: formatCount(count),
    ...(of !== null && { detail: percent(count, of), heat: of === 0 ? 0 : count / of }),
    ...(filter !== null && { opens: { cell: filter, title } }),
  };
}

function percent(count: number, of: number): string {
  return of === 0 ? '' : `${decimalText(count / of, 1, 100)}%`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
