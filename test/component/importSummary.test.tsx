import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ImportSummary } from '../../renderer/screens/importExport/ImportSummary.tsx';
import type { SourceAnswers } from '../../renderer/screens/importExport/sourceAnswers.ts';
import type { ImportReport } from '../../shared/contract/importExport.ts';

const REPORT: ImportReport = {
  added: 0,
  updated: 0,
  unchanged: 0,
  skipped: [],
  images: { added: 0, missing: 0, missing_names: [] },
  warnings: [],
  changes: [],
  similar: [],
  not_carried: [],
  fields: [],
  applied: false,
};

function show(report: ImportReport) {
  const onRun = vi.fn<(dryRun: boolean, answers: SourceAnswers) => void>();
  function Shown() {
    const [answers, setAnswers] = useState<SourceAnswers>({});
    return (
      <ImportSummary
        report={report}
        images={false}
        levels={{}}
        onLevels={() => undefined}
        answers={answers}
        onAnswers={setAnswers}
        onRun={(dryRun) => {
          onRun(dryRun, answers);
        }}
        onClose={() => undefined}
        onAgain={() => undefined}
      />
    );
  }
  render(
    <MantineProvider>
      <Shown />
    </MantineProvider>,
  );
  return onRun;
}

// jsdom has no media queries.
const button = (name: string): HTMLElement => screen.getByRole('button', { name });

it('asks for the encoding with a line as it would read, and imports only once that was answered', async () => {
  const onRun = show({
    ...REPORT,
    skipped: [{ item: 'line 2', field: null, reason: 'Say --encoding windows-1252.' }],
    asks_encoding: { line: 2, preview: 'x1,Müller,mood,schön' },
  });
  expect(screen.getByRole('radiogroup', { name: /Read it as Windows-1252\?/u })).toBeVisible();
  expect(document.body).toHaveTextContent('Line 2 then reads: x1,Müller,mood,schön');
  // What only the command line can do with is not shown here.
  expect(document.body).not.toHaveTextContent('--encoding');
  expect(button('Import')).toBeDisabled();
  expect(button('Check again')).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: 'Yes, the line is right' }));
  await userEvent.click(button('Check again'));
  expect(onRun).toHaveBeenLastCalledWith(true, { encoding: 'windows-1252' });
  await userEvent.click(screen.getByRole('radio', { name: 'No, the letters are wrong' }));
  expect(button('Import')).toBeDisabled();
});

it('asks which number is meant where one can be read in two ways', async () => {
  const onRun = show({
    ...REPORT,
    skipped: [{ item: 'the source', field: 'price', reason: 'Say --decimals.' }],
    asks_decimals: { field: 'price', example: '1,234', readings: ['1234', '1.234'] },
  });
  expect(screen.getByRole('radiogroup', { name: /Which number is “1,234”\?/u })).toBeVisible();
  expect(document.body).toHaveTextContent('It is in price.');
  expect(button('Import')).toBeDisabled();
  await userEvent.click(screen.getByRole('radio', { name: '1.234: the comma marks decimals' }));
  await userEvent.click(button('Import'));
  expect(onRun).toHaveBeenLastCalledWith(false, { decimals: 'comma' });
});

it('asks nothing of a source that tells', () => {
  show({ ...REPORT, added: 3 });
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(button('Import now')).toBeEnabled();
});
