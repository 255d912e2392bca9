import { Button, Flex, Select } from '@mantine/core';
import { useCallback, useState } from 'react';
import { metrics } from '../../../shared/benchmarks/argus/metrics.ts';
import { volumesOf } from '../../../shared/benchmarks/argus/parameters.ts';
import { PlotExport } from '../../ui/figures/export/PlotExport.tsx';
import { type DrawPlot, PlotFigure } from '../../ui/figures/plots/PlotFigure.tsx';
import { Section } from '../../ui/figures/Section.tsx';
import type { MetricParametersProps } from '../parts.ts';
import { scoreSurfacePlot } from './scoreSurfacePlot.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

const NAMES = ['p', 'q', 'r'] as const;
/** What weighs the domains in the overall score; numbers that were set are kept until something else is chosen. */
const VOLUMES = [
  { value: 'own', label: 'Items of this casebook' },
  { value: 'paper', label: 'The paper’s 1,430 items' },
] as const;
const SET = { value: 'set', label: 'Numbers that were set' } as const;

const MEANINGS = { p: 'steepness', q: 'weight of y', r: 'offset' } as const;

/** The surface f(x, y) with its parameters, which a casebook can change. */
export default function ScoreSurface({ parameters, source, readOnly, onSave }: MetricParametersProps) {
  const [draft, setDraft] = useState<Readonly<Record<(typeof NAMES)[number], number | string>>>({
    p: numberIn(parameters['p']),
    q: numberIn(parameters['q']),
    r: numberIn(parameters['r']),
  });
  const saved = volumesOf(parameters).kind;
  const [volumes, setVolumes] = useState(saved);
  const { p, q, r } = draft;
  const next = { ...parameters, p, q, r, ...(volumes !== saved && { volumes }) };
  const parsed = metrics.parameters.parse(next);
  const changed = volumes !== saved || NAMES.some((name) => draft[name] !== parameters[name]);
  const draw = useCallback<DrawPlot>(
    (look, width) => scoreSurfacePlot({ p: Number(p), q: Number(q), r: Number(r) }, look, width),
    [p, q, r],
  );
  const problems = parsed.ok ? [] : parsed.problems;
  const { initial } = metrics.parameters;
  return (
    <Section
      title="The score f(x, y)"
      description="f(x, y) = 1 / (1 + exp(−p (x + q y − r))). The surface follows what you type; the figures follow the saved parameters. The overall score weights each domain by its number of items, in this casebook or in the paper."
      actions={<PlotExport name="the score’s surface" source={source} part="surface" draw={() => draw} />}
    >
      <Flex
        component="form"
        wrap="wrap"
        align="flex-end"
        rowGap="sm"
        columnGap="md"
        mb="md"
        onSubmit={(event) => {
          event.preventDefault();
          if (parsed.ok && changed) void onSave(parsed.value);
        }}
      >
        {NAMES.map((name) => (
          <NumberField
            key={name}
            label={`${name}, ${MEANINGS[name]}`}
            w={132}
            step={0.1}
            readOnly={readOnly}
            value={typeof draft[name] === 'number' ? draft[name] : null}
            error={problems.find(({ field }) => field === name)?.message}
            onChange={(value) => setDraft({ ...draft, [name]: value ?? '' })}
            onRefuse={(text) => setDraft({ ...draft, [name]: text })}
          />
        ))}
        <Select
          label="Domains weigh by"
          w={220}
          allowDeselect={false}
          readOnly={readOnly}
          data={saved === 'set' ? [...VOLUMES, SET] : VOLUMES}
          value={volumes}
          onChange={(value) => {
            if (value !== null) setVolumes(value);
          }}
        />
        {!readOnly && (
          <>
            <Button type="submit" disabled={!parsed.ok || !changed}>
              Save
            </Button>
            <Button
              variant="default"
              onClick={() => {
                setDraft({
                  p: numberIn(initial['p']),
                  q: numberIn(initial['q']),
                  r: numberIn(initial['r']),
                });
              }}
            >
              Use paper’s p, q, r
            </Button>
          </>
        )}
      </Flex>
      <PlotFigure draw={draw} widest={560} />
    </Section>
  );
}

const numberIn = (value: unknown): number | string => (typeof value === 'number' ? value : '');
