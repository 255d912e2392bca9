import { Box, Flex } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

/** What an empty screen shows: why, and what to do next. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  actions,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={classes['state']} data-empty>
      <Icon size={28} strokeWidth={1.5} aria-hidden className={classes['stateIcon']} />
      <Box component="h2" fz="lg" fw={600}>
        {title}
      </Box>
      {children !== undefined && <p className={classes['text']}>{children}</p>}
      {actions !== undefined && (
        <Flex gap="sm" wrap="wrap" justify="center" mt="sm">
          {actions}
        </Flex>
      )}
    </div>
  );
}
