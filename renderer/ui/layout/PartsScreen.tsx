import { Box, Stack, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './PartsScreen.module.css';

/** A part of a screen, with the address that opens it. */
export interface ScreenPart {
  /** As in the address; undefined: the one without a name of its own. */
  readonly part: string | undefined;
  readonly title: string;
  readonly path: string;
}

/** A screen of several parts, one at a time, with the links between them above it; none where there is one part. */
export function PartsScreen({
  title,
  parts,
  current,
  children,
}: {
  readonly title: string;
  readonly parts: readonly ScreenPart[];
  readonly current: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Stack gap={0} h="100%" mih={0}>
      <ScreenTitle>{title}</ScreenTitle>
      {parts.length > 1 && (
        <nav className={classes['parts']} aria-label={`Parts of ${title}`}>
          {parts.map((each) => (
            <Link
              key={each.path}
              href={each.path}
              className={classes['tab']}
              aria-current={each.part === current ? 'page' : undefined}
            >
              {each.title}
            </Link>
          ))}
        </nav>
      )}
      <Box flex={1} mih={0}>
        {children}
      </Box>
    </Stack>
  );
}

/** The heading of a screen whose rail and links say where one is: for screen readers. */
export function ScreenTitle({ children }: { readonly children: string }) {
  return (
    <VisuallyHidden component="h1" m={0}>
      {children}
    </VisuallyHidden>
  );
}
