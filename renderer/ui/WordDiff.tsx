import { VisuallyHidden } from '@mantine/core';
import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import classes from './WordDiff.module.css';

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
  const parts = useMemo(() => diffWordsWithSpace(from, to), [from, to]);
  return (
    <p className={classes['diff']} role="group" aria-label={label}>
      {parts.map(({ added, removed, value }, place) => {
        const key = `${String(place)} ${value}`;
        if (added)
          return (
            <ins key={key} className={classes['inserted']}>
              <VisuallyHidden>[inserted: </VisuallyHidden>
              {value}
              <VisuallyHidden>]</VisuallyHidden>
            </ins>
          );
        if (removed)
          return (
            <del key={key} className={classes['removed']}>
              <VisuallyHidden>[removed: </VisuallyHidden>
              {value}
              <VisuallyHidden>]</VisuallyHidden>
            </del>
          );
        return <span key={key}>{value}</span>;
      })}
      {to === '' && from !== '' && <VisuallyHidden>The text is empty now.</VisuallyHidden>}
    </p>
  );
}
