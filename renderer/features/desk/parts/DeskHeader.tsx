import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronLeft, ChevronRight, History as HistoryIcon } from 'lucide-react';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import { ItemStatus as ItemStatusSchema } from '../../../../shared/domain/status.ts';
import { StatusBadge, statusLooks } from '../../../ui/StatusBadge.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useDesk, useDeskState } from '../context.ts';
import type { Neighbours } from '../queue/useNeighbours.ts';
import classes from './DeskHeader.module.css';

/** Which item, where in the queue, in what state, which version. */
export function DeskHeader({
  neighbours,
  onPrevious,
  onNext,
  onStatus,
  onVersions,
}: {
  readonly neighbours: Neighbours;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onStatus: (status: ItemStatus) => void;
  readonly onVersions: () => void;
}) {
  const { readOnly } = useDesk();
  const item = useDeskState((state) => state.item);
  const state = useDeskState((desk) => desk.state);
  const version = useDeskState((desk) => desk.version);
  const { position, total } = neighbours;
  return (
    <header className={classes['header']}>
      <div className={classes['line']}>
        <Tooltip label="Previous item (PgUp)">
          <ActionIcon aria-label="Previous item" disabled={neighbours.previous === null} onClick={onPrevious}>
            <ChevronLeft size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <span className={classes['place']}>
          {position === null
            ? `– of ${formatCount(total)}`
            : `${formatCount(position + 1)} of ${formatCount(total)}`}
        </span>
        <Tooltip label="Next item (PgDn)">
          <ActionIcon aria-label="Next item" disabled={neighbours.next === null} onClick={onNext}>
            <ChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <span className={classes['grow']} />
        <Menu position="bottom-end">
          <Menu.Target>
            <button
              type="button"
              className={classes['status']}
              disabled={readOnly}
              aria-label={`Status: ${statusLooks[item.status].title}. Change`}
            >
              <StatusBadge status={item.status} />
              <ChevronDown size={13} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {ItemStatusSchema.options.map((status) => (
              <Menu.Item
                key={status}
                disabled={status === item.status}
                onClick={() => {
                  onStatus(status);
                }}
              >
                <StatusBadge status={status} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes['line']}>
        <h2 className={classes['id']} title={item.externalId}>
          {item.externalId}
        </h2>
        <Tooltip label="Versions of this answer (Alt+V)">
          <button type="button" className={classes['version']} onClick={onVersions}>
            <HistoryIcon size={13} aria-hidden />
            {versionWords(state, version)}
          </button>
        </Tooltip>
      </div>
    </header>
  );
}

function versionWords(state: 'draft' | 'submitted' | null, version: number): string {
  if (state === null) return 'Not begun';
  return state === 'draft' ? `Draft of version ${String(version)}` : `Version ${String(version)} submitted`;
}
