import { Box, Stack } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveSettings, useApplicationState } from '../window/applicationState.ts';
import { toastFailure } from '../feedback/toast.tsx';
import classes from './Fold.module.css';

/** A part of the panel that can be folded away; how it was left is remembered on this machine. */
export function Fold({
  id,
  title,
  note,
  children,
  initiallyOpen = true,
}: {
  readonly id: string;
  readonly title: string;
  /** Stands at the right of the title, folded or not. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly initiallyOpen?: boolean;
}) {
  const panel = `desk.${id}`;
  const open = useApplicationState().data?.settings.panels[panel] ?? initiallyOpen;
  const panels = useApplicationState().data?.settings.panels ?? {};
  return (
    <details
      className={classes['fold']}
      open={open}
      onToggle={(event) => {
        const now = event.currentTarget.open;
        if (now === open) return;
        saveSettings({ panels: { ...panels, [panel]: now } }).catch((error: unknown) => {
          toastFailure('The panel layout could not be saved', error);
        });
      }}
    >
      <summary className={classes['summary']}>
        <ChevronRight size={14} aria-hidden className={classes['chevron']} />
        <Box component="h3" flex={1} fz="sm" fw={600}>
          {title}
        </Box>
        <Box component="span" c="dimmed" fz="xs">
          {note}
        </Box>
      </summary>
      <Stack pt="xs" pr="md" pb="md" pl="md">
        {children}
      </Stack>
    </details>
  );
}
