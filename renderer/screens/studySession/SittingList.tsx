import { Button } from '@mantine/core';
import { ArrowLeft, ChevronRight, ClipboardList } from 'lucide-react';
import type { OwnSitting } from '../../../shared/contract/sittings.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Heading } from './pages/Heading.tsx';
import { SendBack } from './pages/SendBack.tsx';
import classes from './SittingList.module.css';

const STATES: Readonly<Record<OwnSitting['state'], string>> = {
  waiting: 'Not begun',
  sitting: 'Begun: it goes on where you stopped',
  finished: 'Finished',
  withdrawn: 'Left early',
  closed: 'Closed: nothing can be answered any more',
};

/** The studies somebody takes part in, to choose from. */
export function SittingList({
  sittings,
  locked,
}: {
  readonly sittings: readonly OwnSitting[];
  readonly locked: boolean;
}) {
  const { packageFor } = useCasebook();
  return (
    <main className={classes['screen']}>
      <div className={classes['page']}>
        {!locked && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<ArrowLeft size={14} aria-hidden />}
            onClick={() => {
              goTo('/');
            }}
          >
            Back to Casebook
          </Button>
        )}
        {sittings.length === 0 ? (
          <EmptyState icon={ClipboardList} title="No study waits for you">
            Ask whoever invited you: you take part once you are enrolled in a study that is open.
          </EmptyState>
        ) : (
          <>
            <Heading>Which study?</Heading>
            <ul className={classes['list']} aria-label="Studies">
              {sittings.map(({ id, title, state }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={classes['sitting']}
                    onClick={() => {
                      goTo(places.sitting(id));
                    }}
                  >
                    <span className={classes['title']}>{title}</span>
                    <span className={classes['state']}>{STATES[state]}</span>
                    <ChevronRight size={16} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {packageFor !== null && <SendBack />}
      </div>
    </main>
  );
}
