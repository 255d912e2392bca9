import { Flex, ScrollArea } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ScreenPage.module.css';

/** A screen that is read from top to bottom, no wider than lines of text want to be. */
export function ScreenPage({
  children,
  wide = false,
}: {
  readonly children: ReactNode;
  readonly wide?: boolean;
}) {
  return (
    <ScrollArea h="100%" type="auto">
      <div className={classes['page']} data-wide={wide || undefined}>
        {children}
      </div>
    </ScrollArea>
  );
}

/** A screen whose list scrolls under its heading. */
export function ListPage({ children }: { readonly children: ReactNode }) {
  return <div className={classes['lines']}>{children}</div>;
}

/** A screen's name, what it is for, and what can be done with all of it. */
export function ScreenHeader({
  title,
  description,
  actions,
  level: Heading = 'h1',
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** A part of a screen has its heading below the screen’s. */
  readonly level?: 'h1' | 'h2';
}) {
  return (
    <header className={classes['header']}>
      <div>
        <Heading>{title}</Heading>
        {description !== undefined && <p>{description}</p>}
      </div>
      {actions !== undefined && (
        <Flex gap="sm" wrap="wrap">
          {actions}
        </Flex>
      )}
    </header>
  );
}
