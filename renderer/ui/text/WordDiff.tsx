import { VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import classes from './WordDiff.module.css';
import { wordChanges } from './wordChanges.ts';

/**
 * What became of a text, word by word: what went is struck through, what came is underlined, and both are said in words
 * to screen readers.
 */
export function WordDiff({
  from,
  to,
  label,
}: {
  readonly from: string;
  readonly to: string;
  /** What the text is, for screen readers. */
  readonly label: string;
}) {
  const parts = useMemo(() => wordChanges(from, to), [from, to]);
  return (
    <p className={classes['diff']} role="group" aria-label={label}>
      {parts.map(({ kind, text }, place) => {
        const key = `${String(place)} ${text}`;
        if (kind === 'inserted')
          return (
            <ins key={key} className={classes['inserted']}>
              <VisuallyHidden>[inserted: </VisuallyHidden>
              {text}
              <VisuallyHidden>]</VisuallyHidden>
            </ins>
          );
        if (kind === 'removed')
          return (
            <del key={key} className={classes['removed']}>
              <VisuallyHidden>[removed: </VisuallyHidden>
              {text}
              <VisuallyHidden>]</VisuallyHidden>
            </del>
          );
        return <span key={key}>{text}</span>;
      })}
      {to === '' && from !== '' && <VisuallyHidden>The text is empty now.</VisuallyHidden>}
    </p>
  );
}
