import { Textarea } from '@mantine/core';
import classes from './judgeRuns.module.css';

/** A text as it is, to be read, scrolled through by keyboard, and copied. */
export function Verbatim({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Textarea
      aria-label={label}
      value={text}
      readOnly
      autosize
      minRows={1}
      maxRows={18}
      classNames={{ input: classes['text'] ?? '' }}
    />
  );
}
