import { Button, Flex } from '@mantine/core';
import { Bot, ChevronRight, Database, User } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { RaterColumn } from '../../../../shared/contract/adjudications.ts';
import { AnswerRow } from './AnswerRow.tsx';
import { useCase } from './caseContext.ts';
import type { CaseRow } from './caseRows.ts';
import { Letter } from '../../../ui/images/Letter.tsx';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { useAcceptKey } from './useAcceptKey.ts';
import { useAcceptActions } from './useAcceptActions.ts';
import classes from './AnswerTable.module.css';

/** More lines of one kind are shown when they are asked for. */
const SHOWN = 200;

/** Raters' answers side by side, what they differ in first, with the decision as it is at the end. */
export function AnswerTable({
  table,
  children,
}: {
  readonly table: RefObject<HTMLDivElement | null>;
  /** Stands below the table. */
  readonly children?: ReactNode;
}) {
  const { kase, rows } = useCase();
  const [agreedShown, setAgreedShown] = useState(rows.disputed.length + rows.different.length === 0);
  const columns = kase.columns.length + 2;
  return (
    <div ref={table} className={classes['scroller']} role="region" aria-label="Answers">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col" className={classes['what']}>
              Field
            </th>
            {kase.columns.map((column, place) => (
              <th key={column.column} scope="col">
                <ColumnHead column={column} place={place} />
              </th>
            ))}
            <th scope="col" className={classes['decision']}>
              Decision
            </th>
          </tr>
        </thead>
        <Group rows={rows.disputed} columns={columns} />
        {rows.different.length > 0 && (
          <Group title="Not compared, but different" rows={rows.different} columns={columns} />
        )}
        {rows.agreed.length > 0 && (
          <tbody>
            <tr>
              <td colSpan={columns} className={classes['group']}>
                <button
                  type="button"
                  className={classes['fold']}
                  aria-expanded={agreedShown}
                  onClick={() => setAgreedShown(!agreedShown)}
                >
                  <ChevronRight size={14} aria-hidden className={classes['chevron']} />
                  {counted(rows.agreed.filter(({ kind }) => kind !== 'cluster').length, 'field')} without
                  differences
                </button>
              </td>
            </tr>
          </tbody>
        )}
        {agreedShown && <Group rows={rows.agreed} columns={columns} />}
      </table>
      {children}
    </div>
  );
}

function Group({
  title,
  rows,
  columns,
}: {
  readonly title?: string;
  readonly rows: readonly CaseRow[];
  readonly columns: number;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <tbody>
      {title !== undefined && (
        <tr>
          <th scope="colgroup" colSpan={columns} className={classes['group']}>
            {title}
          </th>
        </tr>
      )}
      {shown.map((row) => (
        <AnswerRow key={row.id} row={row} />
      ))}
      {shown.length < rows.length && (
        <tr>
          <td colSpan={columns} className={classes['group']}>
            <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
              Show {counted(rows.length - shown.length, 'more line')}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  );
}

const KINDS = {
  human: { title: 'human', icon: User },
  model: { title: 'model', icon: Bot },
  source: { title: 'source', icon: Database },
} as const;

function ColumnHead({ column, place }: { readonly column: RaterColumn; readonly place: number }) {
  const accepting = useAcceptActions();
  const acceptKey = useAcceptKey()(place);
  const { rater } = column;
  const kind = rater === null ? null : KINDS[rater.kind];
  return (
    <Flex component="span" gap="xs" wrap="wrap" align="center">
      <Letter letter={column.column} place={place} />
      {rater !== null && kind !== null && (
        <span className={classes['rater']} title={`${rater.name} (${rater.handle}), ${kind.title}`}>
          <kind.icon size={13} role="img" aria-label={kind.title} />
          {rater.name}
        </span>
      )}
      {accepting !== null && acceptKey !== undefined && (
        <span title={`Accepts ${column.column}’s answer in the selected field`} aria-hidden>
          <KeyCaps value={acceptKey} />
        </span>
      )}
      {accepting !== null && (
        <Button
          size="compact-xs"
          px={4}
          variant="subtle"
          aria-label={`Accept all of ${column.column}`}
          title={`Accept all of ${column.column}`}
          onClick={() => accepting.all(column.column)}
        >
          Accept all
        </Button>
      )}
    </Flex>
  );
}
