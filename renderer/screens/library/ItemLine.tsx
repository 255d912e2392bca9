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
    case 'title':
      return <TextCell text={row.title} />;
    case 'label':
      return <TextCell text={row.label ?? ''} />;
    case 'split':
      return <TextCell text={row.split ?? ''} />;
    case 'facet': {
      const value = row.facets[column.facet];
      return <TextCell text={value === undefined ? '' : (column.valueTitle?.(value) ?? value)} />;
    }
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
    case 'assignees':
      return <TextCell text={row.assignees.join(', ')} />;
    case 'tags':
      return <TextCell text={row.tags.join(', ')} />;
    case 'updated':
      return <TextCell text={formatDateTime(row.updatedAt)} />;
  }
}

function TextCell({ text }: { readonly text: string }) {
  return (
    <span className={classes['cell']} title={text}>
      <SearchHits>{text}</SearchHits>
    </span>
  );
}
