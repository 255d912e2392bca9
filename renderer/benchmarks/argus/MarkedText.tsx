import { VisuallyHidden } from '@mantine/core';
import { markedLeaks } from '../../../shared/benchmarks/argus/isolation.ts';
import classes from './DeskForm.module.css';

/** A text in which the words of the trap stand out. */
export function MarkedText({ trap, text }: { readonly trap: string; readonly text: string }) {
  return markedLeaks(trap, text).map(({ text: part, leaked }, place) => {
    const key = `${String(place)} ${part}`;
    return leaked ? (
      <mark key={key} className={classes['leak']}>
        {part}
        <VisuallyHidden> (in the trap)</VisuallyHidden>
      </mark>
    ) : (
      <span key={key}>{part}</span>
    );
  });
}
