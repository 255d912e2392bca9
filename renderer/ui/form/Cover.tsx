import { type ReactNode, useLayoutEffect } from 'react';
import { useDesk } from './context.ts';
import classes from './Cover.module.css';

/** Hides image and queue as long as something is to be answered before they are seen. */
export function Cover({ field, children }: { readonly field?: string; readonly children: ReactNode }) {
  const { view } = useDesk();
  // Before anything is painted: what is beneath takes neither keys nor focus.
  useLayoutEffect(() => {
    view.setState({ covered: true });
    return () => view.setState({ covered: false });
  }, [view]);
  return (
    <section className={classes['cover']} aria-label="Before the image is shown" data-field={field}>
      <div className={classes['content']}>{children}</div>
    </section>
  );
}
