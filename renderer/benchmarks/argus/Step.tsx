import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import classes from './DeskForm.module.css';

/** One of the steps of the form, with whether it is done. */
export function Step({
  number,
  title,
  done,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes['part']} aria-labelledby={id}>
      <div className={classes['stepHead']}>
        <h3 id={id} className={classes['stepTitle']}>
          {number}. {title}
        </h3>
        {done && (
          <span className={classes['done']}>
            <Check size={13} aria-hidden />
            answered
          </span>
        )}
      </div>
      {children}
    </section>
  );
}
