import { Button } from '@mantine/core';
import { SquareDashedMousePointer } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import { TRAP } from '../../../shared/benchmarks/argus/task.ts';
import { useDesk, useRegions } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import classes from './DeskForm.module.css';

/** The box around what the texts keep quiet about. */
export function TrapPart() {
  const { readOnly, view, canvas } = useDesk();
  const regions = useRegions();
  const { problems, control, messageId } = useFieldProblems('trapBoxes');
  return (
    <div className={classes['row']} data-field="trapBoxes">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<SquareDashedMousePointer size={14} aria-hidden />}
        {...control}
        disabled={readOnly}
        onClick={() => {
          view.setState({ armed: TRAP, selection: [] });
          // After the canvas has been given the label.
          requestAnimationFrame(() => {
            canvas.current?.draw();
            canvas.current?.focus();
          });
        }}
      >
        Draw a box around the trap
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={regions.length === 0}
        {...(regions.length > 0 && {
          'aria-label': `${counted(regions.length, 'box', 'boxes')} of the trap: select`,
        })}
        onClick={() => {
          view.setState({ selection: regions.map(({ id }) => id) });
          if (regions[0] !== undefined) canvas.current?.reveal(regions[0].id);
        }}
      >
        {regions.length === 0 ? 'No box yet' : counted(regions.length, 'box', 'boxes')}
      </Button>
      <Messages id={messageId} problems={problems} />
    </div>
  );
}
