import { Box } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { benchmarkParts } from '../../../benchmarks/registry.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { useDesk } from '../../../ui/form/context.ts';
import { focusField } from '../../../ui/form/focusField.ts';
import { ProblemList } from '../../../ui/form/ProblemList.tsx';
import { RefusedNotice } from '../../../ui/form/RefusedNotice.tsx';
import classes from './Case.module.css';

/** A field of the form, by its path. */
export interface WriteTarget {
  readonly path: string;
}

/** The benchmark's own form for the decision: any field can be written anew in it. */
export function WritePart({
  opened,
  target,
  onToggle,
}: {
  readonly opened: boolean;
  /** Where to go once the form is there; another object is another request. */
  readonly target: WriteTarget | null;
  readonly onToggle: () => void;
}) {
  const { benchmark, session } = useDesk();
  const Form = benchmarkParts[benchmark.id]?.desk.form;
  return (
    <>
      <RefusedNotice />
      <section className={classes['write']} aria-label="Write the decision">
        <button type="button" className={classes['fold']} aria-expanded={opened} onClick={onToggle}>
          <ChevronRight size={14} aria-hidden className={classes['chevron']} />
          Write it
          <Box component="span" c="dimmed" fw={400}>
            in the Desk’s form
          </Box>
        </button>
        {opened && Form !== undefined && (
          <div key={session.itemId} className={classes['form']} data-write>
            <Suspense fallback={<LoadingState label="Loading the form" />}>
              <Form />
              {target !== null && <GoTo target={target} />}
            </Suspense>
            <ProblemList />
          </div>
        )}
      </section>
    </>
  );
}

/** Stands beside the form: once this is drawn, so is the form, which is loaded when it is first needed. */
function GoTo({ target }: { readonly target: WriteTarget }) {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = here.current?.closest<HTMLElement>('[data-write]') ?? null;
    if (form !== null && !focusField(target.path, form)) form.scrollIntoView({ block: 'start' });
  }, [target]);
  return <span ref={here} hidden />;
}
