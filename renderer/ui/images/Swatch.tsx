import classes from './Swatch.module.css';

/** The colour of a label's boxes; in forced colours, the label's number instead. */
export function Swatch({ color, number }: { readonly color: string | undefined; readonly number: number }) {
  return (
    <span className={classes['swatch']} style={{ background: color }} aria-hidden>
      <span className={classes['sign']}>{number}</span>
    </span>
  );
}
