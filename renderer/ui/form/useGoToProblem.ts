import type { Problem } from '../../../shared/benchmarks/problems.ts';
import { useDesk } from './context.ts';
import { focusField } from './focusField.ts';
import { announce } from './view.ts';

/** Brings the person to where a problem can be solved: its field, its box, or the image. */
export function useGoToProblem(): (problem: Problem) => void {
  const { canvas, view } = useDesk();
  return ({ field, message }) => {
    view.setState({ submitTried: true });
    announce(view, message);
    // A message on a box: `regions.<id>.<attribute>`.
    const box = /^regions\.([0-9a-f-]{36})/u.exec(field ?? '')?.[1];
    if (box !== undefined) {
      view.setState({ selection: [box] });
      canvas.current?.reveal(box);
    }
    // Once the selected box's form, and the messages beside the fields, are there.
    requestAnimationFrame(() => {
      if (field === null || !focusField(field)) canvas.current?.focus();
    });
  };
}
