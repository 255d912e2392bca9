import classes from './participant.module.css';

/** A text as it was written: paragraphs and line breaks, never markup. */
export function PlainText({ children }: { readonly children: string }) {
  return <div className={classes['text']}>{children}</div>;
}
