import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { JudgeSection } from '../../renderer/screens/verdicts/trust/JudgeSection.tsx';
import type { Coefficient } from '../../shared/contract/agreement.ts';
import type { JudgeComparison } from '../../shared/contract/verdicts.ts';
import { PersonId } from '../../shared/base/ids.ts';

const kappa: Coefficient = {
  value: 0.571,
  undefined: null,
  se: 0.353,
  ci95: [-0.121, 0.964],
  method: 'score',
  no_interval: null,
  ci95_bootstrap: null,
};

function compared(title: string, units: number, figure: Coefficient): JudgeComparison {
  const against = { units, coefficients: { cohen_kappa: figure } };
  return {
    judge: {
      personId: PersonId.parse('0199a000-0000-7000-8000-000000000003'),
      handle: 'model',
      name: 'Model',
      kind: 'model',
      version: '1',
      instructionHash: null,
      temperature: 0,
    },
    criterion: title,
    title,
    level: 'nominal',
    before: against,
    after: against,
    values: ['NO', 'YES'],
    confusionBefore: [
      [0, 0],
      [0, 0],
    ],
    confusionAfter: [
      [0, 0],
      [0, 0],
    ],
    errors: { higher: 0, lower: 0 },
    errorsAfter: { higher: 0, lower: 0 },
    causes: [],
    unparsed: 2,
    unknown: 0,
  };
}

const row = (title: string) => screen.getByText(title).closest('tbody') ?? document.body;

it('shows intervals, that there are too few items for one, and what cannot be compared in one line', () => {
  render(
    <MantineProvider>
      <JudgeSection
        comparisons={[
          compared('Enough', 27, kappa),
          compared('Few', 7, {
            ...kappa,
            ci95: null,
            method: null,
            no_interval: 'Too few items for an interval: 7.',
          }),
          compared('Nobody', 0, { ...kappa, value: null, undefined: 'There are no ratings.', ci95: null }),
        ]}
      />
    </MantineProvider>,
  );
  expect(within(row('Enough')).getAllByText('[-0.121, 0.964]')).toHaveLength(2);
  const few = within(row('Few')).getAllByText('too few items for an interval');
  expect(few.map((each) => each.title)).toEqual(Array(2).fill('Too few items for an interval: 7.'));
  const nobody = within(row('Nobody'));
  expect(nobody.getByText(/^Nothing to compare yet/u)).toBeVisible();
  expect(nobody.queryByText('There are no ratings.')).toBeNull();
  expect(nobody.queryByRole('table')).toBeNull();
  expect(nobody.queryByRole('button')).toBeNull();
  // What it said that could not be read is still counted.
  expect(nobody.getByText('2')).toBeVisible();
});

it('says beside a kappa that nearly all verdicts are the same, with AC1', () => {
  const skewed = compared('Skewed', 40, kappa);
  const against = {
    units: 40,
    coefficients: { cohen_kappa: kappa, gwet_ac1: { ...kappa, value: 0.947 } },
  };
  const [seldom, often] = [
    [1, 1],
    [1, 37],
  ];
  render(
    <MantineProvider>
      <JudgeSection
        comparisons={[
          {
            ...skewed,
            before: against,
            after: against,
            confusionBefore: [seldom, often],
            confusionAfter: [
              [18, 1],
              [1, 20],
            ],
          },
        ]}
      />
    </MantineProvider>,
  );
  expect(within(row('Skewed')).getAllByText(/AC1 0\.947/u)).toHaveLength(2);
  // After the decisions they are not.
  expect(within(row('Skewed')).getAllByText('Over 90 % YES: kappa misleads, read AC1.')).toHaveLength(1);
});
