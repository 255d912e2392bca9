import { Box, Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

/** A part of the report: its name, what it says in a line, what can be done with it. */
export function Section({
  title,
  description,
  actions,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <header className={classes['head']}>
        <Box flex={1} miw={240}>
          <h2 id={id}>{title}</h2>
          {description !== undefined && <p>{description}</p>}
        </Box>
        <Group gap="xs">{actions}</Group>
      </header>
      {children}
    </section>
  );
}
