import { Flex } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import { itemsForHalfWidth } from '../../../../shared/statistics/planning.ts';
import { LateNumber } from '../../../ui/figures/LateNumber.tsx';
import layout from '../../../ui/figures/layout.module.css';
import { Section } from '../../../ui/figures/Section.tsx';
import { FigureTable } from '../../../ui/figures/tables/FigureTable.tsx';
import { KAPPAS } from '../../../../shared/agreement/coefficients/coefficients.ts';
import { useReport } from './reportContext.ts';

const RATERS = [2, 3, 4, 5, 6];

/** How many items and raters the next study needs, from the figures of this one. */
export function PlanningSection() {
  const { report } = useReport();
  const pilot = KAPPAS.flatMap((name) => report.coefficients[name]?.value ?? [])[0] ?? 0.6;
  const totals = report.categories.map((_, category) =>
    report.marginals.reduce((sum, { counts }) => sum + (counts[category] ?? 0), 0),
  );
  const all = totals.reduce((sum, count) => sum + count, 0);
  const largest = all === 0 ? 0.5 : Math.max(...totals) / all;
  const [asked, setAsked] = useState<{ kappa?: number; share?: number; halfWidth: number }>({
    halfWidth: 0.1,
  });
  if (report.level === 'boxes' || report.level === 'set' || report.categories.length === 0) return null;
  const kappa = asked.kappa ?? rounded(Math.min(0.95, Math.max(0, pilot)));
  const share = asked.share ?? rounded(Math.min(0.95, Math.max(0.05, largest)));
  const { halfWidth } = asked;
  return (
    <Section
      title="How many items does it take?"
      description="The number of items that raters must rate to estimate kappa to within the half-width of its 95% interval. The numbers start from this study’s figures; change them to plan the next one."
    >
      <Flex gap="md" wrap="wrap" mb="md">
        <LateNumber
          label="Expected kappa"
          min={0}
          max={0.99}
          step={0.05}
          decimals={2}
          value={kappa}
          onChange={(value) => setAsked({ ...asked, kappa: value })}
        />
        <LateNumber
          label="Largest category’s share"
          min={0.01}
          max={0.99}
          step={0.05}
          decimals={2}
          value={share}
          onChange={(value) => setAsked({ ...asked, share: value })}
        />
        <LateNumber
          label="Half-width"
          min={0.01}
          max={0.5}
          step={0.01}
          decimals={2}
          value={halfWidth}
          onChange={(value) => setAsked({ ...asked, halfWidth: value })}
        />
      </Flex>
      <FigureTable
        label="Items needed"
        corner="Raters"
        columns={['Items', 'Ratings']}
        rows={RATERS.map((raters) => {
          const found = itemsForHalfWidth({ kappa, share, raters }, halfWidth);
          const items = found.defined ? found.items : null;
          return {
            key: String(raters),
            head: String(raters),
            cells: [
              { text: items === null ? '–' : formatCount(items), main: true },
              { text: items === null ? '–' : formatCount(items * raters) },
            ],
          };
        })}
        opened={null}
        onOpen={() => undefined}
      />
      <p className={layout['foot']}>
        Bloch and Kraemer (1989), extended to more than two raters. With several categories, one is taken
        against all the others.
      </p>
    </Section>
  );
}

const rounded = (value: number): number => Math.round(100 * value) / 100;
