import { Box } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './participant.module.css';

/** The whole window of somebody who takes part: a line that says in which study, and the page below it. */
export function ParticipantFrame({
  title,
  before,
  children,
  beside,
  place,
}: {
  /** Of the study. */
  readonly title: string;
  /** Shown before the title. */
  readonly before?: ReactNode;
  /** Shown after it. */
  readonly beside?: ReactNode;
  /** Names what the page is about: another one begins at its top. */
  readonly place: string;
  readonly children: ReactNode;
}) {
  const page = useRef<HTMLElement>(null);
  const shown = useRef(place);
  useLayoutEffect(() => {
    if (shown.current === place || page.current === null) return;
    shown.current = place;
    page.current.scrollTop = 0;
  }, [place]);
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        {before}
        <span className={classes['study']} title={title}>
          {title}
        </span>
        {beside}
      </header>
      <main ref={page} className={classes['page']}>
        {children}
      </main>
    </div>
  );
}

/** A word in the line above the page: what is shown does not count, or is not kept. */
export function Mark({ kind, children }: { readonly kind: 'trial' | 'practice'; readonly children: string }) {
  return (
    <span className={classes['tag']} data-kind={kind}>
      {children}
    </span>
  );
}

/** What follows is at the end of the line. */
export function Space() {
  return <Box component="span" flex={1} />;
}
