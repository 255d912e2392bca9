import { useGated } from '../../ui/commands/useOnScreen.ts';
import { VisuallyHidden } from '@mantine/core';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { useApplicationState } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import type { DeskForm } from '../../benchmarks/parts.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { DeskCanvas } from './canvas/DeskCanvas.tsx';
import { useCanvasCommands } from '../../ui/form/useCanvasCommands.ts';
import { useAnswer, useDesk, useDeskState, useDeskView } from '../../ui/form/context.ts';
import { DeriveStage } from './derive/DeriveStage.tsx';
import { DeskDialogs, useDeskDialogs } from './DeskDialogs.tsx';
import { DeskPanel } from './DeskPanel.tsx';
import { ImageBar } from './derive/ImageBar.tsx';
import { useLeaveGuard } from './leaving.ts';
import { DeskToolbar } from './parts/DeskToolbar.tsx';
import { QueueStrip } from './queue/QueueStrip.tsx';
import { useNeighbours } from './queue/useNeighbours.ts';
import { useDeskActions } from './useDeskActions.ts';
import { useFollowFix } from './useFollowFix.ts';
import { useDeskCommands } from './useDeskCommands.ts';
import { useMayFix } from './useMayFix.ts';
import { usePanel } from '../../ui/layout/usePanel.ts';
import { useViewOptions } from '../../ui/images/viewOptions.ts';
import classes from './Desk.module.css';
import type { CanvasHandle } from '../../canvas/index.ts';

/** Where everything of the Desk stands: the image has the room, the form its panel, the queue its strip. */
export function DeskLayout({ itemId, loading }: { readonly itemId: ItemId; readonly loading: boolean }) {
  const { session, canvas, benchmark } = useDesk();
  const settings = useApplicationState().data?.settings;
  const { options, change } = useViewOptions(settings);
  const stage = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [panelShown, togglePanel] = usePanel('desk.panel');
  const [queueShown, toggleQueue] = usePanel('desk.queue');
  const dialogs = useDeskDialogs();
  const mode = useDeskView((view) => view.mode);
  const covered = useDeskView((view) => view.covered);
  const announcement = useDeskView((view) => view.announcement);
  const externalId = useDeskState((state) => state.item.externalId);
  const isBlind = useDeskState((state) => state.item.blind);
  useOwnWork(isBlind);
  const mayFix = useMayFix() && !isBlind;
  const neighbours = useNeighbours(itemId);
  const actions = useDeskActions(itemId, neighbours);
  useLeaveGuard(session);
  useFollowFix(session, benchmark.validation !== undefined);
  useEscapeToImage(panel, canvas);
  useFocusedImage(!loading && !covered, canvas);
  const entry = benchmarkParts[benchmark.id]?.desk;
  // What is only shown, such as a question, is neither drawn on nor answered nor submitted here.
  const isAnnotated = !hasStage(entry, useAnswer());
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
    dialogs,
    mayFix,
  });

  const gated = useGated();
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
              {isAnnotated && <ImageBar drop={stage} />}
              <div ref={stage} className={classes['stage']}>
                {isAnnotated ? (
                  <DeskCanvas
                    canvas={canvas}
                    viewOptions={options}
                    noLabels={entry?.noLabels ?? 'There are no box labels.'}
                    loading={loading}
                  />
                ) : (
                  <DeskStage />
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
        <DeskCover />
      </div>
      {panelShown && (
        <DeskPanel
          panel={panel}
          isAnnotated={isAnnotated}
          loading={loading}
          neighbours={neighbours}
          actions={actions}
          mayFix={mayFix}
          dialogs={dialogs}
        />
      )}
      <DeskDialogs dialogs={dialogs} onSkip={(reason) => void actions.skip(reason)} />
      <VisuallyHidden component="output" aria-live="polite">
        {announcement}
      </VisuallyHidden>
    </div>
  );
}

/** Whether a benchmark shows something in place of the images. */
const hasStage = (entry: DeskForm | undefined, answer: JsonObject): boolean =>
  entry?.stage?.isShown(answer) === true;

function DeskStage() {
  const { benchmark } = useDesk();
  const Stage = benchmarkParts[benchmark.id]?.desk.stage?.part;
  if (Stage === undefined) return null;
  return (
    <Suspense fallback={<LoadingState label="Opening the item" />}>
      <Stage />
    </Suspense>
  );
}

/** What a benchmark's form puts over the image. */
function DeskCover() {
  const { benchmark } = useDesk();
  const Cover = benchmarkParts[benchmark.id]?.desk.cover;
  if (Cover === undefined) return null;
  return (
    <Suspense fallback={<div className={classes['cover']} />}>
      <Cover />
    </Suspense>
  );
}

/**
 * The image takes the focus where what had it is gone with the item before, or with what covered the image: so keys go on
 * working.
 */
function useFocusedImage(isInSight: boolean, canvas: RefObject<CanvasHandle | null>): void {
  useEffect(() => {
    if (isInSight && (document.activeElement === null || document.activeElement === document.body))
      canvas.current?.focus();
  }, [isInSight, canvas]);
}

/** Anybody who has yet to answer an item is at their own work, wherever they came from. */
function useOwnWork(isBlind: boolean): void {
  useEffect(() => {
    if (isBlind) useListContext.getState().setAtWork(true);
  }, [isBlind]);
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
    return () => document.removeEventListener('keydown', leave);
  }, [panel, canvas]);
}
