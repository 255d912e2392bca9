import { Box, Button, Table, Text } from '@mantine/core';
import { CircleAlert, Info, type LucideIcon, OctagonAlert } from 'lucide-react';
import { useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { HealthFindingReport } from '../../../shared/contract/health.ts';
import { ItemId } from '../../../shared/base/ids.ts';
import { pInWords } from '../../../shared/statistics/probability.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { cellText } from './cellText.ts';
import classes from './HealthScreen.module.css';

interface Look {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly state: 'disputed' | 'pending' | 'rejected';
}

/** How each severity is shown: by icon and word as well as colour. */
const LOOKS: Readonly<Record<HealthFindingReport['severity'], Look>> = {
  serious: { title: 'Serious', icon: OctagonAlert, state: 'disputed' },
  notable: { title: 'Notable', icon: CircleAlert, state: 'pending' },
  note: { title: 'Note', icon: Info, state: 'rejected' },
};

/** Groups beyond this many are behind a button. */
const SHOWN_GROUPS = 8;

type Group = HealthFindingReport['groups'][number];

/** One finding: what it is, what to do, figures, and the items behind it. */
export function Finding({ finding }: { readonly finding: HealthFindingReport }) {
  const [all, setAll] = useState(false);
  const { title: severity, icon: Icon, state } = LOOKS[finding.severity];
  const { groups, table, statistic } = finding;
  const items = new Set(groups.flatMap((group) => group.items.map(({ id }) => id)));
  const shown = all ? groups : groups.slice(0, SHOWN_GROUPS);
  return (
    <article className={classes['finding']}>
      <header className={classes['head']}>
        <span className={classes['severity']} data-state={state}>
          <Icon size={14} aria-hidden />
          {severity}
        </span>
        <h2>{finding.title}</h2>
        {items.size > 0 && (
          <Button variant="default" onClick={() => showItems([...items])}>
            Show {counted(items.size, 'item')}
          </Button>
        )}
      </header>
      <p>{finding.explanation}</p>
      {statistic !== null && (
        <p className={classes['statistic']}>
          {statistic.test}
          {statistic.value !== null && ` = ${statistic.value.toFixed(2)}`}, {pInWords(statistic.p)}
        </p>
      )}
      {table !== null && (
        <Box w="fit-content" maw="100%" mb="sm" style={{ overflowX: 'auto' }}>
          <Table aria-label={finding.title} withTableBorder={false}>
            <Table.Thead>
              <Table.Tr>
                {table.columns.map((column) => (
                  <Table.Th key={column}>{column}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.rows.map((row) => (
                <Table.Tr key={row.join(' ')}>
                  {row.map((cell, index) => (
                    <Table.Td
                      key={table.columns[index]}
                      className={typeof cell === 'number' ? classes['number'] : undefined}
                    >
                      {cellText(table.columns[index], cell, formatFigure)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
      {groups.length > 1 && (
        <ul className={classes['groups']}>
          {shown.map((group) => (
            <li key={`${group.label} ${group.items[0]?.id ?? ''}`}>
              <GroupLine group={group} />
            </li>
          ))}
          {groups.length > SHOWN_GROUPS && (
            <li>
              <Button variant="subtle" aria-expanded={all} onClick={() => setAll(!all)}>
                {all ? 'Fewer' : `${formatCount(groups.length - SHOWN_GROUPS)} more`}
              </Button>
            </li>
          )}
        </ul>
      )}
    </article>
  );
}

function GroupLine({ group }: { readonly group: Group }) {
  return (
    <button
      type="button"
      className={classes['group']}
      onClick={() => showItems(group.items.map(({ id }) => id))}
    >
      <Text span inherit truncate flex={1} miw={0}>
        {group.label}
      </Text>
      <Text span inherit truncate flex="none" maw="60%" c="dimmed">
        {group.items
          .slice(0, 6)
          .map(({ externalId }) => externalId)
          .join(', ')}
        {group.items.length > 6 && ` and ${formatCount(group.items.length - 6)} more`}
      </Text>
    </button>
  );
}

/** Opens the Library on exactly these items. */
function showItems(ids: readonly string[]): void {
  useListContext.getState().setFilter({ ids: ids.map((id) => ItemId.parse(id)) });
  goTo(places.library);
}

function formatFigure(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : value.toFixed(2);
}
