import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from './Heading.tsx';
import classes from './participant.module.css';

/** A page that is read: what it is about, and below it what there is to say and to do. */
export function Reading({
  icon: Icon,
  title,
  children,
}: {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes['reading']}>
      {Icon !== undefined && <Icon size={32} strokeWidth={1.5} aria-hidden className={classes['mark']} />}
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** What is said in passing below a text. */
export function Small({ children }: { readonly children: ReactNode }) {
  return <p className={classes['small']}>{children}</p>;
}

/** Buttons below a text. */
export function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={classes['buttons']}>{children}</div>;
}

/** A page of its own where there is no study to show around it. */
export function WholePage({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** The buttons. */
  readonly children?: ReactNode;
}) {
  return (
    <main className={classes['whole']}>
      <Reading icon={icon} title={title}>
        <p className={classes['text']}>{text}</p>
        {children !== undefined && <Buttons>{children}</Buttons>}
      </Reading>
    </main>
  );
}
