import { Flex, SegmentedControl, Select } from '@mantine/core';
import { formatCount } from '../../../shared/base/counts.ts';
import classes from './ReviewQueue.module.css';

/** Stands for no choice; no field or criterion has this name. */
const ANY = ' any';

/** Which state the cases of a queue are in, with how many there are of each. */
export function QueueStates<State extends string>({
  value,
  states,
  onChange,
}: {
  readonly value: State;
  readonly states: readonly {
    readonly value: State;
    readonly title: string;
    /** Undefined while it is read; null where it is not counted. */
    readonly count: number | null | undefined;
  }[];
  readonly onChange: (state: State) => void;
}) {
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="State"
      // Each state as wide as its words: an equal share cuts the longest off in a small window.
      classNames={{ control: classes['state'] ?? '', label: classes['stateLabel'] ?? '' }}
      value={value}
      onChange={onChange}
      data={states.map(({ value, title, count }) => ({
        value,
        label:
          count === null ? (
            title
          ) : (
            <Flex component="span" display="inline-flex" gap={3} mx={-2}>
              {title}
              <span className={classes['count']}>{count === undefined ? '' : formatCount(count)}</span>
            </Flex>
          ),
      }))}
    />
  );
}

/** Narrows a queue to one of several, with how many cases each has. */
export function QueueSelect<Value extends string>({
  label,
  any,
  value,
  options,
  className,
  onChange,
}: {
  readonly label: string;
  /** What the choice of all is called. */
  readonly any: string;
  readonly value: Value | null;
  readonly options: readonly { readonly value: Value; readonly title: string; readonly count: number }[];
  readonly className?: string | undefined;
  readonly onChange: (value: Value | null) => void;
}) {
  return (
    <Select
      className={className ?? ''}
      size="xs"
      aria-label={label}
      allowDeselect={false}
      data={[
        { value: ANY, label: any },
        ...options.map(({ value, title, count }) => ({
          value: value as string,
          label: `${title} (${formatCount(count)})`,
        })),
      ]}
      value={value ?? ANY}
      onChange={(chosen) => onChange(options.find(({ value }) => value === chosen)?.value ?? null)}
    />
  );
}
