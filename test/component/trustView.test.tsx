import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../renderer/client/queryClient.ts';
import { TrustView } from '../../renderer/screens/verdicts/trust/TrustView.tsx';
import { CasebookContext } from '../../renderer/ui/window/applicationState.ts';
import type { OpenCasebook } from '../../shared/contract/application.ts';
import type { VerdictAgreement } from '../../shared/contract/verdicts.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { casebookOf } from './casebook.ts';

const OPEN: OpenCasebook = casebookOf({ benchmark: 'caughtcheating', refusal: null, person: null });
const FIGURES: VerdictAgreement = {
  seed: 1,
  resamples: 1000,
  comparisons: [],
  people: [
    {
      criterion: 'cue_match',
      title: 'Deterministic clue',
      judges: ['0', '1'].map((digit) => ({
        personId: PersonId.parse(`0199a000-0000-7000-8000-00000000000${digit}`),
        handle: `person-${digit}`,
        name: `Person ${digit}`,
        kind: 'human',
        version: null,
        instructionHash: null,
        temperature: null,
      })),
      units: 58,
      coefficients: {},
    },
  ],
};

/** The answer to the first question; the next ones stay open. */
let asked: number;

beforeEach(() => {
  asked = 0;
  const event = (data: unknown) => `event: message\ndata: ${JSON.stringify({ json: data })}\n\n`;
  vi.stubGlobal('fetch', (request: Request) => {
    if (!new URL(request.url).pathname.endsWith('/verdicts/agreement'))
      return Promise.resolve(Response.json({ json: null }));
    asked += 1;
    const isFirst = asked === 1;
    const body = new ReadableStream({
      start(controller) {
        if (!isFirst) return;
        const encoder = new TextEncoder();
        controller.enqueue(encoder.encode(event({ type: 'result', result: FIGURES })));
        controller.enqueue(encoder.encode('event: done\ndata: {}\n\n'));
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  });
});

afterEach(() => {
  queryClient.clear();
});

it('shows earlier figures grey and as busy while new ones are computed, and sets people’s no limit for judges', async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CasebookContext value={OPEN}>
          <TrustView />
        </CasebookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const table = await screen.findByRole('table', { name: 'People among themselves' });
  expect(table.closest('[aria-busy="true"]')).toBeNull();
  expect(screen.getByText(/^On all answers that two people or more judged/u)).toBeVisible();
  expect(screen.queryByText(/best that an LLM judge can/u)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Compute again' }));
  expect(await screen.findByText('These are the earlier figures')).toBeVisible();
  const old = screen.getByRole('table', { name: 'People among themselves' }).closest('[aria-busy="true"]');
  expect(old).toHaveAttribute('data-old');
});
