import { ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { deskForms } from '../../../benchmarks/deskForms.ts';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useDesk } from '../../desk/context.ts';
import { ProblemList } from '../../desk/parts/ProblemList.tsx';
import { RefusedNotice } from '../../desk/parts/RefusedNotice.tsx';
import classes from './Case.module.css';

/** The benchmark's own form for the decision: any field can be written anew in it. */
export function WritePart({ opened, onToggle }: { readonly opened: boolean; readonly onToggle: () => void }) {
  const { benchmark, session } = useDesk();
  const Form = deskForms[benchmark.id]?.form;
  return (
    <>
      <RefusedNotice />
      <section className={classes['write']} aria-label="Write the decision">
        <button type="button" className={classes['fold']} aria-expanded={opened} onClick={onToggle}>
          <ChevronRight size={14} aria-hidden className={classes['chevron']} />
          Write it
          <span className={classes['hint']}>the form of the Desk, for the decision</span>
        </button>
        {opened && Form !== undefined && (
          <div key={session.itemId} className={classes['form']} data-write>
            <Suspense fallback={<LoadingState label="Loading the form" />}>
              <Form />
            </Suspense>
            <ProblemList />
          </div>
        )}
      </section>
    </>
  );
}
