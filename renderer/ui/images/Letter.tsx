import { inkOn, paletteColor } from '../../canvas/index.ts';
import classes from './Letter.module.css';

/** A rater's letter on the colour of their boxes. */
export function Letter({ letter, place }: { readonly letter: string; readonly place: number }) {
  const color = paletteColor(place);
  return (
    <span className={classes['letter']} style={{ background: color, color: inkOn(color) }}>
      {letter}
    </span>
  );
}
