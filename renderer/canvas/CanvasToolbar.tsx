import { ActionIcon, Button, Group, Popover, Slider, Stack, Switch, Text, Tooltip } from '@mantine/core';
import {
  EyeOff,
  Fullscreen,
  Scan,
  Search,
  SlidersHorizontal,
  SquareDashedMousePointer,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { RefObject } from 'react';
import { type CanvasToolName, type CanvasViewOptions, defaultViewOptions } from './types.ts';
import type { CanvasHandle } from './canvasHandle.ts';

/** What the toolbar of a canvas needs to know. */
export interface CanvasToolbarProps {
  readonly canvas: RefObject<CanvasHandle | null>;
  /** From `onToolChange`. */
  readonly tool: CanvasToolName;
  readonly readOnly?: boolean;
  /** From `onHiddenChange`. */
  readonly allHidden: boolean;
  readonly viewOptions: CanvasViewOptions;
  readonly onViewOptionsChange: (options: CanvasViewOptions) => void;
}

/** The buttons of a canvas: draw, zoom, hide, and how the image is looked at. Needs Mantine's provider. */
export function CanvasToolbar(props: CanvasToolbarProps): React.JSX.Element {
  const { canvas, viewOptions: view, onViewOptionsChange } = props;
  const drawing =
    props.tool === 'drawing' || props.tool === 'extremePoints' || props.tool === 'keyboardDrawing';
  const set = (change: Partial<CanvasViewOptions>): void => onViewOptionsChange({ ...view, ...change });
  const plain =
    view.brightness === defaultViewOptions.brightness &&
    view.contrast === defaultViewOptions.contrast &&
    !view.edges;

  return (
    <Group gap={4} wrap="nowrap" role="toolbar" aria-label="Canvas">
      {props.readOnly !== true && (
        <Button
          size="compact-sm"
          variant={drawing ? 'filled' : 'default'}
          leftSection={<SquareDashedMousePointer size={16} aria-hidden />}
          aria-pressed={drawing}
          onClick={(event) => {
            if (drawing) canvas.current?.escape();
            else if (event.shiftKey) canvas.current?.drawKept();
            else canvas.current?.draw();
            canvas.current?.focus();
          }}
        >
          New box
        </Button>
      )}
      <Tool label="Fit the image" onClick={() => canvas.current?.fit()}>
        <Scan size={16} aria-hidden />
      </Tool>
      <Tool label="Actual size" onClick={() => canvas.current?.actualSize()}>
        <Fullscreen size={16} aria-hidden />
      </Tool>
      <Tool label="Zoom out" onClick={() => canvas.current?.zoomOut()}>
        <ZoomOut size={16} aria-hidden />
      </Tool>
      <Tool label="Zoom in" onClick={() => canvas.current?.zoomIn()}>
        <ZoomIn size={16} aria-hidden />
      </Tool>
      <Tool label="Hide all boxes" pressed={props.allHidden} onClick={() => canvas.current?.toggleHideAll()}>
        <EyeOff size={16} aria-hidden />
      </Tool>
      <Tool label="Magnifier" pressed={view.loupe} onClick={() => set({ loupe: !view.loupe })}>
        <Search size={16} aria-hidden />
      </Tool>
      <Popover position="bottom-end" width={260} shadow="md" trapFocus>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant={plain ? 'default' : 'light'}
            leftSection={<SlidersHorizontal size={16} aria-hidden />}
          >
            {plain ? 'View' : 'View changed'}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap={12}>
            <Level
              label="Brightness"
              value={view.brightness}
              onChange={(brightness) => set({ brightness })}
            />
            <Level label="Contrast" value={view.contrast} onChange={(contrast) => set({ contrast })} />
            <Choice label="Edges only" checked={view.edges} onChange={(edges) => set({ edges })} />
            {props.readOnly !== true && (
              <Choice
                label="Boxes on whole pixels"
                checked={view.snapToPixels}
                onChange={(snapToPixels) => set({ snapToPixels })}
              />
            )}
            <Choice
              label="Keep zoom for the next image"
              checked={view.keepZoom}
              onChange={(keepZoom) => set({ keepZoom })}
            />
            <Button
              size="compact-sm"
              variant="default"
              disabled={plain}
              onClick={() =>
                set({
                  brightness: defaultViewOptions.brightness,
                  contrast: defaultViewOptions.contrast,
                  edges: false,
                })
              }
            >
              Reset the view
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

function Tool(props: {
  readonly label: string;
  readonly pressed?: boolean;
  readonly children: React.ReactNode;
  readonly onClick: () => void;
}): React.JSX.Element {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant={props.pressed === true ? 'filled' : 'subtle'}
        color={props.pressed === true ? undefined : 'gray'}
        aria-label={props.label}
        aria-pressed={props.pressed}
        onClick={props.onClick}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}

function Level(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}): React.JSX.Element {
  return (
    <div>
      <Group justify="space-between" gap={8}>
        <Text size="sm">{props.label}</Text>
        <Text size="sm">{Math.round(props.value * 100)} %</Text>
      </Group>
      <Slider
        min={0.2}
        max={3}
        step={0.05}
        value={props.value}
        label={null}
        thumbLabel={props.label}
        onChange={props.onChange}
      />
    </div>
  );
}

function Choice(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}): React.JSX.Element {
  return (
    <Switch
      label={props.label}
      checked={props.checked}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
