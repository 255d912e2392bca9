import { ActionIcon, Select, Tooltip } from '@mantine/core';
import { Redo2, Undo2 } from 'lucide-react';
import { type RefObject, useMemo } from 'react';
import { useApplicationState } from '../../../ui/window/applicationState.ts';
import { runCommand } from '../../../ui/commands/commands.ts';
import { benchmarkParts } from '../../../benchmarks/registry.ts';
import { CanvasToolbar } from '../../../canvas/index.ts';
import { useCanvasCommands } from '../../../ui/form/useCanvasCommands.ts';
import { useDesk, useDeskState, useDeskView, useRegionLabels } from '../../../ui/form/context.ts';
import { selectText, useManyLabels } from '../../../ui/form/useLabelCommands.ts';
import { useViewOptions } from '../../../ui/images/viewOptions.ts';
import { wayOf } from '../decision/steps.ts';
import { type CanvasState, CaseCanvas } from './CaseCanvas.tsx';
import { useCase } from './caseContext.ts';
import { Layers } from './Layers.tsx';
import classes from './Case.module.css';

/** The image with the tools that draw the decision's own boxes. */
export function DecidingStage({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { canvas, view, benchmark } = useDesk();
  const { options, change } = useViewOptions(useApplicationState().data?.settings);
  const tool = useDeskView((state) => state.tool);
  const selection = useDeskView((state) => state.selection);
  const allHidden = useDeskView((state) => state.allHidden);
  const armed = useDeskView((state) => state.armed);
  const panes = useDeskView((state) => state.panes);
  const labels = useRegionLabels();
  const hasMany = useManyLabels();
  const active = labels.find((label) => label.id === armed) ?? labels[0];
  const canUndo = useDeskState((state) => state.canUndo);
  const canRedo = useDeskState((state) => state.canRedo);
  const steps = useCase().work?.steps;
  const can = (kind: 'undo' | 'redo'): boolean => wayOf(kind, { canUndo, canRedo }, steps) !== 'none';
  useCanvasCommands(area, true, () => {
    change({ ...options, loupe: !options.loupe });
  });
  const state = useMemo<CanvasState>(
    () => ({
      panes,
      selection,
      activeLabel: active?.id ?? null,
      onSelectionChange: (ids) => {
        view.setState({ selection: ids });
      },
      onToolChange: (next) => {
        view.setState({ tool: next });
      },
      onHiddenChange: (all) => {
        view.setState({ allHidden: all });
      },
    }),
    [panes, selection, active?.id, view],
  );
  return (
    <>
      <div className={classes['tools']}>
        <CanvasToolbar
          canvas={canvas}
          tool={tool}
          allHidden={allHidden}
          viewOptions={options}
          onViewOptionsChange={change}
        />
        <Select
          className={classes['labels'] ?? ''}
          aria-label="Label of the next box"
          placeholder="No label"
          data={labels.map(({ id, name }) => ({ value: id, label: name }))}
          value={active?.id ?? null}
          allowDeselect={false}
          searchable={hasMany}
          nothingFoundMessage="No label matches."
          onFocus={selectText}
          disabled={labels.length === 0}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(id) => view.setState({ armed: id })}
        />
        <Tooltip label="Undo (Ctrl+Z)">
          <ActionIcon
            size={28}
            aria-label="Undo (Ctrl+Z)"
            disabled={!can('undo')}
            onClick={() => runCommand('desk.undo')}
          >
            <Undo2 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Redo (Ctrl+Shift+Z)">
          <ActionIcon
            size={28}
            aria-label="Redo (Ctrl+Shift+Z)"
            disabled={!can('redo')}
            onClick={() => runCommand('desk.redo')}
          >
            <Redo2 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Layers />
      </div>
      <CaseCanvas
        state={state}
        viewOptions={options}
        noLabels={benchmarkParts[benchmark.id]?.desk.noLabels ?? 'There are no box labels.'}
      />
    </>
  );
}
