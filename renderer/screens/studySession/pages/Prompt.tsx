import classes from './pages.module.css';

/** A question; what is said before it, in paragraphs of their own, stands back behind it. */
export function Prompt({ text }: { readonly text: string }) {
  const at = text.lastIndexOf('\n\n');
  if (at === -1) return text;
  return (
    <>
      <span className={classes['context']}>{text.slice(0, at)}</span>
      {text.slice(at)}
    </>
  );
}
