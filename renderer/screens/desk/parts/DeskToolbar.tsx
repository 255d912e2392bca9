import { ActionIcon, Box, Select, Tooltip } from '@mantine/core';
import { Crop, EyeClosed, GalleryHorizontalEnd, PanelRight, Redo2, Undo2 } from 'lucide-react';
import { runCommand } from '../../../ui/commands/commands.ts';
import { CanvasToolbar, type CanvasViewOptions } from '../../../canvas/index.ts';
import {
  useDesk,
  useDeskState,
  useDeskView,
  useImageDetails,
  useImages,
  useRegionLabels,
} from '../../../ui/form/context.ts';
import { selectText, useManyLabels } from '../../../ui/form/useLabelCommands.ts';
import { useImagesLocked } from '../useImagesLocked.ts';
import classes from './DeskToolbar.module.css';

/** The tools over the image: label of the next box, drawing, looking, cropping, redacting, undo, panels. */
export function DeskToolbar({
  drawing,
  viewOptions,
  onViewOptionsChange,
  panelShown,
  onTogglePanel,
  queueShown,
  onToggleQueue,
}: {
  /** Whether there is an image to draw on; without one there is nothing to label, crop or take back. */
  readonly drawing: boolean;
  readonly viewOptions: CanvasViewOptions;
  readonly onViewOptionsChange: (options: CanvasViewOptions) => void;
  readonly panelShown: boolean;
  readonly onTogglePanel: () => void;
  readonly queueShown: boolean;
  readonly onToggleQueue: () => void;
}) {
  const { canvas, view, readOnly } = useDesk();
  const tool = useDeskView((state) => state.tool);
  const allHidden = useDeskView((state) => state.allHidden);
  const armed = useDeskView((state) => state.armed);
  const canUndo = useDeskState((state) => state.canUndo);
  const canRedo = useDeskState((state) => state.canRedo);
  const images = useImages();
  const details = useImageDetails();
  const labels = useRegionLabels();
  const hasMany = useManyLabels();
  const locked = useImagesLocked();
  const active = labels.find((label) => label.id === armed) ?? labels[0];
  const hasImage = images.some(({ imageId }) => imageId !== null && details.has(imageId));
  return (
    <div className={classes['bar']}>
      {drawing && (
        <>
          <Select
            className={classes['label'] ?? ''}
            aria-label="Label of the next box"
            placeholder="No label"
            data={labels.map(({ id, name }) => ({ value: id, label: name }))}
            value={active?.id ?? null}
            allowDeselect={false}
            searchable={hasMany}
            nothingFoundMessage="No label matches."
            onFocus={selectText}
            disabled={readOnly || labels.length === 0}
            comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
            onChange={(id) => view.setState({ armed: id })}
          />
          <CanvasToolbar
            canvas={canvas}
            tool={tool}
            readOnly={readOnly}
            allHidden={allHidden}
            viewOptions={viewOptions}
            onViewOptionsChange={onViewOptionsChange}
          />
        </>
      )}
      <Box component="span" flex={1} />
      {drawing && !locked && (
        <>
          <Tool
            label="Crop the image (Alt+C)"
            disabled={readOnly || !hasImage}
            onClick={() => runCommand('desk.crop')}
          >
            <Crop size={16} aria-hidden />
          </Tool>
          <Tool
            label="Redact parts of the image (Alt+R)"
            disabled={readOnly || !hasImage}
            onClick={() => runCommand('desk.redact')}
          >
            <EyeClosed size={16} aria-hidden />
          </Tool>
        </>
      )}
      {drawing && (
        <>
          <Tool label="Undo (Ctrl+Z)" disabled={readOnly || !canUndo} onClick={() => runCommand('desk.undo')}>
            <Undo2 size={16} aria-hidden />
          </Tool>
          <Tool
            label="Redo (Ctrl+Shift+Z)"
            disabled={readOnly || !canRedo}
            onClick={() => runCommand('desk.redo')}
          >
            <Redo2 size={16} aria-hidden />
          </Tool>
        </>
      )}
      <Tool label="Queue (Alt+Q)" pressed={queueShown} onClick={onToggleQueue}>
        <GalleryHorizontalEnd size={16} aria-hidden />
      </Tool>
      <Tool label="Form (Alt+F)" pressed={panelShown} onClick={onTogglePanel}>
        <PanelRight size={16} aria-hidden />
      </Tool>
    </div>
  );
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
  readonly children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} aria-pressed={pressed} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
