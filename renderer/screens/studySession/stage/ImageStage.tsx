import { ActionIcon, Box, Button, Tooltip } from '@mantine/core';
import { Fullscreen, Scan, Search, SquareDashedMousePointer, Trash2, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { newId } from '../../../client/newId.ts';
import { useLatest } from '../../../ui/commands/commands.ts';
import { Canvas, type CanvasHandle, type CanvasToolName, defaultViewOptions } from '../../../canvas/index.ts';
import { imageUrl } from '../../../client/index.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ParticipantKeys } from '../../../ui/participant/ParticipantKeys.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { imageName } from './matchingStage.ts';
import { lookedAt, type Stage, type StageImage } from './stage.ts';
import { useLookCommands } from './useLookCommands.ts';
import classes from './ImageStage.module.css';

/** The images with the room that they need, to be looked at closely; answers are given on them where asked for. */
export function ImageStage({
  images,
  stage = lookedAt,
  label,
  isLocked = false,
  focusedFor = null,
  shownFor,
  onShown,
}: {
  readonly images: readonly StageImage[];
  readonly stage?: Stage;
  /** Names the images to screen readers. */
  readonly label: string;
  readonly isLocked?: boolean;
  /** What the keyboard is at the image for, from the start; null: it is elsewhere. */
  readonly focusedFor?: string | null;
  /** What the images are shown for; told of anew for each. */
  readonly shownFor: string;
  readonly onShown?: (what: string) => void;
}) {
  const say = useSay();
  const canvas = useRef<CanvasHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<CanvasToolName>('idle');
  const [viewOptions, setViewOptions] = useState({ ...defaultViewOptions, keepZoom: false });
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly is: 'painted' | 'failed' } | null>(
    null,
  );
  const key = images.map(({ id }) => id).join(' ');
  const now = outcome?.of === key ? outcome.is : null;
  const shown = useMemo(
    () =>
      images.map(({ id, file, width, height, note }, index) => ({
        id,
        width,
        height,
        url: imageUrl(file, 'shown'),
        // Participants get images as large as the study says.
        scaled: true,
        name: images.length > 1 && !stage.namesImages && note === undefined ? imageName(index) : '',
        ...(note !== undefined && { title: note.title }),
        ...(stage.chosen !== null &&
          (note?.option ?? null) !== null && { chosen: stage.chosen.includes(id) }),
        ...(stage.isDrawn && index > 0 && { undrawable: say('drawOnFirst') }),
      })),
    [images, stage.namesImages, stage.chosen, stage.isDrawn, say],
  );
  const tell = useLatest(onShown);
  const toggleLoupe = (): void => setViewOptions((view) => ({ ...view, loupe: !view.loupe }));
  useLookCommands(canvas, area, stage, isLocked, toggleLoupe);
  useEffect(() => {
    if (now !== 'painted') return undefined;
    // An image that stood there before is on the screen with the new question from the next frame on.
    const frame = requestAnimationFrame(() => tell.current?.(shownFor));
    return () => cancelAnimationFrame(frame);
  }, [now, shownFor, tell]);
  useEffect(() => {
    if (focusedFor !== null) canvas.current?.focus();
  }, [focusedFor]);
  const isReadOnly = isLocked || !stage.isDrawn;
  return (
    <div className={classes['stage']}>
      <StageTools
        canvas={canvas}
        stage={stage}
        tool={tool}
        isLocked={isLocked}
        hasLoupe={viewOptions.loupe}
        onLoupe={toggleLoupe}
      />
      {now === 'failed' && (
        <div className={classes['failed']}>
          <Notice state="disputed" title={say('imageFailedTitle')}>
            <p>{say('imageFailedText')}</p>
            <Button
              variant="default"
              onClick={() => {
                setOutcome(null);
                setAttempt(attempt + 1);
              }}
            >
              {say('tryAgain')}
            </Button>
          </Notice>
        </div>
      )}
      <div ref={area} className={classes['canvas']}>
        <Canvas
          key={attempt}
          ref={canvas}
          images={shown}
          regions={stage.regions}
          points={stage.points}
          labels={stage.labels}
          activeLabel={stage.activeLabel}
          drawingBlocked={stage.drawingBlocked}
          selection={stage.selection}
          readOnly={isReadOnly}
          dragPans
          dragDraws={stage.dragDraws}
          {...(stage.firstLarger !== null && { firstLarger: stage.firstLarger })}
          zoomedApart={stage.zoomedApart}
          onTitle={isLocked ? () => undefined : stage.onTitle}
          withoutStatus={!stage.isDrawn}
          viewOptions={viewOptions}
          newRegionId={newId}
          onSelectionChange={isLocked ? () => undefined : stage.onSelectionChange}
          onToolChange={setTool}
          onCommit={stage.onCommit}
          onImages={(is) => setOutcome({ of: key, is })}
          label={label}
          say={say}
        />
      </div>
    </div>
  );
}

