import { Checkbox, Text } from '@mantine/core';
import { Children, type ReactNode, useState } from 'react';
import { formatCount } from '../../../shared/base/counts.ts';
import classes from './FilterGroup.module.css';

/** Choices beyond this many are behind "more". */
const SHOWN = 12;

/** Choices of one kind under their heading. */
export function FilterGroup({
  title,
  hidden = false,
  children,
}: {
  readonly title: string;
  readonly hidden?: boolean;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  if (hidden) return null;
  const all = Children.toArray(children);
  return (
    <fieldset className={classes['group']}>
      <legend>{title}</legend>
      {open ? all : all.slice(0, SHOWN)}
      {all.length > SHOWN && (
        <button type="button" className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Fewer' : `${formatCount(all.length - SHOWN)} more`}
        </button>
      )}
    </fieldset>
  );
}

/** One choice, with how many items it would find. */
export function FilterChoice({
  label,
  icon,
  count,
  checked,
  onToggle,
}: {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly count?: number | undefined;
  readonly checked: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <Checkbox
      className={classes['choice'] ?? ''}
      classNames={{ body: classes['choiceBody'] ?? '', labelWrapper: classes['choiceLabel'] ?? '' }}
      checked={checked}
      onChange={onToggle}
      aria-label={count === undefined ? label : `${label}, ${formatCount(count)}`}
      label={
        <span className={classes['choiceText']} data-none={count === 0 || undefined}>
          {icon}
          <Text span inherit truncate flex={1} miw={0} title={label}>
            {label}
          </Text>
          {count !== undefined && <span className={classes['count']}>{formatCount(count)}</span>}
        </span>
      }
    />
  );
}
