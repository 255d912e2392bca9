import { useState } from 'react';
import { useApplicationState } from '../../../ui/window/applicationState.ts';
import { CanvasToolbar, type CanvasToolName } from '../../../canvas/index.ts';
import { useViewOptions } from '../../../ui/images/viewOptions.ts';
import { CaseCanvas } from './CaseCanvas.tsx';
import { useCase } from './caseContext.ts';
import { Layers } from './Layers.tsx';
import classes from './Case.module.css';

/** The image of a case that is looked at. */
export function ShownStage() {
  const { canvas } = useCase();
  const { options, change } = useViewOptions(useApplicationState().data?.settings);
  const [selection, setSelection] = useState<readonly string[]>([]);
  const [tool, setTool] = useState<CanvasToolName>('idle');
  const [allHidden, setAllHidden] = useState(false);
  return (
    <>
      <div className={classes['tools']}>
        <CanvasToolbar
          canvas={canvas}
          tool={tool}
          readOnly
          allHidden={allHidden}
          viewOptions={options}
          onViewOptionsChange={change}
        />
        <Layers />
      </div>
      <CaseCanvas
        viewOptions={options}
        noLabels="You cannot draw here."
        state={{
          panes: null,
          selection,
          activeLabel: null,
          onSelectionChange: setSelection,
          onToolChange: setTool,
          onHiddenChange: setAllHidden,
        }}
      />
    </>
  );
}
