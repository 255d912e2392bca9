import classes from './Swatch.module.css';

/** The colour that boxes of a label have; where the system allows no colours, the label's number stands in its place. */
export function Swatch({ color, number }: { readonly color: string | undefined; readonly number: number }) {
  return (
    <span className={classes['swatch']} style={{ background: color }} aria-hidden>
      <span className={classes['sign']}>{number}</span>
    </span>
  );
}
