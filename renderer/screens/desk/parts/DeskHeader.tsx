import { ActionIcon, Box, Group, Menu, Tooltip } from '@mantine/core';
import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  EyeOff,
  History as HistoryIcon,
  MessageSquare,
  Wrench,
} from 'lucide-react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { ItemRow } from '../../../../shared/contract/items.ts';
import { type ItemStatus, ItemStatus as ItemStatusSchema } from '../../../../shared/domain/status.ts';
import { useCurates } from '../../../ui/window/applicationState.ts';
import { HARMLESS } from '../../../ui/commands/gateListener.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { StatusBadge, statusLooks } from '../../../ui/items/StatusBadge.tsx';
import { useDesk, useDeskState } from '../../../ui/form/context.ts';
import { useOpenComments } from '../../../ui/items/CommentsDrawer.tsx';
import { AssignmentBadge } from '../../../ui/items/AssignmentBadge.tsx';
import type { Neighbours } from '../queue/useNeighbours.ts';
import classes from './DeskHeader.module.css';

/** Which item, where in the queue, in what state, which version. */
export function DeskHeader({
  neighbours,
  isAnnotated,
  onPrevious,
  onNext,
  onStatus,
  onVersions,
  onComments,
  onFix,
}: {
  readonly neighbours: Neighbours;
  /** Whether it is answered here; what is only shown has neither a status of work nor versions. */
  readonly isAnnotated: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onStatus: (status: ItemStatus) => void;
  readonly onVersions: () => void;
  readonly onComments: () => void;
  /** Null: the current user cannot give the item another wording. */
  readonly onFix: (() => void) | null;
}) {
  const { readOnly } = useDesk();
  const curates = useCurates();
  const atWork = useListContext((context) => context.atWork);
  const item = useDeskState((state) => state.item);
  const openComments = useOpenComments(item.id, item.openComments);
  const state = useDeskState((desk) => desk.state);
  const version = useDeskState((desk) => desk.version);
  const { position, total } = neighbours;
  const name = nameOf(item, atWork ? total : null);
  const versions = isAnnotated && (
    <Tooltip label="Versions of this answer (Alt+V)">
      <button type="button" className={classes['version']} onClick={onVersions}>
        <HistoryIcon size={13} aria-hidden />
        {versionWords(state, version)}
      </button>
    </Tooltip>
  );
  return (
    <header className={classes['header']}>
      <Group gap="xs" wrap="nowrap" mih={28}>
        <Tooltip label="Previous item (PgUp)">
          <ActionIcon
            {...HARMLESS}
            aria-label="Previous item"
            disabled={isAtEnd(neighbours, 'previous')}
            onClick={onPrevious}
          >
            <ChevronLeft size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {/* The name of an item that is rated blind says its place already. */}
        {!(atWork && item.blind) && (
          <span className={classes['place']}>
            {`${position === null ? '–' : formatCount(position + 1)} of ${formatCount(total)}`}
          </span>
        )}
        <Tooltip label="Next item (PgDn)">
          <ActionIcon
            {...HARMLESS}
            aria-label="Next item"
            disabled={isAtEnd(neighbours, 'next')}
            onClick={onNext}
          >
            <ChevronRight size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Box component="span" flex={1} />
        {atWork && versions}
        {!isAnnotated ? null : atWork && item.assignment !== null ? (
          <AssignmentBadge state={item.assignment.state} begun={state === 'draft'} />
        ) : (
          <StatusMenu status={item.status} disabled={readOnly || !curates} onChoose={onStatus} />
        )}
      </Group>
      <Group gap="xs" wrap="nowrap" mih={28}>
        <h2 className={classes['id']} title={name}>
          {item.blind && <EyeOff size={14} aria-hidden />}
          <span>{name}</span>
        </h2>
        <CommentsButton count={openComments} onClick={onComments} />
        {onFix !== null && (
          <Tooltip label="Fix this item in a new edition (Alt+X)">
            <button type="button" className={classes['version']} onClick={onFix}>
              <Wrench size={13} aria-hidden />
              Fix…
            </button>
          </Tooltip>
        )}
        {!atWork && versions}
      </Group>
    </header>
  );
}

const isAtEnd = (neighbours: Neighbours, side: 'previous' | 'next'): boolean =>
  neighbours.known && neighbours[side] === null;

function StatusMenu({
  status: current,
  disabled,
  onChoose,
}: {
  readonly status: ItemStatus;
  readonly disabled: boolean;
  readonly onChoose: (status: ItemStatus) => void;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={classes['status']}
          disabled={disabled}
          aria-label={`Status: ${statusLooks[current].title}. Change`}
        >
          <StatusBadge status={current} />
          <ChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {ItemStatusSchema.options.map((status) => (
          <Menu.Item key={status} disabled={status === current} onClick={() => onChoose(status)}>
            <StatusBadge status={status} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function CommentsButton({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  return (
    <Tooltip label="Comments on this item (Alt+M)">
      <button
        type="button"
        className={classes['version']}
        aria-label={count === 0 ? 'Comments' : counted(count, 'open comment')}
        onClick={onClick}
      >
        <MessageSquare size={13} aria-hidden />
        {count > 0 && formatCount(count)}
      </button>
    </Tooltip>
  );
}

/** "Item 12 of 50, round 1, blind": the title of an assigned item for the person who answers it. */
function nameOf({ externalId, assignment, blind }: ItemRow, total: number | null): string {
  if (assignment === null || total === null) return externalId;
  const place = blind && total > 0 ? ` of ${formatCount(total)}` : '';
  return `${externalId}${place}, round ${String(assignment.round)}${blind ? ', blind' : ''}`;
}

function versionWords(state: 'draft' | 'submitted' | null, version: number): string {
  if (state === null) return 'Not begun';
  return state === 'draft' ? `Draft of version ${String(version)}` : `Version ${String(version)} submitted`;
}
