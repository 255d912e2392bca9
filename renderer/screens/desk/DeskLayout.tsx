import { useGated } from '../../ui/commands/useOnScreen.ts';
import { VisuallyHidden } from '@mantine/core';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useApplicationState } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { DisputedNotice } from '../../ui/items/DisputedNotice.tsx';
import { SkipDialog } from '../../ui/dialogs/SkipDialog.tsx';
import { ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { DeskCanvas } from './canvas/DeskCanvas.tsx';
import { useCanvasCommands } from '../../ui/form/useCanvasCommands.ts';
import { useAnswer, useDesk, useDeskState, useDeskView } from '../../ui/form/context.ts';
import { DeriveStage } from './derive/DeriveStage.tsx';
import { ImageBar } from './derive/ImageBar.tsx';
import { Guidelines } from '../../ui/guidelines/Guidelines.tsx';
import { useLeaveGuard } from './leaving.ts';
import { DeskHeader } from './parts/DeskHeader.tsx';
import { DeskToolbar } from './parts/DeskToolbar.tsx';
import { ItemDetails } from './parts/ItemDetails.tsx';
import { CarriedParts } from '../../ui/form/CarriedParts.tsx';
import { ProblemList } from '../../ui/form/ProblemList.tsx';
import { RefusedNotice } from '../../ui/form/RefusedNotice.tsx';
import { SubmitBar } from './parts/SubmitBar.tsx';
import { TextNotice } from './parts/TextNotice.tsx';
import { Versions } from './parts/Versions.tsx';
import { QueueStrip } from './queue/QueueStrip.tsx';
import { useNeighbours } from './queue/useNeighbours.ts';
import { useDeskActions } from './useDeskActions.ts';
import { useFollowFix } from './useFollowFix.ts';
import { useDeskCommands } from './useDeskCommands.ts';
import { CommentsDrawer } from '../../ui/items/CommentsDrawer.tsx';
import { EditionsDrawer } from '../../ui/items/EditionsDrawer.tsx';
import { useMayFix } from './useMayFix.ts';
import { usePanel } from '../../ui/layout/usePanel.ts';
import { useViewOptions } from '../../ui/images/viewOptions.ts';
import classes from './Desk.module.css';
import type { CanvasHandle } from '../../canvas/index.ts';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';
import { EditionList } from '../../ui/items/EditionList.tsx';
import { Fold } from '../../ui/form/Fold.tsx';

const SKIP_REASONS = ['not sure', 'come back later', 'needs a second opinion', 'not my language'];

/** Where everything of the Desk stands: the image has the room, the form its panel, the queue its strip. */
export function DeskLayout({ itemId, loading }: { readonly itemId: ItemId; readonly loading: boolean }) {
  const { session, canvas, benchmark, readOnly, task, vocabulary } = useDesk();
  const row = useDeskState((state) => state.item);
  const settings = useApplicationState().data?.settings;
  const { options, change } = useViewOptions(settings);
  const stage = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [panelShown, togglePanel] = usePanel('desk.panel');
  const [queueShown, toggleQueue] = usePanel('desk.queue');
  const [skipping, setSkipping] = useState(false);
  const [versionsShown, setVersionsShown] = useState(false);
  const [editionsShown, setEditionsShown] = useState(false);
  const [commentsShown, setCommentsShown] = useState(false);
  const mode = useDeskView((view) => view.mode);
  const covered = useDeskView((view) => view.covered);
  const announcement = useDeskView((view) => view.announcement);
  const externalId = useDeskState((state) => state.item.externalId);
  const isBlind = useDeskState((state) => state.item.blind);
  const isAssigned = useDeskState((state) => state.item.assignment !== null);
  // Anybody who has yet to answer an item is at their own work, wherever they came from.
  useEffect(() => {
    if (isBlind) useListContext.getState().setAtWork(true);
  }, [isBlind]);
  const mayFix = useMayFix() && !isBlind;
  const neighbours = useNeighbours(itemId);
  const actions = useDeskActions(itemId, neighbours);
  useLeaveGuard(session);
  useFollowFix(session, benchmark.validation !== undefined);
  useEscapeToImage(panel, canvas);
  // What had the focus is gone with the item before, or what covered the image: the image takes it, so that keys go on working.
  useEffect(() => {
    if (!loading && !covered && (document.activeElement === null || document.activeElement === document.body))
      canvas.current?.focus();
  }, [loading, covered, canvas]);
  const entry = benchmarkParts[benchmark.id]?.desk;
  const answer = useAnswer();
  const Stage = entry?.stage?.isShown(answer) === true ? entry.stage.part : null;
  // What is only shown, such as a question, is neither drawn on nor answered nor submitted here.
  const isAnnotated = Stage === null;
  useCanvasCommands(stage, isAnnotated && !covered, () => {
    change({ ...options, loupe: !options.loupe });
  });
  useDeskCommands({
    actions,
    isAnnotated,
    loading,
    panel,
    panelShown,
    togglePanel,
    toggleQueue,
    askSkip: () => {
      setSkipping(true);
    },
    toggleVersions: () => {
      setVersionsShown((shown) => !shown);
    },
    mayFix,
    toggleEditions: () => {
      setEditionsShown((shown) => !shown);
    },
    toggleComments: () => {
      setCommentsShown((shown) => !shown);
    },
  });

  const gated = useGated();
  const Form = entry?.form;
  const Cover = entry?.cover;
  return (
    <div className={classes['desk']} data-panel={panelShown || undefined} {...gated}>
      <ScreenTitle>{`Desk: ${externalId}`}</ScreenTitle>
      <div className={classes['main']} inert={loading}>
        <div className={classes['beneath']} inert={covered}>
          {mode === 'boxes' ? (
            <>
              <DeskToolbar
                drawing={isAnnotated}
                viewOptions={options}
                onViewOptionsChange={change}
                panelShown={panelShown}
                onTogglePanel={togglePanel}
                queueShown={queueShown}
                onToggleQueue={toggleQueue}
              />
              {Stage === null && <ImageBar drop={stage} />}
              <div ref={stage} className={classes['stage']}>
                {Stage === null ? (
                  <DeskCanvas
                    canvas={canvas}
                    viewOptions={options}
                    noLabels={entry?.noLabels ?? 'There are no box labels.'}
                    loading={loading}
                  />
                ) : (
                  <Suspense fallback={<LoadingState label="Opening the item" />}>
                    <Stage />
                  </Suspense>
                )}
              </div>
            </>
          ) : (
            <div ref={stage} className={classes['stage']}>
              <DeriveStage key={mode} operation={mode} canvas={canvas} viewOptions={options} />
            </div>
          )}
          {queueShown && <QueueStrip itemId={itemId} position={neighbours.position} onOpen={actions.open} />}
        </div>
        {Cover !== undefined && (
          <Suspense fallback={<div className={classes['cover']} />}>
            <Cover />
          </Suspense>
        )}
      </div>
      {panelShown && (
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
            onVersions={() => {
              setVersionsShown(true);
            }}
            onComments={() => {
              setCommentsShown(true);
            }}
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
              {!readOnly && (
                <SubmitBar
                  actions={actions}
                  onSkip={() => {
                    setSkipping(true);
                  }}
                />
              )}
            </footer>
          )}
        </aside>
      )}
      <SkipDialog
        opened={skipping}
        title="Skip this item"
        description={
          isAssigned
            ? 'Your work lists the item as skipped; you can return and answer it.'
            : 'The item stays unchanged; its history records the reason.'
        }
        reasons={SKIP_REASONS}
        onClose={() => {
          setSkipping(false);
        }}
        onSkip={(reason) => {
          setSkipping(false);
          void actions.skip(reason);
        }}
      />
      <Versions
        opened={versionsShown}
        onClose={() => {
          setVersionsShown(false);
        }}
      />
      <EditionsDrawer
        itemId={session.itemId}
        opened={editionsShown}
        onClose={() => {
          setEditionsShown(false);
        }}
      />
      <CommentsDrawer
        itemId={session.itemId}
        opened={commentsShown}
        onClose={() => {
          setCommentsShown(false);
        }}
      />
      <VisuallyHidden component="output" aria-live="polite">
        {announcement}
      </VisuallyHidden>
    </div>
  );
}

/** Escape leads from anywhere in the form back to the image, unless it closes something that is open. */
function useEscapeToImage(
  panel: RefObject<HTMLElement | null>,
  canvas: RefObject<CanvasHandle | null>,
): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      if (panel.current?.contains(target) !== true || target.ariaExpanded === 'true') return;
      event.preventDefault();
      canvas.current?.focus();
      // As long as something covers the image, keys go to the cover.
      if (document.activeElement === target) target.blur();
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
    };
  }, [panel, canvas]);
}

/** The wordings that the item has had; which one holds stands beside the title. */
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
