import { Highlight } from '@mantine/core';
import { useMemo } from 'react';
import { useListContext } from '../window/listContext.ts';
import classes from './SearchHits.module.css';

/** A text with the words that the Library is searched for marked in it. */
export function SearchHits({ children }: { readonly children: string }) {
  const text = useListContext((context) => context.filter.text ?? '');
  const words = useMemo(() => text.split(/[\s"*]+/u).filter((word) => word !== ''), [text]);
  if (words.length === 0) return children;
  return (
    <Highlight component="span" inherit highlight={words} classNames={{ root: classes['text'] ?? '' }}>
      {children}
    </Highlight>
  );
}
