import { Flex } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import { itemsForDifference, itemsForPeople } from '../../../../shared/statistics/planning.ts';
import { LateNumber } from '../../../ui/figures/LateNumber.tsx';
import layout from '../../../ui/figures/layout.module.css';
import classes from './sections.module.css';

/** How many items it takes to find two accuracies different, before the study begins. */
export function PlanDifference({ pilot }: { readonly pilot: readonly [number, number] | null }) {
  const [asked, setAsked] = useState<{
    readonly first?: number;
    readonly second?: number;
    readonly power: number;
    readonly people: number;
    readonly spread: number;
  }>({ power: 0.8, people: 1, spread: 0.08 });
  const first = asked.first ?? rounded(pilot?.[0] ?? 0.7);
  const second = asked.second ?? rounded(pilot?.[1] ?? 0.6);
  const { people, spread, power } = asked;
  const several = people > 1;
  const found = several
    ? itemsForPeople({ first, second, people, spread, power })
    : itemsForDifference({ first, second, discordant: null, power });
  const field = (label: string, value: number, change: (value: number) => object) => (
    <LateNumber
      label={label}
      min={0.01}
      max={0.99}
      step={0.01}
      decimals={2}
      value={value}
      onChange={(next) => setAsked({ ...asked, ...change(next) })}
    />
  );
  return (
    <>
      <h3 className={classes['pairsHead']}>How many items does a difference take?</h3>
      <Flex wrap="wrap" align="flex-end" rowGap="sm" columnGap="md" mb="md">
        <LateNumber
          label="People in the first"
          min={1}
          max={1000}
          step={1}
          decimals={0}
          value={people}
          onChange={(next) => setAsked({ ...asked, people: next })}
        />
        {several && field('Spread of people (SD)', spread, (value) => ({ spread: value }))}
        {field('Accuracy of the first', first, (value) => ({ first: value }))}
        {field('Accuracy of the second', second, (value) => ({ second: value }))}
        {field('Power', asked.power, (value) => ({ power: value }))}
      </Flex>
      <p className={layout['foot']}>
        {found.defined
          ? several
            ? `${formatCount(found.items)} items that everybody answers: the t test over people and items then finds the difference with a probability of ${String(power)} (5% level, two-sided), if people’s accuracies have this standard deviation.`
            : `${formatCount(found.items)} items that both answer: McNemar’s test then finds the difference with a probability of ${String(power)} (5% level, two-sided; Connor 1987). Answers that go together need fewer.`
          : found.reason}
      </p>
    </>
  );
}

const rounded = (value: number): number => Math.min(0.99, Math.max(0.01, Math.round(100 * value) / 100));
