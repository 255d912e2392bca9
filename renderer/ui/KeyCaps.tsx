import { keyLabel, type Key } from './commands/press.ts';
import classes from './KeyCaps.module.css';

/** A key as it is printed on the keyboard. */
export function KeyCaps({ value }: { readonly value: Key }) {
  return (
    <span className={classes['caps']}>
      {keyLabel(value).map((part) => (
        <kbd key={part} className={classes['cap']}>
          {part}
        </kbd>
      ))}
    </span>
  );
}
