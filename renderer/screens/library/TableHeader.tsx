import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ItemSort } from '../../../shared/contract/items.ts';
import { columnTemplate, type TableColumn } from './tableColumns.ts';
import classes from './items.module.css';

/** The table's headings; those of columns that sort are buttons. */
export function TableHeader({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly TableColumn[];
  readonly sort: ItemSort;
  readonly onSort: (sort: ItemSort) => void;
}) {
  return (
    <div className={classes['header']} style={{ gridTemplateColumns: columnTemplate(columns) }}>
      {columns.map(({ id, facet, title, by }) => {
        const key = `${id} ${facet}`;
        if (by === undefined)
          return (
            <span key={key} className={classes['cell']}>
              {title}
            </span>
          );
        const active = sort.by === by;
        const Arrow = sort.descending ? ArrowDown : ArrowUp;
        const direction = active ? (sort.descending ? ', now descending' : ', now ascending') : '';
        return (
          <button
            key={key}
            type="button"
            className={classes['sort']}
            data-active={active || undefined}
            aria-label={`Sort by ${title.toLowerCase()}${direction}`}
            onClick={() => onSort({ by, descending: active && !sort.descending })}
          >
            {title}
            {active && <Arrow size={12} aria-hidden />}
          </button>
        );
      })}
    </div>
  );
}
