import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense } from 'react';
import type { ItemId } from '../../../shared/base/ids.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import { orpc } from '../../client/index.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { CarriedParts } from '../../ui/form/CarriedParts.tsx';
import { useDesk, useDeskState } from '../../ui/form/context.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import { ProblemList } from '../../ui/form/ProblemList.tsx';
import { RefusedNotice } from '../../ui/form/RefusedNotice.tsx';
import { Guidelines } from '../../ui/guidelines/Guidelines.tsx';
import { DisputedNotice } from '../../ui/items/DisputedNotice.tsx';
import { EditionList } from '../../ui/items/EditionList.tsx';
import type { DeskDialogState } from './DeskDialogs.tsx';
import { DeskHeader } from './parts/DeskHeader.tsx';
import { ItemDetails } from './parts/ItemDetails.tsx';
import { SubmitBar } from './parts/SubmitBar.tsx';
import { TextNotice } from './parts/TextNotice.tsx';
import type { Neighbours } from './queue/useNeighbours.ts';
import type { DeskActions } from './useDeskActions.ts';
import classes from './Desk.module.css';

/** The answer to an item and what is known of it, beside the image. */
export function DeskPanel({
  panel,
  isAnnotated,
  loading,
  neighbours,
  actions,
  mayFix,
  dialogs,
}: {
  readonly panel: RefObject<HTMLElement | null>;
  /** Whether the item is answered here. */
  readonly isAnnotated: boolean;
  readonly loading: boolean;
  readonly neighbours: Neighbours;
  readonly actions: DeskActions;
  readonly mayFix: boolean;
  readonly dialogs: DeskDialogState;
}) {
  const { session, benchmark, readOnly, task, vocabulary } = useDesk();
  const row = useDeskState((state) => state.item);
  const isBlind = row.blind;
  const entry = benchmarkParts[benchmark.id]?.desk;
  const Form = entry?.form;
  return (
    <aside
      ref={panel}
      className={classes['panel']}
      data-wide={entry?.wide}
      aria-label={isAnnotated ? 'Answer' : 'About the item'}
      inert={loading}
    >
      <DeskHeader
        neighbours={neighbours}
        isAnnotated={isAnnotated}
        onPrevious={actions.previous}
        onNext={actions.next}
        onStatus={(status) => void actions.setStatus(status)}
        onVersions={() => dialogs.show('versions')}
        onComments={() => dialogs.show('comments')}
        onFix={mayFix ? () => void actions.fix() : null}
      />
      <TextNotice />
      <RefusedNotice />
      {!isBlind && <DisputedNotice row={row} task={task} vocabulary={vocabulary} />}
      <div key={session.itemId} className={classes['form']}>
        {Form !== undefined && (
          <Suspense fallback={<LoadingState label="Loading the form" />}>
            <Form />
          </Suspense>
        )}
        {isAnnotated && <Guidelines />}
        <ItemDetails />
        {!isBlind && benchmark.validation !== undefined && <ItemEditions itemId={session.itemId} />}
      </div>
      {isAnnotated && (
        <footer className={classes['foot']}>
          <CarriedParts />
          <ProblemList />
          {!readOnly && <SubmitBar actions={actions} onSkip={() => dialogs.show('skip')} />}
        </footer>
      )}
    </aside>
  );
}

/** The wordings that the item has had; the current one is marked beside the title. */
function ItemEditions({ itemId }: { readonly itemId: ItemId }) {
  const editions = useQuery(orpc.validation.editions.queryOptions({ input: { itemId } })).data;
  const current = editions?.find(({ isCurrent }) => isCurrent);
  return (
    <Fold
      id="editions"
      title="Editions"
      initiallyOpen={false}
      note={current !== undefined && current.number > 1 ? `Edition ${String(current.number)}` : undefined}
    >
      <EditionList itemId={itemId} />
    </Fold>
  );
}
