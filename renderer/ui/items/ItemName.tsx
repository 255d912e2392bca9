import classes from './ItemName.module.css';

/** An item's id; where it is a path, the folder gives way first: the end is what tells items apart. */
export function ItemName({ id }: { readonly id: string }) {
  const end = id.lastIndexOf('/') + 1;
  return (
    <span className={classes['name']}>
      {end > 0 && <span className={classes['folder']}>{id.slice(0, end)}</span>}
      <span className={classes['file']}>{id.slice(end)}</span>
    </span>
  );
}
