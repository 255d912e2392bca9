import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../renderer/app/ErrorBoundary.tsx';

/** A busy machine may stand still for seconds. */
const PATIENT = { timeout: 15_000 };

/** What the window told the core, by procedure. */
let told: { readonly procedure: string; readonly body: string }[];
let broken: boolean;

beforeEach(() => {
  told = [];
  broken = true;
  vi.stubGlobal('fetch', async (request: Request) => {
    told.push({ procedure: new URL(request.url).pathname, body: await request.text() });
    return Response.json({ json: { text: 'version and log' } });
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

function Screen() {
  if (broken) throw new Error('The wheel came off.');
  return <p>All is well</p>;
}

function show(place: string) {
  return (
    <MantineProvider env="test">
      <ErrorBoundary place={place}>
        <Screen />
      </ErrorBoundary>
    </MantineProvider>
  );
}

describe('a screen that fails', () => {
  it('says that the work is kept, is logged, and can be tried again', async () => {
    const user = userEvent.setup();
    render(show('library'));
    expect(screen.getByRole('alert')).toHaveTextContent('The wheel came off. Your work is kept');
    await vi.waitFor(() => {
      expect(told).toEqual([
        { procedure: '/rpc/application/reportError', body: expect.stringContaining('The wheel came off.') },
      ]);
    }, PATIENT);
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByText('All is well')).toBeVisible();
  });

  it('copies what helps to find the defect', async () => {
    const user = userEvent.setup();
    render(show('library'));
    await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
    await vi.waitFor(async () => {
      const text = await navigator.clipboard.readText();
      expect(text).toContain('The wheel came off.');
      expect(text).toContain('version and log');
    }, PATIENT);
  });

  it('is left behind by going elsewhere', () => {
    const { rerender } = render(show('library'));
    broken = false;
    rerender(show('history'));
    expect(screen.getByText('All is well')).toBeVisible();
  });
});
