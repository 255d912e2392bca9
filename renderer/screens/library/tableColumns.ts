import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { ItemSort } from '../../../shared/contract/items.ts';

export interface TableColumn {
  readonly id:
    | 'mark'
    | 'thumbnail'
    | 'id'
    | 'title'
    | 'label'
    | 'split'
    | 'facet'
    | 'status'
    | 'flags'
    | 'ratings'
    | 'assignees'
    | 'tags'
    | 'updated';
  /** Which facet, in a column of one; empty otherwise. */
  readonly facet: string;
  /** What the facet's values are called; left out: what they are. */
  readonly valueTitle?: (value: string) => string;
  readonly title: string;
  /** CSS grid width. */
  readonly width: string;
  /** What the column sorts by, if anything. */
  readonly by?: ItemSort['by'];
  /** Left out where the list is narrower than this, in pixels. */
  readonly from?: number;
}

const plain = (column: Omit<TableColumn, 'facet'>): TableColumn => ({ ...column, facet: '' });

/**
 * The table's columns for a benchmark with these facets, in a list of this width (in pixels). Where several people work,
 * who has an item and how its raters stand; where any item is in a split, which.
 */
export function tableColumns(
  facets: Benchmark['facets'],
  listWidth: number,
  several: boolean,
  splits = false,
): readonly TableColumn[] {
  // What several people make of the items goes before what is known of them anyway.
  const more = several ? 200 : 0;
  const columns: readonly TableColumn[] = [
    plain({ id: 'mark', title: '', width: '20px' }),
    plain({ id: 'thumbnail', title: '', width: '40px' }),
    plain({ id: 'id', title: 'Id', width: 'minmax(136px, 1.4fr)', by: 'externalId' }),
    plain({ id: 'title', title: 'Text', width: 'minmax(100px, 3fr)', by: 'title' }),
    plain({ id: 'label', title: 'Label', width: '64px', by: 'label', from: 460 }),
    ...(splits ? [plain({ id: 'split', title: 'Split', width: '84px', from: 640 + more })] : []),
    ...facets.map(({ name, title, valueTitle }): TableColumn => ({
      id: 'facet',
      facet: name,
      ...(valueTitle !== undefined && { valueTitle }),
      title,
      width: 'minmax(72px, 0.7fr)',
      from: 720 + more,
    })),
    plain({ id: 'status', title: 'Status', width: '96px', by: 'status' }),
    plain({ id: 'flags', title: 'Flags', width: '64px', from: 600 }),
    ...(several
      ? [
          plain({ id: 'ratings', title: 'Raters', width: '112px', from: 600 }),
          plain({ id: 'assignees', title: 'Assigned to', width: 'minmax(92px, 0.8fr)', from: 780 }),
        ]
      : []),
    plain({ id: 'tags', title: 'Tags', width: 'minmax(64px, 0.8fr)', from: 860 + more }),
    plain({ id: 'updated', title: 'Changed', width: '152px', by: 'updated', from: 1000 + more }),
  ];
  return columns.filter(({ from }) => from === undefined || listWidth >= from);
}

/** The columns as a value of `grid-template-columns`. */
export function columnTemplate(columns: readonly TableColumn[]): string {
  return columns.map(({ width }) => width).join(' ');
}
