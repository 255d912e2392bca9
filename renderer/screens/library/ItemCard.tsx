import { Check } from 'lucide-react';
import { memo } from 'react';
import type { ItemRow } from '../../../shared/contract/items.ts';
import { StatusIcon } from '../../ui/items/StatusBadge.tsx';
import { ItemFlags } from './ItemFlags.tsx';
import { ItemName } from '../../ui/items/ItemName.tsx';
import { SearchHits } from '../../ui/items/SearchHits.tsx';
import { RowThumbnail } from '../../ui/items/RowThumbnail.tsx';
import classes from './items.module.css';

/** An item in the grid. */
export const ItemCard = memo(function ItemCard({ row }: { readonly row: ItemRow }) {
  return (
    <>
      <span className={classes['picture']}>
        <RowThumbnail row={row} />
        <span className={classes['mark']} data-mark>
          <Check size={14} strokeWidth={3} aria-hidden />
        </span>
      </span>
      <span className={classes['caption']}>
        <StatusIcon status={row.status} />
        <span className={classes['id']} title={row.externalId}>
          <ItemName id={row.externalId} />
        </span>
        {row.label !== null && <span className={classes['label']}>{row.label}</span>}
        <ItemFlags row={row} />
      </span>
      <span className={classes['title']} title={row.title}>
        {/* What is called by its file has been named already. */}
        {row.title !== row.externalId && <SearchHits>{row.title}</SearchHits>}
      </span>
    </>
  );
});
