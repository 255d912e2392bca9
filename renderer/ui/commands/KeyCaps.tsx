import { useKeyboardLayout } from './keyboardLayout.ts';
import { type Key, keyLabel } from './press.ts';
import classes from './KeyCaps.module.css';

/** A key as it is printed on the keyboard. `named`: what a part of it is called where that is not English. */
export function KeyCaps({
  value,
  named,
}: {
  readonly value: Key;
  readonly named?: (part: string) => string;
}) {
  const layout = useKeyboardLayout();
  return (
    <span className={classes['caps']}>
      {keyLabel(value, layout).map((part) => (
        <kbd key={part} className={classes['cap']}>
          {named?.(part) ?? part}
        </kbd>
      ))}
    </span>
  );
}
