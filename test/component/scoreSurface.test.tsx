import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import ScoreSurface from '../../renderer/benchmarks/argus/ScoreSurface.tsx';
import { metrics } from '../../shared/benchmarks/argus/metrics.ts';
import type { JsonObject } from '../../shared/base/json.ts';

vi.mock('../../renderer/ui/figures/plots/PlotFigure.tsx', () => ({ PlotFigure: () => null }));
vi.mock('../../renderer/ui/figures/export/PlotExport.tsx', () => ({ PlotExport: () => null }));

const { initial } = metrics.parameters;

function shown(parameters: JsonObject) {
  const saved: JsonObject[] = [];
  render(
    <MantineProvider env="test">
      <ScoreSurface
        parameters={parameters}
        source={{ topic: 'results', of: ['argus'] }}
        readOnly={false}
        onSave={async (next) => {
          saved.push(next);
        }}
      />
    </MantineProvider>,
  );
  return saved;
}
const volumes = () => screen.getByRole('combobox', { name: 'Domains weigh by' });

it('domains weigh by the casebook’s items until the paper’s are chosen and saved', async () => {
  const saved = shown(initial);
  expect(volumes()).toHaveProperty('value', 'Items of this casebook');
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.click(volumes());
  fireEvent.click(await screen.findByRole('option', { name: 'The paper’s 1,430 items' }));
  fireEvent.click(save);
  expect(saved).toEqual([{ ...initial, volumes: 'paper' }]);
});

it('numbers that were set stay until something else is chosen', () => {
  const set = { ...initial, volumes: { Mine: 2 } };
  const saved = shown(set);
  expect(volumes()).toHaveProperty('value', 'Numbers that were set');
  fireEvent.change(screen.getByLabelText('p, steepness'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toEqual([{ ...set, p: 1 }]);
});
