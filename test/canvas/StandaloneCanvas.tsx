import { Group, Select, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Canvas } from '../../renderer/canvas/Canvas.tsx';
import { CanvasToolbar } from '../../renderer/canvas/CanvasToolbar.tsx';
import { bindDefaultKeys } from '../../renderer/canvas/defaultKeys.ts';
import {
  type CanvasChange,
  type CanvasGesture,
  type CanvasRegion,
  type CanvasToolName,
  defaultViewOptions,
} from '../../renderer/canvas/types.ts';
import type { CanvasHandle } from '../../renderer/canvas/canvasHandle.ts';
import styles from './StandaloneCanvas.module.css';
import type { StandaloneScene } from './address.ts';

interface RecordedChange {
  readonly gesture: CanvasGesture;
  readonly change: CanvasChange;
  /** When the canvas told of it, on the page's clock, in milliseconds. */
  readonly at: number;
}

/** What the page offers to scripts that drive or time it, as `window.canvasBench`. */
export interface CanvasBench {
  readonly handle: () => CanvasHandle | null;
  readonly regions: readonly CanvasRegion[];
  readonly selection: readonly string[];
  /** Every change the canvas has told of, in order. */
  readonly changes: readonly RecordedChange[];
}

declare global {
  interface Window {
    canvasBench?: CanvasBench;
    /** Shows another scene, from the beginning; `query` is what the page's address would say. */
    showScene?: (query: string) => Promise<void>;
  }
}

/** An owner of the canvas that keeps its boxes in memory. */
export function StandaloneCanvas({ scene }: { readonly scene: StandaloneScene }): React.JSX.Element {
  const canvas = useRef<CanvasHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [regions, setRegions] = useState(scene.regions);
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [activeLabel, setActiveLabel] = useState<string | null>(scene.labels[0]?.id ?? null);
  const [viewOptions, setViewOptions] = useState(defaultViewOptions);
  const [tool, setTool] = useState<CanvasToolName>('idle');
  const [allHidden, setAllHidden] = useState(false);
  const changes = useRef<RecordedChange[]>([]);

  useEffect(() => {
    window.canvasBench = {
      handle: () => canvas.current,
      regions,
      selection,
      changes: changes.current,
    };
  }, [regions, selection]);

  useEffect(() => {
    if (frame.current === null) return undefined;
    return bindDefaultKeys(
      frame.current,
      () => canvas.current,
      () => scene.labels.map((label) => label.id),
    );
  }, [scene]);

  return (
    <div className={styles.page}>
      <Group component="header" gap={12} className={styles.bar} wrap="nowrap">
        <Title order={1} size="h3">
          Canvas
        </Title>
        <Select
          size="xs"
          w={180}
          aria-label="Label of the next box"
          placeholder="No label"
          clearable
          value={activeLabel}
          data={scene.labels.map((label) => ({ value: label.id, label: `${label.shortcut} ${label.name}` }))}
          onChange={setActiveLabel}
        />
        <CanvasToolbar
          canvas={canvas}
          tool={tool}
          readOnly={scene.readOnly}
          allHidden={allHidden}
          viewOptions={viewOptions}
          onViewOptionsChange={setViewOptions}
        />
      </Group>
      <main ref={frame} className={styles.canvas}>
        <Canvas
          ref={canvas}
          images={scene.images}
          labels={scene.labels}
          regions={regions}
          selection={selection}
          activeLabel={activeLabel}
          readOnly={scene.readOnly}
          dragDraws={scene.dragDraws}
          viewOptions={viewOptions}
          newRegionId={() => crypto.randomUUID()}
          onSelectionChange={setSelection}
          onToolChange={setTool}
          onHiddenChange={(hidden) => setAllHidden(hidden.all)}
          onCommit={(change, gesture) => {
            changes.current.push({ gesture, change, at: performance.now() });
            setRegions((before) => applied(before, change));
          }}
        />
      </main>
    </div>
  );
}

/** The regions after a change. */
function applied(regions: readonly CanvasRegion[], change: CanvasChange): CanvasRegion[] {
  const removed = new Set(change.removed);
  const updated = new Map(change.updated.map((region) => [region.id, region]));
  return [
    ...regions.filter((region) => !removed.has(region.id)).map((region) => updated.get(region.id) ?? region),
    ...change.added,
  ];
}
