import { Check } from 'lucide-react';
import { memo } from 'react';
import type { ItemRow } from '../../../shared/contract/items.ts';
import { formatDateTime } from '../../ui/text/format.ts';
import { StatusBadge } from '../../ui/items/StatusBadge.tsx';
import { RatingBadge } from '../../ui/items/RatingBadge.tsx';
import { ItemFlags } from './ItemFlags.tsx';
import { ItemName } from '../../ui/items/ItemName.tsx';
import { SearchHits } from '../../ui/items/SearchHits.tsx';
import { RowThumbnail } from '../../ui/items/RowThumbnail.tsx';
import type { TableColumn } from './tableColumns.ts';
import classes from './items.module.css';

/** An item in the table. */
export const ItemLine = memo(function ItemLine({
  row,
  columns,
}: {
  readonly row: ItemRow;
  readonly columns: readonly TableColumn[];
}) {
  return columns.map((column) => <Cell key={`${column.id} ${column.facet}`} row={row} column={column} />);
});

function Cell({ row, column }: { readonly row: ItemRow; readonly column: TableColumn }) {
  if (isText(column.id)) return <TextCell text={TEXTS[column.id](row)} />;
  switch (column.id) {
    case 'mark':
      return (
        <span className={classes['cellMark']} data-mark>
          <span className={classes['mark']}>
            <Check size={12} strokeWidth={3} aria-hidden />
          </span>
        </span>
      );
    case 'thumbnail':
      return (
        <span className={classes['cellThumbnail']}>
          <RowThumbnail row={row} />
        </span>
      );
    case 'id':
      return (
        <span className={classes['cell']} title={row.externalId}>
          <ItemName id={row.externalId} />
        </span>
      );
    case 'status':
      return (
        <span className={classes['cell']}>
          <StatusBadge status={row.status} />
        </span>
      );
    case 'flags':
      return (
        <span className={classes['cell']}>
          <ItemFlags row={row} />
        </span>
      );
    case 'ratings':
      return (
        <span className={classes['cell']}>
          {row.ratings !== null && <RatingBadge state={row.ratings} consensus={row.consensus} />}
        </span>
      );
    case 'facet': {
      const value = row.facets[column.facet];
      return <TextCell text={value === undefined ? '' : (column.valueTitle?.(value) ?? value)} />;
    }
  }
}

/** What the columns of texts show of an item. */
const TEXTS = {
  title: (row) => row.title,
  label: (row) => row.label ?? '',
  split: (row) => row.split ?? '',
  assignees: (row) => row.assignees.join(', '),
  tags: (row) => row.tags.join(', '),
  updated: (row) => formatDateTime(row.updatedAt),
} satisfies Readonly<Record<string, (row: ItemRow) => string>>;

const isText = (id: TableColumn['id']): id is keyof typeof TEXTS => id in TEXTS;

function TextCell({ text }: { readonly text: string }) {
  return (
    <span className={classes['cell']} title={text}>
      <SearchHits>{text}</SearchHits>
    </span>
  );
}
