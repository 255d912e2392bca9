import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ExportSummary } from '../../renderer/screens/importExport/ExportSummary.tsx';
import { ConfirmDialog } from '../../renderer/ui/dialogs/confirm.tsx';
import type { ExportReport } from '../../shared/contract/importExport.ts';

const REPORT: ExportReport = {
  items: 100,
  images: 12,
  withheld: 0,
  missing: 88,
  left_out: [{ item: 'true_images/true_1.png', reason: '1 of its 1 image is missing from the casebook.' }],
  disputed: [],
  files: [],
  pseudonyms: [],
  not_carried: [],
  warnings: [],
  written: true,
  replaces: null,
};
const KEPT: ExportReport = {
  ...REPORT,
  written: false,
  replaces: {
    former: { entries: 100, images: 100 },
    now: { entries: 100, images: 12 },
    shorter: [],
  },
};

function show(report: ExportReport) {
  const onReplace = vi.fn();
  render(
    <MantineProvider>
      <ExportSummary report={report} images target="/out" onAgain={() => undefined} onReplace={onReplace} />
      <ConfirmDialog />
    </MantineProvider>,
  );
  return onReplace;
}

// jsdom has no media queries.
it('an export that lacks images says how many, and why', () => {
  show(REPORT);
  expect(screen.getByText('Written to /out')).toBeTruthy();
  expect(screen.getByText(/^100 items, 12 images: 88 are missing\./u)).toBeTruthy();
  expect(screen.getByText(/true_1\.png: 1 of its 1 image is missing/u)).toBeTruthy();
});

it('an export says what is disputed in it, and what to know before it is used', () => {
  show({
    ...REPORT,
    disputed: [{ item: 'true_images/true_2.png', fields: ['Scene'] }],
    warnings: ['Two casebooks disagree.'],
  });
  expect(screen.getByText('true_images/true_2.png: Scene')).toBeTruthy();
  expect(screen.getByText(/^1 item has disputed fields/u)).toBeTruthy();
  expect(screen.getByText('Two casebooks disagree.')).toBeTruthy();
});

it('an export says what it does not carry, a line a kind, after problems and warnings', () => {
  show({
    ...REPORT,
    warnings: ['Two casebooks disagree.'],
    not_carried: [
      { what: 'polygons', count: 1200 },
      { what: 'relation', count: 1 },
    ],
  });
  expect(screen.getByText('Not carried over (1,201)')).toBeTruthy();
  const lists = screen.getAllByRole('list');
  expect(lists.map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Left out',
    'Before you use it',
    'Not carried over',
  ]);
  expect([...(lists[2]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1,200 polygons',
    '1 relation',
  ]);
});

it('a former export that holds more is replaced only once somebody confirms it, with the numbers before them', async () => {
  const onReplace = show(KEPT);
  const user = userEvent.setup();
  expect(screen.getByText('The existing export has more than the new one')).toBeTruthy();
  expect(
    screen.getByText(/has 100 entries and 100 images; the new one would have 100 entries and 12/u),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Replace existing export…' }));
  await screen.findByText(
    'The existing export has 100 entries and 100 images. The new one has 100 entries and 12 images. Replacing deletes the existing one.',
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onReplace).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Replace existing export…' }));
  await user.click(await screen.findByRole('button', { name: 'Replace existing export' }));
  expect(onReplace).toHaveBeenCalledOnce();
});

it('counts items, not the lines that speak of them', () => {
  const few = { reason: 'The format has no place for variants.', kind: 'Variants' };
  show({
    ...REPORT,
    left_out: [
      { item: 'a', ...few },
      { item: 'b', ...few },
    ],
    disputed: ['c', 'd', 'e'].map((item) => ({ item, fields: ['Scene'] })),
  });
  expect(screen.getByText('Disputed (3)')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Disputed' }).children).toHaveLength(3);
  expect(screen.getByText(/^3 items have disputed fields/u)).toBeTruthy();
  expect(screen.getByText('Left out (2)')).toBeTruthy();
});