/** What can be done with the images: boxes where they are asked for, and looking closely. */
function StageTools({
  canvas,
  stage,
  tool,
  isLocked,
  hasLoupe,
  onLoupe,
}: {
  readonly canvas: RefObject<CanvasHandle | null>;
  readonly stage: Stage;
  readonly tool: CanvasToolName;
  readonly isLocked: boolean;
  readonly hasLoupe: boolean;
  readonly onLoupe: () => void;
}) {
  const say = useSay();
  const drawing = tool === 'drawing' || tool === 'keyboardDrawing';
  return (
    <div className={classes['tools']} role="toolbar" aria-label={say('tools')}>
      {stage.isDrawn && (
        <>
          <Button
            size="compact-sm"
            variant={drawing ? 'filled' : 'default'}
            leftSection={<SquareDashedMousePointer size={16} aria-hidden />}
            rightSection={
              <span data-key-hint>
                <ParticipantKeys value="R" />
              </span>
            }
            aria-pressed={drawing}
            disabled={isLocked}
            onClick={() => {
              if (drawing) canvas.current?.escape();
              else canvas.current?.draw();
              canvas.current?.focus();
            }}
          >
            {say('newBox')}
          </Button>
          <Tool
            label={say('deleteSelectedBox')}
            disabled={isLocked || stage.selection.length === 0}
            onClick={() => canvas.current?.deleteSelection()}
          >
            <Trash2 size={16} aria-hidden />
          </Tool>
        </>
      )}
      <span className={classes['hint']}>{say(hintOf(stage.dragDraws))}</span>
      <Box component="span" flex={1} />
      <Tool label={say('zoomOut')} onClick={() => canvas.current?.zoomOut()}>
        <ZoomOut size={16} aria-hidden />
      </Tool>
      <Tool label={say('zoomIn')} onClick={() => canvas.current?.zoomIn()}>
        <ZoomIn size={16} aria-hidden />
      </Tool>
      <Tool label={say('wholeImage')} onClick={() => canvas.current?.fit()}>
        <Scan size={16} aria-hidden />
      </Tool>
      <Tool label={say('actualSize')} onClick={() => canvas.current?.actualSize()}>
        <Fullscreen size={16} aria-hidden />
      </Tool>
      <Tool label={say('magnifier')} pressed={hasLoupe} onClick={onLoupe}>
        <Search size={16} aria-hidden />
      </Tool>
    </div>
  );
}

/** How the image is looked at closely, by mouse or by finger. */
function hintOf(draws: boolean): 'toolsHint' | 'toolsHintDraw' | 'toolsHintTouch' | 'toolsHintTouchDraw' {
  if (window.matchMedia('(any-pointer: fine)').matches) return draws ? 'toolsHintDraw' : 'toolsHint';
  return draws ? 'toolsHintTouchDraw' : 'toolsHintTouch';
}

function Tool({
  label,
  pressed,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={pressed === true ? 'filled' : 'subtle'}
        color={pressed === true ? undefined : 'gray'}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
